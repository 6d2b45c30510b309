/**
 * The members that a message goes to. The message is queued in the transaction that records it and that locks the member, so each member
 * gets it once: processes that check at the same time choose different members, and a process that crashes leaves nothing half done.
 */
import type { Kysely } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { unsubscribeUrl, type MailSubscription, type UnsubscribeTokens } from '#server/reminders/unsubscribe.ts'

/** `origin` is the address of the site without a trailing slash. */
export type ReminderServices = { origin: string; tokens: Pick<UnsubscribeTokens, 'make'>; jobs: Pick<Jobs, 'sendMail'> }

export type SwitchColumn = 'study_reminders' | 'email_notifications'

type ReminderRecipient = { id: string; email: string }

/** Finds and locks the first member after the id. */
export type FindNextRecipient = (transaction: Db, after: string) => Promise<ReminderRecipient | undefined>

/** What every message to a member has in common. */
export function letterTo({ id, email }: ReminderRecipient, { origin, tokens }: ReminderServices, kind: MailSubscription['kind']) {
  return { address: email, origin, unsubscribe: unsubscribeUrl(origin, tokens, { userId: id, kind }) }
}

/**
 * The first member after the id with this mail enabled and a verified address. A member that another transaction has locked is left out:
 * another process writes to that member, or the member saves settings and is found again minutes later.
 */
export function selectNextRecipient(transaction: Db, name: SwitchColumn, after: string) {
  return transaction
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.id')
    .select(['users.id', 'users.email'])
    .where(`user_profiles.${name}`, '=', true)
    .where('user_profiles.id', '>', after)
    .where('users.email_verified', '=', true)
    .where('users.disabled_at', 'is', null)
    .orderBy('user_profiles.id')
    .limit(1)
    .forUpdate('user_profiles')
    .skipLocked()
}

/**
 * Calls `work` for each member, in a transaction of its own. A failure undoes only the work for that member.
 *
 * @throws the first failure, after all other members
 */
export async function forEachRecipient(
  db: Kysely<Tables>,
  findNext: FindNextRecipient,
  work: (transaction: Db, member: ReminderRecipient) => Promise<void>,
): Promise<void> {
  // Mostly there is none, which needs no transaction.
  if (!(await findNext(db, ''))) return
  const failures: unknown[] = []
  let after: string | undefined = ''
  while (after !== undefined) {
    let found: ReminderRecipient | undefined
    try {
      await transact(db, async (transaction) => {
        found = await findNext(transaction, after ?? '')
        if (found) await work(transaction, found)
      })
    } catch (error) {
      failures.push(error)
    }
    after = found?.id
  }
  if (failures.length > 0) throw failures[0]
}
