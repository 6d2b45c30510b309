/** The dialog that enlarges a figure. These texts load with the dialog. */
import type { figureTexts as English } from '#web/text/en/figure.ts'

export const figureTexts: typeof English = {
  figure: 'Figure',
  smaller: 'Réduire',
  larger: 'Agrandir',
  percent: (percent) => `${percent}\u00a0%`,
  stage: (percent) => `Figure à ${percent}\u00a0%. Les flèches la déplacent.`,
  inWords: 'Description',
  noWords: 'Cette figure n’a pas de description.',
  back: 'Retour à la question',
}
