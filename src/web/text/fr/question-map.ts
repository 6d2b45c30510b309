/** The question map of an attempt. */
import type { questionMap as English } from '#web/text/en/question-map.ts'
import { counted } from '#web/text/fr/numbers.ts'

export const questionMap: typeof English = {
  title: 'Plan des questions',
  opensAndCloses: 'ouvre et ferme',
  show: 'Afficher',
  filters: {
    all: (count) => `Toutes ${count}`,
    open: (count) => `Sans réponse ${count}`,
    answered: (count) => `Avec réponse ${count}`,
    flagged: (count) => `Marquées ${count}`,
    wrong: (count) => `Incorrectes ${count}`,
    right: (count) => `Correctes ${count}`,
  },
  nothing: {
    all: 'Aucune question dans cette tentative.',
    open: 'Vous avez répondu à toutes les questions.',
    answered: 'Encore aucune réponse.',
    flagged: 'Aucune question marquée.',
    wrong: 'Aucune réponse incorrecte jusqu’ici.',
    right: 'Aucune réponse correcte jusqu’ici.',
  },
  states: {
    right: 'correcte',
    wrong: 'incorrecte',
    answered: 'avec réponse',
    partly: 'réponse incomplète',
    open: 'sans réponse',
    removed: 'retirée',
    closed: 'verrouillée',
  },
  questionName: (number, state, isFlagged) => `Question ${number}, ${state}${isFlagged ? ', marquée' : ''}`,
  group: (first, last) => `${first} à ${last}`,
  legend: {
    right: 'Correcte',
    wrong: 'Incorrecte',
    answered: 'Avec réponse, corrigé masqué',
    answeredOnly: 'Avec réponse',
    partly: 'Réponse incomplète',
    open: 'Sans réponse',
    removed: 'Retirée, ne compte pas',
    closed: 'Verrouillée',
    flagged: 'Marquée',
  },
  number: 'Aller à la question',
  go: 'Y aller',
  numberProblem: (total) => `Saisissez un nombre de 1 à ${total}.`,
  counts: ({ answered, total, correct, incorrect, guessed }) =>
    [
      `${counted(answered, 'réponse')} sur ${total}`,
      ...(correct + incorrect > 0 ? [counted(correct, 'correcte')] : []),
      ...(guessed > 0 ? [counted(guessed, 'devinée')] : []),
    ].join(', '),
  nextNotAnswered: 'Suivante sans réponse',
}
