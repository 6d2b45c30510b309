/** Texts about the languages of questions. */
import type { questionLanguage as English } from '#web/text/en/question-language.ts'

export const questionLanguage: typeof English = {
  title: 'Langue de la question',
  titleOfAll: 'Langue des questions',
  rest: 'Les questions sans traduction restent en anglais.',
  names: { en: 'English', fr: 'Français', both: 'Les deux' },
  loading: 'Chargement du texte français.',
  notLoaded: 'Le texte français ne s’est pas chargé.',
  missing: 'Il n’y a pas de texte français pour cette version de la question.',
  outdated: 'Le texte anglais a changé depuis sa traduction. Seul le texte anglais fait foi.',
}
