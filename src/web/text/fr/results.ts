/** Results of an attempt, and the end of a daily review. Pages load these texts with the results. */
import type { QuestionType } from '#exam/question.ts'
import type { results as English } from '#web/text/en/results.ts'
import { day, dayOf } from '#web/text/fr/figures/dates.ts'
import { counted, number, plural, someNumbers } from '#web/text/fr/numbers.ts'
import { span } from '#web/text/fr/figures/durations.ts'

const correctAnswers = (count: number) => counted(count, 'bonne réponse', 'bonnes réponses')

const allParts = (correct: number, total: number) => `${correctAnswers(correct)} sur ${number(total)}`

const correctParts: Record<QuestionType, (correct: number, total: number) => string> = {
  single_choice: allParts,
  multiple_choice: allParts,
  solution: allParts,
  statements: allParts,
  reorder: (correct, total) => `${counted(correct, 'étape')} sur ${total} à la bonne place`,
  drag_drop: (correct, total) => `${counted(correct, 'association correcte', 'associations correctes')} sur ${total}`,
  drop_down: (correct, total) => `${counted(correct, 'champ correct', 'champs corrects')} sur ${total}`,
}

export const results: typeof English = {
  passed: 'Réussi',
  passedWithAreas: (count) => `Réussi, avec ${counted(count, 'domaine')} à revoir`,
  notPassed: 'Pas encore réussi',
  finishedOn: (at, tookMs) => `Entraînement terminé le ${dayOf(at)} en ${span(tookMs)}`,
  passMark: (percent) => `Seuil de réussite ${percent}\u00a0%`,
  gauge: (percent, mark) => `${percent}\u00a0%, seuil de réussite ${mark}\u00a0%`,
  nothingAnswered: 'Encore aucune réponse',
  nothingCounted: 'Votre score apparaît dès que vous répondez à une question.',
  correctOfAnswered: (correct, total) => `${correctAnswers(correct)} sur ${number(total)}`,
  countedAnswered: (total) =>
    total === 1
      ? 'Calculé sur la seule question à laquelle vous avez répondu.'
      : `Calculé sur les ${counted(total, 'question')} auxquelles vous avez répondu.`,
  weakest: (area, correct, total) => `Domaine le plus faible\u00a0: ${area}, ${correctAnswers(correct)} sur ${number(total)}.`,
  weakestUnknown: 'Domaine le plus faible\u00a0: pas encore assez de réponses.',
  allCorrect: 'Toutes les réponses étaient correctes.',
  notAnswered: (count) => `${counted(count, 'question')} sans réponse.`,
  notAnsweredText: (count) => `${plural(count, 'Elle ne compte', 'Elles ne comptent')} pas dans ce résultat.`,
  answerThem: (count) => `Répondre à ${counted(count, 'question')}`,
  nextQuestions: (count) => `${counted(count, 'question')} de plus`,
  counted: (correct, total, blank) =>
    `${correctAnswers(correct)} sur ${number(total)}${blank > 0 ? `. ${counted(blank, 'question')} sans réponse ${plural(blank, 'compte comme incorrecte', 'comptent comme incorrectes')}` : ''}. Notre score est le pourcentage de bonnes réponses. Microsoft utilise une échelle de 1 à 1\u202f000.`,
  unscored: (count) =>
    `${plural(count, 'Une question n’a', `${number(count)} questions n’ont`)} pas compté, comme au vrai examen. ${plural(count, 'Elle est signalée', 'Elles sont signalées')} dans la liste des questions.`,
  didNotCount: 'Non comptée',
  fixMistakes: (count) => `Corriger ${counted(count, 'erreur')}`,
  doneForToday: 'Fini pour aujourd’hui',
  yourAnswers: 'Vos réponses',
  shelfName: (questionNumber, state) =>
    `Question ${questionNumber}, ${{ right: 'correcte', wrong: 'incorrecte', blank: 'sans réponse' }[state]}`,
  restartTitle: 'Recommencer\u202f?',
  restartText: 'Votre dernier résultat sera remplacé. Avec un compte, tous vos résultats restent dans votre historique.',
  keepResult: 'Garder ce résultat',
  restart: 'Recommencer',
  print: 'Imprimer',
  byArea: 'Par domaine de compétences',
  byAreaLabel: 'Score par domaine de compétences. La liste ci-dessous donne les mêmes chiffres.',
  weakestFirst: 'Vos domaines les plus faibles viennent en premier, comme dans le relevé officiel d’un examen non réussi.',
  correct: 'Correctes',
  score: 'Score',
  correctOf: (correct, total) => `${number(correct)} sur ${number(total)}`,
  noQuestions: 'aucune question',
  noAnswers: 'sans réponse',
  notEnough: 'pas encore assez',
  enough: (answersMin) => `Les pourcentages apparaissent à partir de ${counted(answersMin, 'question')} dans un domaine.`,
  percent: (value) => `${value}\u00a0%`,
  show: 'Afficher',
  filters: {
    wrong: (count) => `Incorrectes ${number(count)}`,
    guessed: (count) => `Devinées ${number(count)}`,
    flagged: (count) => `Marquées ${number(count)}`,
    blank: (count) => `Sans réponse ${number(count)}`,
    unscored: (count) => `Non comptées ${number(count)}`,
    all: (count) => `Toutes ${number(count)}`,
  },
  nothingHere: {
    wrong: 'Aucune réponse incorrecte dans cette tentative.',
    guessed: 'Aucune réponse devinée dans cette tentative.',
    flagged: 'Aucune question marquée dans cette tentative.',
    blank: 'Vous avez répondu à toutes les questions.',
    unscored: 'Toutes les questions ont compté.',
    all: 'Aucune question dans cette tentative.',
  },
  leftBlank: 'Sans réponse',
  markedCorrect: 'Correcte',

  inPlace: (type, correct, total) => correctParts[type](correct, total),
  keyHidden: 'La bonne réponse s’affichera quand vous aurez répondu.',

  comparison: ({ correct, total, fixed, more }, isMember) => {
    // A member may have practiced on other devices, which are not compared.
    const last = `${total === 1 ? 'votre dernière question' : `vos ${total === 10 ? 'dix' : number(total)} dernières questions`}${isMember ? ' sur cet appareil' : ''}`
    const sentences = [
      ...(fixed > 0 ? [`Vous avez corrigé ${counted(fixed, 'ancienne erreur', 'anciennes erreurs')}.`] : []),
      ...(more !== null && more > 0 ? [`${fixed > 0 ? 'Soit ' : ''}${correctAnswers(more)} de plus que pour ${last}.`] : []),
    ]
    if (sentences.length > 0) return sentences.join(' ')
    if (total === 0) return ''
    const wrong = total - correct
    if (wrong === 0) return total === 1 ? 'Votre réponse est correcte.' : `Vos ${number(total)} réponses sont correctes.`
    return `${counted(wrong, 'question')} à revoir.`
  },

  addsTitle: 'À quoi cela contribue',
  goal: (answered, perDay) =>
    answered >= perDay
      ? {
          title: 'Objectif quotidien atteint',
          text: `Vous avez répondu à ${counted(answered, 'question')} aujourd’hui. Votre objectif est de ${perDay}.`,
        }
      : {
          title: `Encore ${perDay - answered} pour l’objectif quotidien`,
          text: `Vous avez répondu à ${counted(answered, 'question')} sur ${perDay} aujourd’hui.`,
        },
  toReview: (numbers, firstDay) => ({
    title: `${counted(numbers.length, 'question rejoint', 'questions rejoignent')} la révision du jour`,
    text:
      numbers.length === 1
        ? `La question ${numbers[0]} revient le ${day(firstDay)}.`
        : `Questions ${someNumbers(numbers)}. La première revient le ${day(firstDay)}.`,
  }),
  rightGuesses: (numbers, firstDay) => ({
    title: numbers.length === 1 ? 'Une réponse devinée était correcte' : `${number(numbers.length)} réponses devinées étaient correctes`,
    text:
      numbers.length === 1
        ? `Vous aviez deviné à la question ${numbers[0]}\u00a0: elle revient le ${day(firstDay)}.`
        : `Vous aviez deviné aux questions ${someNumbers(numbers)}. La première revient le ${day(firstDay)}.`,
  }),

  reviewedTitle: 'Révision faite',
  nothingDue: 'Révision faite. Plus rien à revoir aujourd’hui',
  moreDue: (count) => `Révision faite. Encore ${counted(count, 'question')} à revoir`,
  remembered: (correct, total) => `Vous avez retenu ${counted(correct, 'réponse')} sur ${number(total)}.`,
  reviewNotAnswered: (count) => `${counted(count, 'question')} sans réponse. ${plural(count, 'Elle reste', 'Elles restent')} à revoir.`,
  reviewNothing: 'Vous n’avez répondu à aucune question\u00a0: toutes restent à revoir.',
  returnsTitle: 'Prochain passage',
  returnsLabel: (returns) =>
    `Retour des questions\u00a0: ${returns.map(({ day: on, count }) => `${number(count)} le ${day(on)}`).join(', ')}.`,
  nextOn: (on) => `Prochain passage le ${day(on)}`,
  waiting: 'Dès que vos réponses seront dans votre compte, vous verrez quand chaque question revient.',
  reviewMore: 'Continuer la révision',
  reviewFinishedOn: (date, took) => `Révision du jour terminée le ${date} en ${took}`,
}
