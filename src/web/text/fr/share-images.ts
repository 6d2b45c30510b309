/** Texts on the share images of French pages. */
import type { ShareImageTexts } from '#server/share-images/index.ts'

export const card: ShareImageTexts = {
  kind: 'Examen blanc',
  guide: 'Guide',
  retired: 'Examen retiré',
  note: 'Entraînement indépendant, sans lien avec Microsoft',
}
