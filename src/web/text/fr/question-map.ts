/** The question map of an attempt. */
import type { questionMap as English } from '#web/text/en/question-map.ts'
import { counted, number } from '#web/text/fr/numbers.ts'

export const questionMap: typeof English = {
  title: 'Plan des questions',
  opensAndCloses: 'ouvre et ferme',
  show: 'Afficher',
  filters: {
    all: (count) => `Toutes ${number(count)}`,
    open: (count) => `Sans réponse ${number(count)}`,
    answered: (count) => `Avec réponse ${number(count)}`,
    flagged: (count) => `Marquées ${number(count)}`,
    wrong: (count) => `Incorrectes ${number(count)}`,
    right: (count) => `Correctes ${number(count)}`,
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
  questionName: (questionNumber, state, isFlagged) => `Question ${questionNumber}, ${state}${isFlagged ? ', marquée' : ''}`,
  group: (first, last) => `${number(first)} à ${number(last)}`,
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
  thousandsSeparators: ', \u00a0\u202f',
  go: 'Y aller',
  numberProblem: (total) => `Saisissez un nombre de 1 à ${number(total)}.`,
  counts: ({ answered, total, correct, incorrect, guessed }) =>
    [
      `${counted(answered, 'réponse')} sur ${number(total)}`,
      ...(correct + incorrect > 0 ? [counted(correct, 'correcte')] : []),
      ...(guessed > 0 ? [counted(guessed, 'devinée')] : []),
    ].join(', '),
  nextNotAnswered: 'Suivante sans réponse',
}
