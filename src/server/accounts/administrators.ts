/** The administrator role: who has it, and granting it. */
import { recordAudit } from '#server/audit/index.ts'
import { findPerson, findUserByEmail } from '#server/accounts/people.ts'
import type { Db } from '#server/db/tables.ts'

/** Whether a user may act as an administrator. Functions that write on behalf of an administrator check this again. */
export async function isAdministrator(db: Db, userId: string): Promise<boolean> {
  const person = await findPerson(db, userId)
  return person !== undefined && person.isAdministrator && !person.isDisabled
}

/**
 * Whether a user is an administrator. Locks the user's role until the transaction ends. `userId` is `null` for a command on the server,
 * which is always allowed. Several transactions can hold this lock, but changes to the role wait for all of them.
 */
export async function lockAdministrator(transaction: Db, userId: string | null): Promise<boolean> {
  if (userId === null) return true
  await transaction.selectFrom('user_profiles').select('id').where('id', '=', userId).forShare().execute()
  return isAdministrator(transaction, userId)
}

/** Locks all administrators. Otherwise, two administrators who remove each other's role at the same time would leave none. */
export async function lockAllAdministrators(transaction: Db): Promise<void> {
  await transaction.selectFrom('user_profiles').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute()
}

/** Whether the user is the only one who can administer the site. */
export async function isLastAdministrator(db: Db, userId: string): Promise<boolean> {
  const administrators = await db
    .selectFrom('user_profiles')
    .innerJoin('users', 'users.id', 'user_profiles.id')
    .select('users.id')
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .limit(2)
    .execute()
  return administrators.length === 1 && administrators[0]?.id === userId
}

/** Makes the user with this address an administrator. Called by a command on the server. */
export async function grantAdministrator(db: Db, email: string): Promise<'made' | 'already' | 'unknown'> {
  const person = await findUserByEmail(db, email)
  if (!person) return 'unknown'
  if (person.isAdministrator) return 'already'
  await setAdministrator(db, person.id, true)
  await recordAudit(db, null, 'administrator', person.id)
  return 'made'
}

export async function setAdministrator(db: Db, userId: string, isAdmin: boolean): Promise<void> {
  await db
    .insertInto('user_profiles')
    .values({ id: userId, is_admin: isAdmin })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ is_admin: isAdmin }))
    .execute()
}
