/** Labels that start an attempt, and why one did not start. */
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
  startPractice: 'S’entraîner',
  startSimulation: 'Commencer la simulation',
  startCount: (count) => `Faire ${counted(count, 'question')}`,
  buildSet: 'Créer une sélection',
  notStarted: {
    unavailable:
      'La tentative n’a pas pu commencer\u00a0: le stockage de votre navigateur est inaccessible. Rechargez la page et réessayez.',
    full: 'Impossible de commencer\u00a0: le stockage de votre navigateur est plein. Libérez de l’espace et réessayez.',
  },
}
