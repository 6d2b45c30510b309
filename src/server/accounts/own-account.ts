/** The member's own account: what the profile shows, and deleting the account. */
import { sql, type Kysely } from 'kysely'
import { formatDeviceName } from '#server/accounts/devices.ts'
import { deleteAccount } from '#server/accounts/change-person.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { recordAudit } from '#server/audit/index.ts'
import { readSettings } from '#server/settings/index.ts'

/** The provider id that better-auth gives to a password. */
export const passwordProviderId = 'credential'

export type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>

/** `identities` are linked accounts at identity providers. Identities and passkeys are sorted oldest first. */
export async function readOwnAccount(db: Db, userId: string, now: Date) {
  const identities = await db
    .selectFrom('identities')
    .select(['id', 'provider_id as provider', 'created_at as since', sql<boolean>`password is not null`.as('hasPassword')])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    settings: await readSettings(db, userId),
    hasPassword: identities.some((identity) => identity.hasPassword),
    identities: identities
      .filter(({ provider }) => provider !== passwordProviderId)
      .map(({ id, provider, since }) => ({ id, provider, since })),
    passkeys: await db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at as since'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    sessions: await listSessions(db, userId, now),
  }
}

/** Whether unlinking one identity would leave neither a password nor a provider to sign in with. */
export function isLastIdentity({ hasPassword, identities }: Pick<OwnAccount, 'hasPassword' | 'identities'>): boolean {
  return !hasPassword && identities.length <= 1
}

/** Whether deleting one passkey would leave email as the only way to sign in. */
export function isLastPasskey({ hasPassword, identities, passkeys }: Pick<OwnAccount, 'hasPassword' | 'identities' | 'passkeys'>): boolean {
  return !hasPassword && identities.length === 0 && passkeys.length <= 1
}

/** The token by which better-auth identifies one of the user's own sessions. */
export async function findSessionToken(db: Db, userId: string, sessionId: string): Promise<string | undefined> {
  const row = await db.selectFrom('sessions').select('token').where('id', '=', sessionId).where('user_id', '=', userId).executeTakeFirst()
  return row?.token
}

/** Deletes the account permanently. The audit log records only its id. */
export async function deleteOwnAccount(db: Kysely<Tables>, userId: string): Promise<void> {
  await transact(db, async (transaction) => {
    await deleteAccount(transaction, userId)
    await recordAudit(transaction, userId, 'deleted', userId)
  })
}

/** Valid sessions, most recently used first. `network` is empty when it is unknown. */
async function listSessions(db: Db, userId: string, now: Date) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'updated_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ user_agent, ip_address, ...session }) => ({
    ...session,
    device: formatDeviceName(user_agent),
    network: ip_address ?? '',
  }))
}
