/** Texts of statements, drop-downs, and solutions, loaded with their controls. */
import type { places as English } from '#web/text/en/places.ts'
import { counted } from '#web/text/fr/numbers.ts'

const correctAnswers = (correct: number, total: number) => `${counted(correct, 'bonne réponse', 'bonnes réponses')} sur ${total}.`

export const places: typeof English = {
  entries: { yes: 'Oui', no: 'Non' },
  statement: 'Affirmation',
  statements: 'Affirmations, un point par bonne réponse',
  answered: (given, total) => `${counted(given, 'réponse')} sur ${total}. Un point pour chacune.`,
  filled: (given, total) => `${counted(given, 'champ rempli', 'champs remplis')} sur ${total}. Un point pour chacun.`,
  statementsCorrect: correctAnswers,
  blanksCorrect: correctAnswers,
  correct: 'Correct',
  correctAnswer: (answer) => `Bonne réponse\u00a0: ${answer}`,
  yourAnswer: 'Votre réponse\u00a0:',
  yourAnswerCorrect: 'Votre réponse, correcte\u00a0:',
  correctIs: 'Bonne réponse\u00a0:',
  notAnswered: 'Sans réponse',
  choose: 'Choisir',
  drawn: 'dessin de Praxam, pas une capture d’écran',
  drawnForm: (title) => `${title}, dessin`,
  closed: 'Verrouillée, car vous l’avez quittée',
  solutionHint: 'Choisissez une réponse. Dans une série, plusieurs solutions peuvent atteindre l’objectif, ou aucune.',
}
