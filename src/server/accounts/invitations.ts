/**
 * Links that administrators make for people: to join, to set a password, to sign in. better-auth takes them for its own,
 * so they are kept as it keeps them, in one transaction with everything else: under a hash, never as they are.
 */
import { dayMs } from '#exam/duration.ts'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { lifetimes } from '#server/accounts/account-mail.ts'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { sha256 } from '#server/platform/hash.ts'
import { findPerson, lockAdministrator, listSignInMethods, findChangeRefusal, setAdministrator } from '#server/accounts/people.ts'
import type { PersonRefusal } from '#server/accounts/people.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { recordAudit } from '#server/audit/index.ts'

export type AccountLinkKind = 'invitation' | 'password-reset' | 'sign-in'

/** Why there is no link. The words are in `web/text/en/accounts.ts` under the same names. */
export type AccountLinkRefusal = PersonRefusal | 'EMAIL_INVALID' | 'PERSON_EXISTS' | 'PERSON_DISABLED' | 'PERSON_HAS_JOINED'

export type InvitationResult = { ok: true; personId: string } | { ok: false; refusal: AccountLinkRefusal }
/** `path` is relative to the origin and holds the secret. */
export type AccountLinkResult = { ok: true; path: string } | { ok: false; refusal: AccountLinkRefusal }

/** What a link opens: a page, and for how long. */
const kinds: Record<AccountLinkKind, { page: string; forMs: number }> = {
  invitation: { page: '/reset-password', forMs: lifetimes.invitationDays * dayMs },
  'password-reset': { page: '/reset-password', forMs: lifetimes.resetMinutes * 60_000 },
  'sign-in': { page: '/login/link', forMs: lifetimes.linkMinutes * 60_000 },
}

/** Makes an account without a password and sends the link that sets one. The message leaves when everything is kept. */
export async function invitePerson(
  { db, mail }: { db: Kysely<Tables>; mail: Pick<AccountMail, 'invitation'> },
  actorId: string,
  invitation: { email: string; isAdministrator: boolean },
  now: Date,
): Promise<InvitationResult> {
  const email = invitation.email.trim().toLowerCase()
  // The library's own idea of an address: with any other one nobody could sign in.
  if (!z.email().safeParse(email).success) return { ok: false, refusal: 'EMAIL_INVALID' }
  const made = await db.transaction().execute(async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
    const personId = await insertPerson(transaction, email, now)
    if (!personId) return 'PERSON_EXISTS'
    await recordAudit(transaction, actorId, 'invited', personId)
    if (invitation.isAdministrator) {
      await setAdministrator(transaction, personId, true)
      await recordAudit(transaction, actorId, 'administrator', personId)
    }
    const invitedBy = (await findPerson(transaction, actorId))?.email ?? ''
    return { personId, invitedBy, token: await keepLink(transaction, 'invitation', { id: personId, email }, now) }
  })
  if (typeof made === 'string') return { ok: false, refusal: made }
  await mail.invitation(email, made.token, made.invitedBy)
  return { ok: true, personId: made.personId }
}

/**
 * Makes a link for an administrator to hand over. One that sets a password replaces those made before, so that none
 * lies about; one that signs in takes an unconfirmed person's password, see `revokeUnprovenAccountAccess` of the library.
 */
export async function createAccountLink(
  db: Kysely<Tables>,
  actorId: string,
  personId: string,
  kind: AccountLinkKind,
  now: Date,
): Promise<AccountLinkResult> {
  return db.transaction().execute(async (transaction): Promise<AccountLinkResult> => {
    const refusal = await findChangeRefusal(transaction, actorId, personId, 'link-made')
    if (refusal) return { ok: false, refusal }
    const person = await findPerson(transaction, personId)
    if (!person || person.isDisabled) return { ok: false, refusal: person ? 'PERSON_DISABLED' : 'UNKNOWN_PERSON' }
    const isInvited = (await listSignInMethods(transaction, personId)).length === 0
    // An invitation lives for days, which is too long for a link into an account that is in use.
    if (kind === 'invitation' && !isInvited) return { ok: false, refusal: 'PERSON_HAS_JOINED' }
    await recordAudit(transaction, actorId, 'link-made', personId)
    const token = await keepLink(transaction, kind, person, now)
    return { ok: true, path: `${kinds[kind].page}?token=${token}` }
  })
}

/**
 * After a link has set a password: whoever followed it reads the mailbox, or was given the link by an administrator, so
 * the address counts as confirmed; other links that would set the password again are gone.
 *
 * Until an address is confirmed, anybody may have signed up with it. So ways in from before then go with the old password.
 */
export async function completePasswordReset(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const confirmed = await transaction
      .updateTable('users')
      .set({ email_verified: true, updated_at: new Date() })
      .where('id', '=', userId)
      .where('email_verified', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (confirmed) await deleteOtherSignInMethods(transaction, userId)
    await removePasswordLinks(transaction, userId)
  })
}

/** Passkeys, providers, the second factor and known browsers go; the password stays, or is somebody else's matter. */
export async function deleteOtherSignInMethods(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await db.deleteFrom('identities').where('user_id', '=', userId).where('provider_id', '!=', 'credential').execute()
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
}

/** The id of the new person; `undefined` when the address has an account. */
async function insertPerson(db: Db, email: string, now: Date): Promise<string | undefined> {
  const added = await db
    .insertInto('users')
    .values({ id: randomUUIDv7(), name: '', email, email_verified: false, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Gives the secret of the link; the database has its hash alone. */
async function keepLink(db: Db, kind: AccountLinkKind, person: { id: string; email: string }, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const isSignIn = kind === 'sign-in'
  if (!isSignIn) await removePasswordLinks(db, person.id)
  await db
    .insertInto('verifications')
    .values({
      id: randomUUIDv7(),
      // As `password.mjs` and `magic-link` of better-auth 1.7 name them, with `storeIdentifier` and `storeToken` set to hashed.
      identifier: sha256(isSignIn ? `magic-link:${sha256(token)}` : `reset-password:${token}`),
      value: isSignIn ? JSON.stringify({ type: 'magic-link', email: person.email }) : person.id,
      expires_at: new Date(now.getTime() + kinds[kind].forMs),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return token
}

/** Only these, and second steps of a sign-in under way, are kept with nothing but the person's id. */
async function removePasswordLinks(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', userId).execute()
}
