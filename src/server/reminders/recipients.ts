/**
 * The members that a message goes to. The message is queued in the transaction that records it and that locks the member, so each member
 * gets it once: processes that check at the same time choose different members, and a process that crashes leaves nothing half done.
 */
import { defaultLanguage, isLanguage } from '#exam/languages.ts'
import type { Db } from '#server/db/tables.ts'
import type { MailMessage } from '#server/mail/messages.ts'
import { inLanguage } from '#server/platform/language.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { OptionalLetter } from '#server/reminders/optional-mail.ts'
import { unsubscribeUrl, type MailSubscription, type UnsubscribeTokens } from '#server/reminders/unsubscribe.ts'

/** `origin` is the address of the site without a trailing slash. */
export type ReminderServices = { origin: string; tokens: Pick<UnsubscribeTokens, 'make'>; jobs: Pick<Jobs, 'sendMail'> }

export type SwitchColumn = 'study_reminders' | 'email_notifications'

/** `language`: the language of the member's mail. `null` if the member has not saved any settings. */
export type ReminderRecipient = { id: string; email: string; language: string | null }

/** Writes a message to a member in their language. `write` gets the data that every message needs. */
export function writeTo(
  { id, email, language }: ReminderRecipient,
  { origin, tokens }: Pick<ReminderServices, 'origin' | 'tokens'>,
  kind: MailSubscription['kind'],
  write: (letter: OptionalLetter) => MailMessage,
): MailMessage {
  return inLanguage(isLanguage(language) ? language : defaultLanguage, () =>
    write({ address: email, origin, unsubscribe: unsubscribeUrl(origin, tokens, { userId: id, kind }) }),
  )
}

/**
 * The first member after `last` with this mail enabled and a verified address. A member that another transaction has locked is left out:
 * another process writes to that member, or the member saves settings and will be found a few minutes later.
 */
export function selectNextRecipient(transaction: Db, name: SwitchColumn, last: ReminderRecipient | undefined) {
  return transaction
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.id')
    .select(['users.id', 'users.email', 'user_profiles.language'])
    .where(`user_profiles.${name}`, '=', true)
    .where('user_profiles.id', '>', last?.id ?? '')
    .where('users.email_verified', '=', true)
    .where('users.disabled_at', 'is', null)
    .orderBy('user_profiles.id')
    .limit(1)
    .forUpdate('user_profiles')
    .skipLocked()
}
