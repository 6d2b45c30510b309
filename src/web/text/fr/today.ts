/** Today: the home of a member, and the strip above the list of certifications. */
import type { today as English } from '#web/text/en/today.ts'
import { day, dayOf, longDay, shortDay, timeOf } from '#web/text/fr/figures/dates.ts'
import { counted, number, plural } from '#web/text/fr/numbers.ts'
import { daysTo } from '#web/text/fr/figures/durations.ts'
import { modeOf, practicePanel } from '#web/text/fr/practice-panel.ts'

export const today: typeof English = {
  title: 'Aujourd’hui',
  pageTitle: 'Aujourd’hui, Praxam',
  loading: 'Chargement de votre résumé',
  daysTo,
  examOn: longDay,
  goalToday: (answered, perDay) =>
    answered < perDay
      ? `Objectif quotidien\u00a0: ${answered} sur ${perDay}`
      : `Objectif quotidien atteint\u00a0: ${counted(answered, 'question')}`,
  preparing: (id) => `Préparation de l’examen ${id}`,

  asks: 'Que préparez-vous\u202f?',
  asksWhy: 'Avec une date d’examen, la révision du jour planifie tout avant l’examen.',

  resumeAt: (position) => `Reprendre à la question ${position}`,
  resume: 'Reprendre',
  review: (count) => `Réviser ${counted(count, 'question')}`,
  startTen: (count) => `Faire ${counted(Math.min(count, 10), 'question')}`,
  chooseExam: 'Choisir un examen',

  due: (count, id) => `${counted(count, 'question')}${id ? ` ${id}` : ''} à revoir`,
  waited: (days) =>
    days === 0
      ? 'Révision du jour. À revoir depuis aujourd’hui.'
      : `Révision du jour. La plus ancienne attend depuis ${counted(days, 'jour')}.`,
  open: ({ certificationId, set, position, questionCount }) =>
    `${modeOf(set)} pour ${certificationId.toUpperCase()}, question ${position} sur ${questionCount}`,
  stopped: (answered, changedAt, now) => {
    const when = dayOf(changedAt) === dayOf(now) ? `aujourd’hui à ${timeOf(changedAt)}` : `le ${dayOf(changedAt)}`
    return `${counted(answered, 'réponse')}. Dernier passage ${when}.`
  },
  weakest: (area) => `Domaine le plus faible\u00a0: ${area}`,
  weakestDetail: (percent, answers, weight) => `${percent}\u00a0% de bonnes réponses sur ${answers}. Ce domaine pèse ${weight} à l’examen.`,
  weight: (min, max) => (min === max ? `${min}\u00a0%` : `${min} à ${max}\u00a0%`),
  practice: 'S’entraîner',
  mistakes: (count) => `${counted(count, 'erreur')} à corriger`,
  mistakesDetail: 'Votre dernière réponse était incorrecte.',
  fix: (count) => `Corriger ${counted(count, 'erreur')}`,
  mixed: (id) => `${practicePanel.names.mixed} pour ${id}`,
  mixedDetail: 'Selon le poids à l’examen, en commençant par vos erreurs et les questions jamais vues.',
  allWays: (id) => `Tous les modes d’entraînement pour ${id}`,
  linesTitle: 'Ce que vous pouvez faire',

  goalTitle: 'Objectif quotidien',
  goalMeter: (answered, perDay) =>
    answered < perDay
      ? `${counted(answered, 'question')} sur ${perDay}`
      : `${counted(answered, 'question')}, objectif de ${perDay} atteint`,
  of: (perDay) => `sur ${perDay}`,
  questionWord: (count) => plural(count, 'question'),
  toGo: (answered, perDay) =>
    answered < perDay ? `Encore ${counted(perDay - answered, 'question')}.` : `L’objectif de ${perDay} est atteint.`,
  noGoal: 'Aucun objectif.',
  changeGoal: 'Modifier l’objectif',
  setGoal: 'Choisir un objectif',

  weeksTitle: 'Les quatre dernières semaines',
  weeksText: (perDay) => (perDay === null ? 'Questions par jour.' : `Questions par jour. Le trait est votre objectif de ${perDay}.`),
  weeksLabel: (total, activeDays, goal) => {
    const what = `${counted(total, 'réponse')} en ${counted(activeDays, 'jour')} au cours des quatre dernières semaines`
    return goal ? `${what}. L’objectif de ${goal.perDay} a été atteint ${counted(goal.metDays, 'fois', 'fois')}.` : `${what}.`
  },
  goalMark: (perDay) => `objectif ${perDay}`,
  weekLabel: shortDay,
  table: 'Chaque jour en tableau',
  columns: { day: 'Jour', answers: 'Questions' },
  daysLeftOut: 'Les jours sans entraînement ne sont pas indiqués.',
  day,
  nothing: 'Pas encore d’entraînement. Répondez à dix questions pour commencer.',

  examsTitle: 'Vos examens',
  seen: (seen, size) => `${counted(seen, 'vue')} sur ${number(size)}`,
  noDate: 'Pas de date d’examen',

  offlineTitle: 'Vous êtes hors connexion',
  unreachableTitle: 'Votre résumé ne s’est pas chargé',
  offlineText:
    'Votre date d’examen, vos révisions et vos chiffres reviendront quand vous serez en ligne. Les examens enregistrés fonctionnent hors connexion.',
  unreachableText: 'Vos réponses sont en sécurité. Vérifiez votre connexion et réessayez, ou entraînez-vous en attendant.',
  tryAgain: 'Réessayer',
  certifications: 'Certifications',

  strip: 'Votre entraînement',
  stripDue: (count) => ({ figure: String(count), text: 'à revoir aujourd’hui' }),
  stripGoal: (answered, perDay) =>
    answered < perDay
      ? { figure: `${answered} sur ${perDay}`, text: 'questions aujourd’hui' }
      : { figure: String(answered), text: `${plural(answered, 'question')} aujourd’hui, objectif atteint` },
  stripDays: (count, id) => ({
    figure: count === 0 ? 'Aujourd’hui' : counted(count, 'jour'),
    text: count === 0 ? `l’examen ${id}` : `avant ${id}`,
  }),
  stripNoExam: 'Pas encore de date d’examen',
  toToday: 'Aujourd’hui',
}
