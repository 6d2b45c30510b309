/** Starting an attempt with drawn questions. Pages load these texts when they start one. */
import type { starting as English } from '#web/text/en/start-attempt.ts'
import { counted } from '#web/text/fr/numbers.ts'

export const starting: typeof English = {
  choosing: 'Choix de vos questions',
  stoppedTitle: (number, total) => `Vous en étiez à la question ${number} sur ${total}`,
  stopped: (answered) =>
    `Vous avez donné ${counted(answered, 'réponse')}. Si vous commencez une nouvelle tentative, celle-ci est terminée et ses réponses comptent.`,
  resume: 'Reprendre',
  startNew: 'Nouvelle tentative',
  failedTitle: 'L’entraînement n’a pas commencé',
}
