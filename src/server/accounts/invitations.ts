/** Links that administrators create for people: to join, to set a password, or to sign in. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { dayMs, minuteMs } from '#exam/duration.ts'
import type { AccountMail } from '#server/accounts/account-mail.ts'
import { lifetimes } from '#server/accounts/lifetimes.ts'
import { lockAdministrator, setAdministrator } from '#server/accounts/administrators.ts'
import { createToken, deletePasswordTokens } from '#server/accounts/better-auth-internals.ts'
import { findChangeRefusal, type PersonRefusal } from '#server/accounts/change-person.ts'
import { findPerson, listSignInMethods } from '#server/accounts/people.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { recordAudit } from '#server/audit/index.ts'

export type AccountLinkKind = 'invitation' | 'password-reset' | 'sign-in'

/** Why a link was not created. The texts are in `web/text/en/accounts.ts` under the same names. */
export type AccountLinkRefusal = PersonRefusal | 'EMAIL_INVALID' | 'PERSON_EXISTS' | 'PERSON_DISABLED' | 'PERSON_HAS_JOINED'

export type InvitationResult = { ok: true; personId: string } | { ok: false; refusal: AccountLinkRefusal }
/** `path` is relative to the origin and contains the token. */
export type AccountLinkResult = { ok: true; path: string } | { ok: false; refusal: AccountLinkRefusal }

/** The page that each kind of link opens, and how long the link is valid. */
const links: Record<AccountLinkKind, { page: string; lifetimeMs: number }> = {
  invitation: { page: '/reset-password', lifetimeMs: lifetimes.invitationDays * dayMs },
  'password-reset': { page: '/reset-password', lifetimeMs: lifetimes.resetMinutes * minuteMs },
  'sign-in': { page: '/login/link', lifetimeMs: lifetimes.linkMinutes * minuteMs },
}

/** Creates an account without a password and mails the link that sets one. The mail is sent after the transaction. */
export async function invitePerson(
  { db, mail }: { db: Kysely<Tables>; mail: AccountMail },
  actorId: string,
  invitation: { email: string; isAdministrator: boolean },
  now: Date,
): Promise<InvitationResult> {
  const email = invitation.email.trim().toLowerCase()
  // better-auth validates addresses the same way, so a person with an address that fails here could not sign in.
  if (!z.email().safeParse(email).success) return { ok: false, refusal: 'EMAIL_INVALID' }
  const invited = await transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
    const personId = await insertPerson(transaction, email, now)
    if (!personId) return 'PERSON_EXISTS'
    await recordAudit(transaction, actorId, 'invited', personId)
    if (invitation.isAdministrator) {
      await setAdministrator(transaction, personId, true)
      await recordAudit(transaction, actorId, 'administrator', personId)
    }
    const invitedBy = (await findPerson(transaction, actorId))?.email ?? ''
    return { personId, invitedBy, token: await createLinkToken(transaction, 'invitation', { id: personId, email }, now) }
  })
  if (typeof invited === 'string') return { ok: false, refusal: invited }
  await mail('invitation', email, invited.token, invited.invitedBy)
  return { ok: true, personId: invited.personId }
}

/**
 * Creates a link for an administrator to pass on. A link that sets a password replaces earlier ones. Signing in by link to an account with
 * an unconfirmed address deletes its password; see `revokeUnprovenAccountAccess` of better-auth.
 */
export async function createAccountLink(
  db: Kysely<Tables>,
  actorId: string,
  personId: string,
  kind: AccountLinkKind,
  now: Date,
): Promise<AccountLinkResult> {
  return transact(db, async (transaction): Promise<AccountLinkResult> => {
    const refusal = await findChangeRefusal(transaction, actorId, personId, 'link-made')
    if (refusal) return { ok: false, refusal }
    const person = await findPerson(transaction, personId)
    if (!person || person.isDisabled) return { ok: false, refusal: person ? 'PERSON_DISABLED' : 'UNKNOWN_PERSON' }
    const hasJoined = (await listSignInMethods(transaction, personId)).length > 0
    // An invitation is valid for days, which is too long for a link to an account that is in use.
    if (kind === 'invitation' && hasJoined) return { ok: false, refusal: 'PERSON_HAS_JOINED' }
    await recordAudit(transaction, actorId, 'link-made', personId)
    const token = await createLinkToken(transaction, kind, person, now)
    return { ok: true, path: `${links[kind].page}?token=${token}` }
  })
}

/** Adds a person and returns their id; `undefined` if an account already has the address. */
async function insertPerson(db: Db, email: string, now: Date): Promise<string | undefined> {
  const inserted = await db
    .insertInto('users')
    .values({ id: randomUUIDv7(), name: '', email, email_verified: false, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

async function createLinkToken(db: Db, kind: AccountLinkKind, user: { id: string; email: string }, now: Date): Promise<string> {
  const purpose = kind === 'sign-in' ? 'sign-in' : 'set-password'
  if (purpose === 'set-password') await deletePasswordTokens(db, user.id)
  return createToken(db, { purpose, user, expiresAt: new Date(now.getTime() + links[kind].lifetimeMs), now })
}
