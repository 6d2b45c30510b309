/** Changes that administrators make to other people's accounts. Each is recorded in the audit log. */
import type { Kysely } from 'kysely'
import { recordAudit, type auditActions } from '#server/audit/index.ts'
import { isAdministrator, lockAllAdministrators, setAdministrator } from '#server/accounts/administrators.ts'
import { deleteAllTokens } from '#server/accounts/better-auth-internals.ts'
import { findPerson } from '#server/accounts/people.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'

export type PersonChange = (typeof auditActions.people)[number]

/** Why a change was refused. The texts are in `web/text/en/accounts.ts` under the same names. */
export type PersonRefusal = 'UNKNOWN_PERSON' | 'NOT_YOURSELF' | 'NOT_AN_ADMINISTRATOR'

/** Changes a person if the actor is an administrator. Disabling also ends the person's sessions and deletes their tokens. */
export async function changePerson(
  db: Kysely<Tables>,
  actorId: string,
  personId: string,
  change: Exclude<PersonChange, 'invited' | 'link-made'>,
  now: Date,
): Promise<PersonRefusal | undefined> {
  return transact(db, async (transaction) => {
    const refusal = await findChangeRefusal(transaction, actorId, personId, change)
    if (refusal) return refusal
    await applyChange(transaction, personId, change, now)
    await recordAudit(transaction, actorId, change, personId)
    return undefined
  })
}

/** Why the actor may not make this change; `undefined` if they may. Call this in the transaction, before it writes. */
export async function findChangeRefusal(
  transaction: Db,
  actorId: string,
  personId: string,
  change: PersonChange,
): Promise<PersonRefusal | undefined> {
  await lockAllAdministrators(transaction)
  if (!(await isAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
  if (!(await findPerson(transaction, personId))) return 'UNKNOWN_PERSON'
  return personId === actorId && change !== 'administrator' ? 'NOT_YOURSELF' : undefined
}

/** Deletes an account with all its data: the foreign keys to `users` cascade, or become null in records of administrators' changes. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await deleteTokensOf(db, userId)
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

async function applyChange(db: Db, personId: string, change: Exclude<PersonChange, 'invited' | 'link-made'>, now: Date): Promise<void> {
  switch (change) {
    case 'administrator':
    case 'member':
      return setAdministrator(db, personId, change === 'administrator')
    case 'disabled':
      await db.updateTable('users').set({ disabled_at: now }).where('id', '=', personId).execute()
      await deleteSessions(db, personId)
      return deleteTokensOf(db, personId)
    case 'enabled':
      await db.updateTable('users').set({ disabled_at: null }).where('id', '=', personId).execute()
      // A session that was created while the person was being disabled must not become valid.
      return deleteSessions(db, personId)
    case 'deleted':
      return deleteAccount(db, personId)
    case 'sessions-ended':
      return deleteSessions(db, personId)
  }
}

async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

async function deleteTokensOf(db: Db, userId: string): Promise<void> {
  const person = await findPerson(db, userId)
  if (person) await deleteAllTokens(db, person)
}
