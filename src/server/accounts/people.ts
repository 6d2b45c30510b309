/** The people who have an account, as administrators see and change them. Every change is kept in the audit log. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { containing } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { recordAudit } from '#server/audit/index.ts'
import type { auditActions } from '#server/audit/index.ts'

export type Person = {
  id: string
  email: string
  isConfirmed: boolean
  isAdministrator: boolean
  isDisabled: boolean
  hasSecondFactor: boolean
  createdAt: Date
  /** When a session of theirs was last used; `null` without one. */
  lastSeenAt: Date | null
}

export type PeoplePage = { people: Person[]; total: number; next: string | undefined }

export type PersonChange = (typeof auditActions.people)[number]

/** Why a change of a person was refused. The words are in `web/text/en/accounts.ts` under the same names. */
export type PersonRefusal = 'UNKNOWN_PERSON' | 'NOT_YOURSELF' | 'NOT_AN_ADMINISTRATOR'

const pageSize = 50

function people(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('user_profiles', 'user_profiles.id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.email_verified as isConfirmed',
      sql<boolean>`coalesce(user_profiles.is_admin, false)`.as('isAdministrator'),
      sql<boolean>`users.disabled_at is not null`.as('isDisabled'),
      sql<boolean>`coalesce(users.two_factor_enabled, false)`.as('hasSecondFactor'),
      'users.created_at as createdAt',
      (select) =>
        select
          .selectFrom('sessions')
          .select((session) => session.fn.max('sessions.updated_at').as('at'))
          .whereRef('sessions.user_id', '=', 'users.id')
          .as('lastSeenAt'),
    ])
}

/** People whose address contains the text, fifty at a time in the order of their addresses, after the address `after`. */
export async function listPeople(db: Db, search: string, after = ''): Promise<PeoplePage> {
  const pattern = containing(search.trim().toLowerCase())
  const found = await people(db)
    .where('users.email', 'like', pattern)
    .where('users.email', '>', after)
    .orderBy('users.email')
    .limit(pageSize + 1)
    .execute()
  const { total } = await db
    .selectFrom('users')
    .select((users) => users.fn.countAll<string>().as('total'))
    .where('email', 'like', pattern)
    .executeTakeFirstOrThrow()
  const { rows, last } = pageAfterKey(found, pageSize)
  return { people: rows, total: Number(total), next: last?.email }
}

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  return people(db).where('users.id', '=', id).executeTakeFirst()
}

/** Addresses are kept in small letters. */
export async function findUserByEmail(db: Db, email: string): Promise<Person | undefined> {
  return people(db).where('users.email', '=', email.trim().toLowerCase()).executeTakeFirst()
}

/** How a person signs in: `credential` for a password, `passkey`, and the ids of identity providers. Empty for one who was invited only. */
export async function listSignInMethods(db: Db, personId: string): Promise<string[]> {
  const identities = await db
    .selectFrom('identities')
    .select('provider_id')
    .where('user_id', '=', personId)
    .orderBy('provider_id')
    .execute()
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', personId).limit(1).executeTakeFirst()
  return [...identities.map((identity) => identity.provider_id), ...(passkey ? ['passkey'] : [])]
}

/** `actor` is an address, `null` for a command on the machine, `undefined` for somebody who has been deleted. */
export type PersonAuditLine = { id: string; at: Date; action: PersonChange; actor: string | null | undefined }

const auditLinesMax = 20

/** What has been done to a person lately, the latest first. */
export async function listPersonAudit(db: Db, personId: string): Promise<PersonAuditLine[]> {
  const lines = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.action', 'audit_log.actor_id as actorId', 'users.email'])
    .where('audit_log.subject_id', '=', personId)
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(auditLinesMax)
    .execute()
  return lines.map(({ id, at, action, actorId, email }) => ({
    id,
    at,
    action: action as PersonChange,
    actor: actorId === null ? null : (email ?? undefined),
  }))
}

/** Whether anybody has signed up yet. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Makes the person with this address an administrator, whoever runs the command. */
export async function grantAdministrator(db: Db, email: string): Promise<'made' | 'already' | 'unknown'> {
  const person = await findUserByEmail(db, email)
  if (!person) return 'unknown'
  if (person.isAdministrator) return 'already'
  await setAdministrator(db, person.id, true)
  await recordAudit(db, null, 'administrator', person.id)
  return 'made'
}

/**
 * Changes a person, if the one who asks is an administrator who stays one. Disabling ends the person's sessions and links.
 * One transaction with its line in the audit log.
 */
export async function changePerson(
  db: Kysely<Tables>,
  actorId: string,
  personId: string,
  change: Exclude<PersonChange, 'invited' | 'link-made'>,
  now: Date,
): Promise<PersonRefusal | undefined> {
  return db.transaction().execute(async (transaction) => {
    const refusal = await findChangeRefusal(transaction, actorId, personId, change)
    if (refusal) return refusal
    await applyChange(transaction, personId, change, now)
    await recordAudit(transaction, actorId, change, personId)
    return undefined
  })
}

/** Whether somebody may act as an administrator. Asked again by every function that writes. */
export async function isAdministrator(db: Db, userId: string): Promise<boolean> {
  const person = await findPerson(db, userId)
  return person !== undefined && person.isAdministrator && !person.isDisabled
}

/** Why the one who asks may not do this to the person, if anything. Inside a transaction, before it writes. */
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

/**
 * Whether a user is an administrator and stays one until the transaction ends. `null` is a command on the machine, which
 * may do everything. Administrators do not wait for each other; changing or deleting the user waits.
 */
export async function lockAdministrator(transaction: Db, userId: string | null): Promise<boolean> {
  if (userId === null) return true
  await transaction.selectFrom('user_profiles').select('id').where('id', '=', userId).forShare().execute()
  return isAdministrator(transaction, userId)
}

/** Two administrators who remove each other's role at the same time would leave none, so one of them waits here. */
async function lockAllAdministrators(transaction: Db): Promise<void> {
  await transaction.selectFrom('user_profiles').select('id').where('is_admin', '=', true).orderBy('id').forUpdate().execute()
}

/** Whether nobody else could administer the site. */
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

async function applyChange(db: Db, personId: string, change: PersonChange, now: Date): Promise<void> {
  switch (change) {
    case 'administrator':
    case 'member':
      return setAdministrator(db, personId, change === 'administrator')
    case 'disabled':
      await db.updateTable('users').set({ disabled_at: now }).where('id', '=', personId).execute()
      await db.deleteFrom('sessions').where('user_id', '=', personId).execute()
      return removeLinks(db, personId)
    case 'enabled':
      await db.updateTable('users').set({ disabled_at: null }).where('id', '=', personId).execute()
      // One that slipped in while the person was being disabled must not come back to life.
      await db.deleteFrom('sessions').where('user_id', '=', personId).execute()
      return
    case 'deleted':
      return deleteAccount(db, personId)
    case 'sessions-ended':
      await db.deleteFrom('sessions').where('user_id', '=', personId).execute()
      return
    case 'invited':
    case 'link-made':
  }
}

/** Removes an account with all that belongs to it: every table refers to `users` and follows. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await removeLinks(db, userId)
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

/** Links that are still good name the person by id or by address. Codes name nobody and run out in minutes. */
async function removeLinks(db: Db, userId: string): Promise<void> {
  const email = (await findPerson(db, userId))?.email ?? userId
  await db
    .deleteFrom('verifications')
    // An address stands in quotation marks there, and without them it may be the end of a longer one.
    .where((row) => row.or([row('value', 'like', containing(userId)), row('value', 'like', containing(JSON.stringify(email)))]))
    .execute()
}

export async function setAdministrator(db: Db, userId: string, isAdmin: boolean): Promise<void> {
  await db
    .insertInto('user_profiles')
    .values({ id: userId, is_admin: isAdmin })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ is_admin: isAdmin }))
    .execute()
}
