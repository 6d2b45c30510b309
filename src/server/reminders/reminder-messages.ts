/** Letters that one can do without: reminders of practising, the summary of a week, and news of an exam. Each says how it is switched off. */
import { addressOf, count, onOneLine, printDay, write } from '#server/mail/messages.ts'
import type { Link, MailMessage, Paragraph } from '#server/mail/messages.ts'

/** How many questions of a certification are due in the daily review. */
export type DueCount = { certificationId: string; count: number }

/** A member's place to switch off what she gets, and the address that does it without signing in. */
type Unneeded = { address: string; origin: string; unsubscribe: string }

/** Reminds of practising on a day the member has chosen. Leads to what is due, or to the certification practised last. */
export function studyReminderMail(
  letter: Unneeded & {
    due: readonly DueCount[]
    exams: readonly { certificationId: string; daysLeft: number }[]
    lastPractised: string | undefined
    goodUntil: Date
  },
): MailMessage {
  const { due, exams, lastPractised, origin, goodUntil } = letter
  const total = due.reduce((sum, { count: number }) => sum + number, 0)
  const subject = total > 0 ? `Time to practise: ${count(total, 'question')} due today` : 'Time to practise'
  const body = [
    'You asked to be reminded of practising today.',
    dueToday(
      due,
      `In your daily review nothing is due today, so ${lastPractised ? 'go on where you are, or try something new' : 'begin with a few questions'}.`,
    ),
    ...exams.map(({ certificationId, daysLeft }) => `Your exam ${nameOf(certificationId)} is ${inDays(daysLeft)}.`),
    practiceLink(origin, due, lastPractised ?? exams[0]?.certificationId),
    'Days and hour of these reminders are yours to choose:',
    settingsLink(origin),
    ...switchOff(letter.unsubscribe, 'Switch off study reminders'),
  ]
  return unneeded(write('study-reminder', letter.address, subject, body, 'because you switched on study reminders'), letter, goodUntil)
}

/** Sums up a week that was practised in. Both days of it are ISO text, the last one included. */
export function weeklySummaryMail(
  letter: Unneeded & {
    from: string
    to: string
    activeMs: number
    answered: number
    correct: number
    due: readonly DueCount[]
    goodUntil: Date
  },
): MailMessage {
  const { from, to, activeMs, answered, correct, due, origin, goodUntil } = letter
  const minutes = Math.round(activeMs / 60_000)
  const time = minutes === 0 ? 'less than a minute' : count(minutes, 'minute')
  const answers =
    answered === 0
      ? 'No answer was checked in that week: it counts once you reveal its key or finish the run.'
      : `You checked ${count(answered, 'answer')}; ${correct === answered ? 'all' : correct} of them ${correct === 1 ? 'was' : 'were'} right, which is ${Math.round((100 * correct) / answered)}%.`
  const body = [
    `From ${printDay(from)} to ${printDay(to)} you practised for ${time}.`,
    answers,
    dueToday(due, 'In your daily review nothing is due today.'),
    { label: 'See your progress', url: addressOf(origin, '/profile') },
    ...switchOff(letter.unsubscribe, 'Switch off email notifications'),
  ]
  const subject = `Your week on Praxam: ${time}, ${count(answered, 'answer')}`
  return unneeded(write('weekly-summary', letter.address, subject, body, 'because you switched on email notifications'), letter, goodUntil)
}

/** Tells somebody who practises for an exam that it is retired. `retiredOn` is ISO text; an approximate one is not named. */
export function retirementMail(
  letter: Unneeded & { certificationId: string; name: string; retiredOn: string | null; isApproximate: boolean; successor: string | null },
): MailMessage {
  const { certificationId, name, retiredOn, isApproximate, successor, origin } = letter
  const id = nameOf(certificationId)
  const since = retiredOn && !isApproximate ? ` since ${printDay(retiredOn)}` : ''
  const body = [
    `The exam ${id} (${onOneLine(name)}), which you have practised for, is retired${since} and can no longer be taken.`,
    successor ? `What came after it: ${onOneLine(successor)}.` : 'We know of no successor.',
    'The questions stay here for practice. More about it:',
    { label: id, url: addressOf(origin, `/certifications/${certificationId}`) },
    ...switchOff(letter.unsubscribe, 'Switch off email notifications'),
  ]
  return unneeded(
    write('retirement-news', letter.address, `News about your exam: ${id} is retired`, body, 'because you switched on email notifications'),
    letter,
  )
}

/** What mail programs need to offer switching off. Source: RFC 8058; the headers are written by the mailer. */
function unneeded(message: MailMessage, { unsubscribe }: Unneeded, goodUntil?: Date): MailMessage {
  return { ...message, unsubscribe, ...(goodUntil && { goodUntil: goodUntil.toISOString() }) }
}

function switchOff(url: string, label: string): Paragraph[] {
  return ['If you did not expect this, or want no more of it, switch it off here. You need not sign in:', { label, url }]
}

function settingsLink(origin: string): Link {
  return { label: 'Your settings', url: addressOf(origin, '/profile/settings') }
}

function practiceLink(origin: string, due: readonly DueCount[], practised: string | undefined): Link {
  const most = due.toSorted((a, b) => b.count - a.count)[0]?.certificationId
  if (most) return { label: `Review ${nameOf(most)}`, url: addressOf(origin, `/exam/${most}/review`) }
  if (practised) return { label: `Practise ${nameOf(practised)}`, url: addressOf(origin, `/exam/${practised}`) }
  return { label: 'Choose an exam', url: addressOf(origin, '/certifications') }
}

/** `In your daily review 12 questions of MB-800 and 1 question of PL-900 are due today.` */
function dueToday(due: readonly DueCount[], otherwise: string): string {
  if (due.length === 0) return otherwise
  const parts = due.map(({ certificationId, count: number }) => `${count(number, 'question')} of ${nameOf(certificationId)}`)
  const isOne = due.length === 1 && due[0]?.count === 1
  return `In your daily review ${lists.format(parts)} ${isOne ? 'is' : 'are'} due today.`
}

function inDays(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** As people write it: `MB-800`. */
function nameOf(certificationId: string): string {
  return onOneLine(certificationId).toUpperCase()
}

const lists = new Intl.ListFormat('en-GB')
