/** What all optional email messages have in common, in every language. Each one has an unsubscribe link. */
import { onOneLine, type MailMessage } from '#server/mail/messages.ts'

/** The number of questions of a certification that are due in the daily review. */
export type DueCount = { certificationId: string; count: number }

/** `unsubscribe` is the URL that turns off this kind of message without signing in. */
export type OptionalLetter = { address: string; origin: string; unsubscribe: string }

export type StudyReminder = OptionalLetter & {
  due: readonly DueCount[]
  exams: readonly { certificationId: string; daysLeft: number }[]
  lastPracticed: string | undefined
  goodUntil: Date
}

/** `from` and `to` are ISO days, both included. */
export type WeeklySummary = OptionalLetter & {
  from: string
  to: string
  activeMs: number
  answered: number
  correct: number
  due: readonly DueCount[]
  goodUntil: Date
}

/** `retiredOn` is an ISO day. An approximate day is not shown. */
export type RetirementNotice = OptionalLetter & {
  certificationId: string
  name: string
  retiredOn: string | null
  isApproximate: boolean
  successor: string | null
}

/** Adds the data that mail programs need to offer unsubscribing. Source: RFC 8058. The mailer writes the headers. */
export function optional(message: MailMessage, { unsubscribe }: OptionalLetter, goodUntil?: Date): MailMessage {
  return { ...message, unsubscribe, ...(goodUntil && { goodUntil: goodUntil.toISOString() }) }
}

/** The certification with the most due questions. */
export function findMostDue(due: readonly DueCount[]): string | undefined {
  return due.toSorted((a, b) => b.count - a.count)[0]?.certificationId
}

/** The exam id in its usual spelling: `MB-800`. */
export function nameOf(certificationId: string): string {
  return onOneLine(certificationId).toUpperCase()
}
