/** Optional email messages: study reminders, the weekly summary, and retirement notices. Each one has an unsubscribe link. */
import {
  addressOf,
  count,
  formatDay,
  formatList,
  inCurrentLanguage,
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
import { retirementMailFr, studyReminderMailFr, weeklySummaryMailFr } from '#server/reminders/reminder-messages-fr.ts'

/** Reminds a member to practice. Links to the due questions; if there are none, to the exam practiced last, the next exam, or the list of exams. */
export function studyReminderMail(letter: StudyReminder): MailMessage {
  return inCurrentLanguage({ en: studyReminderMailEn, fr: studyReminderMailFr })(letter)
}

/** Summarizes a week of practice. */
export function weeklySummaryMail(letter: WeeklySummary): MailMessage {
  return inCurrentLanguage({ en: weeklySummaryMailEn, fr: weeklySummaryMailFr })(letter)
}

/** Notifies a member that an exam they practice is retired. */
export function retirementMail(letter: RetirementNotice): MailMessage {
  return inCurrentLanguage({ en: retirementMailEn, fr: retirementMailFr })(letter)
}

function studyReminderMailEn(letter: StudyReminder): MailMessage {
  const { due, exams, lastPracticed, origin, goodUntil } = letter
  const total = due.reduce((sum, { count: number }) => sum + number, 0)
  const subject = total > 0 ? `Time to practice: ${count(total, 'question')} due today` : 'Time to practice'
  const body = [
    'Here’s your practice reminder.',
    dueToday(
      due,
      `Nothing is due today in your daily review, so ${lastPracticed ? 'continue your practice or try something new' : 'start with a few questions'}.`,
    ),
    ...exams.map(({ certificationId, daysLeft }) => `Your ${nameOf(certificationId)} exam is ${inDays(daysLeft)}.`),
    practiceLink(origin, due, lastPracticed ?? exams[0]?.certificationId),
    'Change the days and time of your reminders here:',
    settingsLink(origin),
    ...unsubscribeText(letter.unsubscribe, 'Turn off study reminders'),
  ]
  return optional(write('study-reminder', letter.address, subject, body, 'because you turned on study reminders'), letter, goodUntil)
}

function weeklySummaryMailEn(letter: WeeklySummary): MailMessage {
  const { from, to, activeMs, answered, correct, due, origin, goodUntil } = letter
  const minutes = Math.round(activeMs / 60_000)
  const time = minutes === 0 ? 'less than a minute' : count(minutes, 'minute')
  const answers =
    answered === 0
      ? 'No answers were graded this week. An answer is graded when you reveal it or finish the attempt.'
      : `${count(answered, 'answer')} ${answered === 1 ? 'was' : 'were'} graded, ${correct === answered ? 'all' : correct} correct (${Math.round((100 * correct) / answered)}%).`
  const body = [
    `From ${formatDay(from)} to ${formatDay(to)}, you practiced for ${time}.`,
    answers,
    dueToday(due, 'Nothing is due today in your daily review.'),
    { label: 'See your progress', url: addressOf(origin, '/profile') },
    ...unsubscribeText(letter.unsubscribe, 'Turn off email notifications'),
  ]
  const subject = `Your week on Praxam: ${time}, ${count(answered, 'answer')}`
  return optional(write('weekly-summary', letter.address, subject, body, 'because you turned on email notifications'), letter, goodUntil)
}

function retirementMailEn(letter: RetirementNotice): MailMessage {
  const { certificationId, name, retiredOn, isApproximate, successor, origin } = letter
  const id = nameOf(certificationId)
  const verb = retiredOn && !isApproximate ? `was retired on ${formatDay(retiredOn)}` : 'is retired'
  const body = [
    `The exam ${id} (${onOneLine(name)}), which you’ve been practicing, ${verb} and can no longer be taken.`,
    successor ? `Its replacement: ${onOneLine(successor)}.` : 'We don’t know of a replacement.',
    'You can still practice its questions. Learn more:',
    { label: id, url: addressOf(origin, `/certifications/${certificationId}`) },
    ...unsubscribeText(letter.unsubscribe, 'Turn off email notifications'),
  ]
  return optional(
    write('retirement-news', letter.address, `Your exam ${id} is retired`, body, 'because you turned on email notifications'),
    letter,
  )
}

export function unsubscribeText(url: string, label: string): Paragraph[] {
  return ['If you no longer want these messages, turn them off here. No sign-in needed:', { label, url }]
}

function settingsLink(origin: string): MailLink {
  return { label: 'Your settings', url: addressOf(origin, '/profile/settings') }
}

function practiceLink(origin: string, due: readonly DueCount[], lastPracticed: string | undefined): MailLink {
  const most = findMostDue(due)
  if (most) return { label: `Review ${nameOf(most)}`, url: addressOf(origin, `/exam/${most}/review`) }
  if (lastPracticed) return { label: `Practice ${nameOf(lastPracticed)}`, url: addressOf(origin, `/exam/${lastPracticed}`) }
  return { label: 'Choose an exam', url: addressOf(origin, '/certifications') }
}

/** `In your daily review, 12 MB-800 questions and 1 PL-900 question are due today.` */
function dueToday(due: readonly DueCount[], otherwise: string): string {
  if (due.length === 0) return otherwise
  const parts = due.map(({ certificationId, count: number }) => count(number, `${nameOf(certificationId)} question`))
  const isOne = due.length === 1 && due[0]?.count === 1
  return `In your daily review, ${formatList(parts)} ${isOne ? 'is' : 'are'} due today.`
}

function inDays(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
