/** The people who have an account, as administrators see them. */
import { isLanguage, type Language } from '#exam/languages.ts'
import { sql } from 'kysely'
import { containing, startingWith } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { PersonChange } from '#server/accounts/change-person.ts'
import type { Db } from '#server/db/tables.ts'

export type Person = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

/** When the total is not exact, there are more people than `total`. */
export type PeoplePage = { people: Person[]; total: number; isTotalExact: boolean; next: string | undefined }

const pageSize = 50

export const isDisabled = sql<boolean>`users.disabled_at is not null`

/** Columns of a person, for queries of `users` and `user_profiles`. */
export const personColumns = [
  'users.id',
  'users.email',
  'users.email_verified as isConfirmed',
  sql<boolean>`coalesce(user_profiles.is_admin, false)`.as('isAdministrator'),
  isDisabled.as('isDisabled'),
  sql<boolean>`coalesce(users.two_factor_enabled, false)`.as('hasSecondFactor'),
  'users.created_at as createdAt',
] as const

/** `lastSeenAt`: when the person last used a session; `null` without a session. */
function people(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('user_profiles', 'user_profiles.id', 'users.id')
    .select(personColumns)
    .select((select) =>
      select
        .selectFrom('sessions')
        .select((session) => session.fn.max('sessions.updated_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('lastSeenAt'),
    )
}

/** People beyond this number are not counted, so that the cost of a page does not grow with the number of accounts. */
export const countedPeopleMax = 1_000

/** The index for searches within addresses consists of pieces of this length. A shorter text is compared with the start of the address. */
export const searchedPartLengthMin = 3

/**
 * People whose address contains the text, or starts with it if the text is short: a page of fifty, sorted by address, starting after
 * `after`.
 */
export async function listPeople(db: Db, search: string, after = ''): Promise<PeoplePage> {
  const text = search.trim().toLowerCase()
  const found = await people(db)
    .$if(text !== '', (query) => query.where(isFound(text)))
    .$if(after !== '', (query) => query.where(addressInByteOrder, '>', after))
    .orderBy(addressInByteOrder)
    .limit(pageSize + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, pageSize)
  return { people: rows, ...(await countPeople(db, text)), next: last?.email }
}

async function countPeople(db: Db, text: string): Promise<Pick<PeoplePage, 'total' | 'isTotalExact'>> {
  const counted = db
    .selectFrom('users')
    .select('id')
    .$if(text !== '', (query) => query.where(isFound(text)))
    .limit(countedPeopleMax + 1)
    .as('counted')
  const { total } = await db
    .selectFrom(counted)
    .select(sql<number>`count(*)::int4`.as('total'))
    .executeTakeFirstOrThrow()
  return total > countedPeopleMax ? { total: countedPeopleMax, isTotalExact: false } : { total, isTotalExact: true }
}

/** The same expression as in the index for searches by the start of an address. */
const addressInByteOrder = sql<string>`users.email collate "C"`

function isFound(text: string) {
  return text.length < searchedPartLengthMin
    ? sql<boolean>`${addressInByteOrder} like ${startingWith(text)}`
    : sql<boolean>`users.email like ${containing(text)}`
}

export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  return people(db).where('users.id', '=', id).executeTakeFirst()
}

/** The person with this address, ignoring upper and lower case: addresses are stored in lowercase. */
export async function findUserByEmail(db: Db, email: string): Promise<Person | undefined> {
  return people(db).where('users.email', '=', email.trim().toLowerCase()).executeTakeFirst()
}

/** The language in which a member gets mail. `undefined` if the member has no row in `user_profiles`. */
export async function findMailLanguage(db: Db, personId: string): Promise<Language | undefined> {
  const row = await db.selectFrom('user_profiles').select('language').where('id', '=', personId).executeTakeFirst()
  return isLanguage(row?.language) ? row.language : undefined
}

/** How a person signs in: `credential` for a password, `passkey`, and ids of identity providers. Empty until an invited person joins. */
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

/** `actor` is an address, `null` for a command on the server, `undefined` for a deleted account. */
export type PersonAuditLine = { id: string; at: Date; action: PersonChange; actor: string | null | undefined }

const auditLinesMax = 20

/** The latest changes to a person, newest first. */
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

/** Whether the site has any account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}
