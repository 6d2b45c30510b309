/** Controls of forms. */
import type { forms as English } from '#web/text/en/forms.ts'

export const forms: typeof English = {
  on: 'Oui',
  off: 'Non',
  showText: 'Afficher',
  hideText: 'Masquer',
}
