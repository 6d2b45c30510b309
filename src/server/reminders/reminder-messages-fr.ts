/** The optional email messages in French. See `reminder-messages.ts`. */
import { successorInFrench } from '#exam/planning/successors.ts'
import {
  addressOf,
  count,
  formatDay,
  formatList,
  onOneLine,
  write,
  type MailLink,
  type MailMessage,
  type Paragraph,
} from '#server/mail/messages.ts'
import {
  findMostDue,
  nameOf,
  optional,
  type DueCount,
  type RetirementNotice,
  type StudyReminder,
  type WeeklySummary,
} from '#server/reminders/optional-mail.ts'

const becauseOfReminders = 'parce que vous avez activé les rappels d’entraînement'
const becauseOfNotifications = 'parce que vous avez activé les notifications par e-mail'

export function studyReminderMailFr(letter: StudyReminder): MailMessage {
  const { due, exams, lastPracticed, origin, goodUntil } = letter
  const total = due.reduce((sum, { count: number }) => sum + number, 0)
  const subject = total > 0 ? `À vous de jouer\u00a0: ${count(total, 'question')} à revoir aujourd’hui` : 'À vous de jouer'
  const body = [
    'Voici votre rappel d’entraînement.',
    dueToday(
      due,
      `Aucune question n’est à revoir aujourd’hui\u00a0: ${lastPracticed ? 'poursuivez votre entraînement ou essayez autre chose' : 'commencez par quelques questions'}.`,
    ),
    ...exams.map(({ certificationId, daysLeft }) => `Votre examen ${nameOf(certificationId)} a lieu ${inDays(daysLeft)}.`),
    practiceLink(origin, due, lastPracticed ?? exams[0]?.certificationId),
    'Modifiez ici les jours et l’heure de vos rappels\u00a0:',
    { label: 'Vos paramètres', url: addressOf(origin, '/profile/settings') },
    ...unsubscribeTextFr(letter.unsubscribe, 'Désactiver les rappels d’entraînement'),
  ]
  return optional(write('study-reminder', letter.address, subject, body, becauseOfReminders), letter, goodUntil)
}

export function weeklySummaryMailFr(letter: WeeklySummary): MailMessage {
  const { from, to, activeMs, answered, correct, due, origin, goodUntil } = letter
  const minutes = Math.round(activeMs / 60_000)
  const time = minutes === 0 ? 'moins d’une minute' : count(minutes, 'minute')
  const percent = Math.round((100 * correct) / answered)
  const answers =
    answered === 0
      ? 'Aucune réponse n’a été évaluée cette semaine. Une réponse est évaluée quand vous affichez la bonne réponse ou terminez la tentative.'
      : `${count(answered, 'réponse')} ${answered === 1 ? 'évaluée' : 'évaluées'}, dont ${correct} ${correct < 2 ? 'correcte' : 'correctes'} (${percent}\u00a0%).`
  const body = [
    `Du ${formatDay(from)} au ${formatDay(to)}, votre entraînement a duré ${time}.`,
    answers,
    dueToday(due, 'Aucune question n’est à revoir aujourd’hui.'),
    { label: 'Voir votre progression', url: addressOf(origin, '/profile') },
    ...unsubscribeTextFr(letter.unsubscribe, 'Désactiver les notifications par e-mail'),
  ]
  const subject = `Votre semaine sur Praxam\u00a0: ${time}, ${count(answered, 'réponse')}`
  return optional(write('weekly-summary', letter.address, subject, body, becauseOfNotifications), letter, goodUntil)
}

export function retirementMailFr(letter: RetirementNotice): MailMessage {
  const { certificationId, name, retiredOn, isApproximate, successor, origin } = letter
  const id = nameOf(certificationId)
  const since = retiredOn && !isApproximate ? `est retiré depuis le ${formatDay(retiredOn)}` : 'est retiré'
  const body = [
    `L’examen ${id} (${onOneLine(name)}), auquel vous vous entraînez, ${since}\u00a0: il n’est plus possible de le passer.`,
    successor
      ? `L’examen qui le remplace\u00a0: ${onOneLine(successorInFrench(successor))}.`
      : 'Nous n’avons trouvé aucun examen qui le remplace.',
    'Vous pouvez continuer à travailler ses questions. En savoir plus\u00a0:',
    { label: id, url: addressOf(origin, `/certifications/${certificationId}`) },
    ...unsubscribeTextFr(letter.unsubscribe, 'Désactiver les notifications par e-mail'),
  ]
  return optional(write('retirement-news', letter.address, `Votre examen ${id} est retiré`, body, becauseOfNotifications), letter)
}

export function unsubscribeTextFr(url: string, label: string): Paragraph[] {
  return ['Si vous ne souhaitez plus recevoir ces messages, désactivez-les ici, sans vous connecter\u00a0:', { label, url }]
}

function practiceLink(origin: string, due: readonly DueCount[], lastPracticed: string | undefined): MailLink {
  const most = findMostDue(due)
  if (most) return { label: `Réviser ${nameOf(most)}`, url: addressOf(origin, `/exam/${most}/review`) }
  if (lastPracticed) return { label: `S’entraîner pour ${nameOf(lastPracticed)}`, url: addressOf(origin, `/exam/${lastPracticed}`) }
  return { label: 'Choisir un examen', url: addressOf(origin, '/certifications') }
}

/** `À revoir aujourd’hui : 12 questions MB-800 et 1 question PL-900.` */
function dueToday(due: readonly DueCount[], otherwise: string): string {
  if (due.length === 0) return otherwise
  return `À revoir aujourd’hui\u00a0: ${formatList(due.map(({ certificationId, count: number }) => `${count(number, 'question')} ${nameOf(certificationId)}`))}.`
}

/** `aujourd’hui`, `demain`, `dans 12 jours`. */
export function inDays(days: number): string {
  if (days === 0) return 'aujourd’hui'
  return days === 1 ? 'demain' : `dans ${days} jours`
}
