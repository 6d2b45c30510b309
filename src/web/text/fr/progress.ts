/** A member's practice: counters, activity, progress by certification, and attempt history. */
import { minShareAnswers } from '#exam/answer-share.ts'
import { trendAnswerCount } from '#exam/progress.ts'
import type { progress as English } from '#web/text/en/progress.ts'
import { day, shortDay } from '#web/text/fr/figures/dates.ts'
import { counted, number, plural } from '#web/text/fr/numbers.ts'
import { span } from '#web/text/fr/figures/durations.ts'

const answersWord = (count: number) => counted(count, 'réponse')
const minutesOf = (ms: number) => Math.round(ms / 60_000)
const correctAnswers = (correct: number, total: number) => `${counted(correct, 'bonne réponse', 'bonnes réponses')} sur ${number(total)}`

export const progress: typeof English = {
  counters: { certifications: 'Certifications', exams: 'Tentatives', hours: 'Heures d’étude' },
  hours: (ms) => {
    const hours = ms / 3_600_000
    return number(hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours))
  },
  counted: (since) =>
    `D’après l’historique de votre compte${since === null ? '' : ` depuis le ${day(since)}`}\u00a0: certifications avec au moins une réponse, tentatives terminées et temps entre deux actions, sans les pauses de plus de cinq minutes.`,

  nothingTitle: 'Pas encore d’entraînement',
  nothing: 'Choisissez un examen et répondez à une question. L’entraînement sur tous vos appareils compte ici.',
  chooseExam: 'Choisir un examen',

  activity: '12 dernières semaines',
  activityLabel: (answers, days) =>
    `${answersWord(answers)} en ${counted(days, 'jour')} au cours des 12 dernières semaines. Le tableau ci-dessous donne les mêmes chiffres.`,
  activitySummary: (answers, days) => `${answersWord(answers)} en ${counted(days, 'jour')}.`,
  activityBest: (date, answers) => `Maximum le ${shortDay(date)}\u00a0: ${answers}.`,
  activityTrend: (latest, before) =>
    before === 0 && latest === 0 ? '' : `${latest} ces quatre dernières semaines, ${before} les quatre précédentes.`,
  activityGoal: (perDay, metDays) =>
    `Le trait horizontal est votre objectif de ${perDay} par jour, atteint ${counted(metDays, 'fois', 'fois')}.`,
  goalMark: (perDay) => `objectif ${perDay}`,
  answersOf: answersWord,
  activityCaption: (answersMost, msMost) =>
    `Barres au-dessus du trait\u00a0: réponses par jour (maximum ${answersMost}). Barres au-dessous\u00a0: minutes (maximum ${minutesOf(msMost)}).`,
  activityZone: (timeZone) => `Fuseau horaire\u00a0: ${timeZone.replaceAll('_', ' ')}.`,
  noActivity: 'Pas d’entraînement au cours des 12 dernières semaines.',
  showDays: 'Afficher chaque jour dans un tableau',
  dayColumns: { day: 'Jour', answers: 'Réponses', minutes: 'Minutes' },
  daysLeftOut: 'Les jours sans entraînement ne sont pas indiqués.',
  minutes: (ms) => (ms > 0 && ms < 60_000 ? 'moins de 1' : String(minutesOf(ms))),
  weekLabel: shortDay,
  day,

  title: 'Progression',
  lastAttempt: ({ percent, correct, total }, isPassed) =>
    `Dernière tentative ${percent === null ? `${number(correct)} sur ${number(total)}` : `${percent}\u00a0%`}${isPassed ? ', réussie' : ''}`,
  noFinishedAttempt: 'Pas encore de tentative terminée',
  seen: (seen, size) => `${counted(seen, 'question vue', 'questions vues')} sur ${number(size)}`,
  outlineLabel: (id) => `Vos réponses par domaine de compétences de l’examen ${id}. Suivez le lien pour les chiffres.`,
  history: 'Toutes vos tentatives',
  readiness: 'Niveau de préparation',

  pageTitle: (id) => `Votre progression ${id}`,
  byArea: 'Par domaine de compétences',
  byAreaText:
    'Largeur\u00a0: le poids du domaine à l’examen. Largeur remplie\u00a0: la part de ses questions que vous avez vues. Hauteur remplie\u00a0: la part où votre dernière réponse était correcte.',
  byAreaLabel: 'Questions vues et réponses correctes par domaine de compétences. La liste ci-dessous donne les mêmes chiffres.',
  areasSummary: (weakest, strongest) =>
    `Le plus fort\u00a0: ${strongest.name}, ${strongest.percent}\u00a0%. Le plus faible\u00a0: ${weakest.name}, ${weakest.percent}\u00a0%.`,
  seenColumn: 'Vues',
  correctColumn: 'Correctes',
  seenOf: (seen, size) => `${number(seen)} sur ${number(size)}`,
  share: ({ correct, total, percent }) =>
    total === 0
      ? '–'
      : percent === null
        ? `${number(correct)} sur ${number(total)}, pas encore assez`
        : `${percent}\u00a0% sur ${number(total)}`,
  enough: `Les pourcentages apparaissent à partir de ${minShareAnswers} réponses.`,

  trend: 'Au fil du temps',
  trendLatest: ({ total, percent }) =>
    percent === null
      ? `Vous avez ${answersWord(total)} jusqu’ici. Votre tendance apparaît à partir de ${minShareAnswers}.`
      : `${percent}\u00a0% de bonnes réponses à ${total === 1 ? 'votre dernière question' : `vos ${total} dernières questions`}.`,
  trendBefore: ({ total, percent }) =>
    percent === null
      ? `Une comparaison apparaît au-delà de ${trendAnswerCount} réponses.`
      : total === 1
        ? `À la question précédente, ${percent}\u00a0%.`
        : `Aux ${total} questions précédentes, ${percent}\u00a0%.`,
  attemptsLabel: (count) =>
    `Pourcentage de bonnes réponses de ${count === 1 ? 'votre dernière tentative' : `vos ${count} dernières tentatives`}, la plus récente à droite. Le tableau ci-dessous donne les mêmes chiffres.`,
  attemptsSummary: (first, latest, best) =>
    first.day === latest.day
      ? `De ${first.percent}\u00a0% à ${latest.percent}\u00a0% le même jour (${shortDay(first.day)}). Votre meilleur score est de ${best}\u00a0%.`
      : `De ${first.percent}\u00a0% (${shortDay(first.day)}) à ${latest.percent}\u00a0% (${shortDay(latest.day)}). Votre meilleur score est de ${best}\u00a0%.`,
  attemptsDrawn: (count) =>
    `Le graphique ignore les tentatives terminées de moins de ${counted(count, 'question')}. Le tableau les contient.`,
  noFinishedAttempts: 'Pas encore de tentative terminée. Terminez-en une pour voir son résultat ici.',
  attemptColumns: { finished: 'Terminée', kind: 'Type', correct: 'Correctes', score: 'Score' },
  practice: 'Entraînement',
  simulation: 'Simulation',
  correctOf: (correct, total) => `${number(correct)} sur ${number(total)}`,
  percent: (value) => `${value}\u00a0%`,

  startOver: 'Repartir de zéro',
  startOverText: (id, count) =>
    `Cette action supprime de votre compte tout votre entraînement ${id}\u00a0: ${counted(count, 'tentative')} avec toutes les réponses, et le planning de votre révision du jour. Vos totaux seront mis à jour. Cette suppression est irréversible.`,
  startOverNow: (id) => `Supprimer mon entraînement ${id}`,
  deleting: 'Suppression…',

  historyTitle: 'Vos tentatives',
  historyText: 'Toutes les tentatives enregistrées dans votre compte, de la plus récente à la plus ancienne.',
  historyColumns: { attempt: 'Tentative', started: 'Commencée', result: 'Résultat', actions: 'Actions' },
  sets: (set, area) => {
    switch (set) {
      case 'all':
        return 'Toutes les questions'
      case 'mixed':
        return 'Entraînement mixte'
      case 'mistakes':
        return 'Anciennes erreurs'
      case 'chosen':
        return 'Sélection personnalisée'
      case 'review':
        return 'Révision du jour'
      case 'renewal':
        return 'Renouvellement'
      case 'simulation':
        return 'Simulation'
      default:
        return area ?? `Domaine de compétences ${set.slice('area-'.length)}`
    }
  },
  at: (date, time) => `${day(date)} à ${time}`,
  inProgress: (answered, total) => `En cours, ${answersWord(answered)} sur ${number(total)}`,
  leftUnfinished: (answered, total) => `Non terminée, ${answersWord(answered)} sur ${number(total)}`,
  result: ({ percent, correct, total }) => `${percent === null ? '' : `${percent}\u00a0%, `}${number(correct)} sur ${number(total)}`,
  noResult: 'Terminée sans réponse qui compte',
  continue: 'Continuer',
  older: 'Tentatives précédentes',
  newest: 'Retour aux plus récentes',
  done: {
    'attempt-deleted': 'La tentative est supprimée. Vos totaux sont à jour.',
    'practice-deleted': 'Votre entraînement pour cet examen est supprimé. Vos totaux sont à jour.',
  },

  attemptTitle: (id) => `Tentative ${id}`,
  attemptFinished: (date, time, tookMs) => `Terminée le ${day(date)} à ${time}, en ${span(tookMs)}`,
  attemptStarted: (date, time) => `Commencée le ${day(date)} à ${time}`,
  imported: (elsewhere) =>
    `Vous avez importé cette tentative depuis un fichier.${elsewhere > 0 ? ` ${counted(elsewhere, 'question')} ${plural(elsewhere, 'apparaît', 'apparaissent')} comme dans l’autre installation.` : ''}`,
  unreadable: (correct, total) => `${correctAnswers(correct, total)}. Ses questions ne peuvent pas être lues ici.`,
  asWhenStarted:
    'Les questions apparaissent ici telles qu’elles étaient au début de la tentative. Si un corrigé a été rectifié depuis, vous voyez la question corrigée.',
  sealed: 'Les questions et les réponses apparaîtront ici à la fin de la simulation.',
  answeredSoFar: (answered, total) => `${answersWord(answered)} sur ${counted(total, 'question')} jusqu’ici.`,
  revealedSoFar: 'Voici les questions dont vous avez affiché la réponse. Les autres apparaîtront à la fin de la tentative.',
  noneRevealed: 'Vous n’avez encore affiché aucune réponse. Les questions apparaîtront ici à la fin de la tentative.',
  replaced: 'Remplacée par une tentative plus récente\u00a0: lecture seule.',
  otherInProgress:
    'Une autre simulation de cet examen a commencé plus tard et est en cours. Terminez-la pour reprendre celle-ci. Le chronomètre de cette simulation tourne toujours\u202f; à la fin, nous corrigerons les réponses que vous avez données.',
  backToHistory: 'Retour à toutes vos tentatives',
  deleteAttempt: 'Supprimer cette tentative',
  deleteAttemptText:
    'Elle disparaîtra de votre historique et de vos totaux. Si vous avez partagé son résultat, la page partagée disparaîtra aussi. Cette action est irréversible.',
  deleteAttemptNow: 'Supprimer la tentative',
}
