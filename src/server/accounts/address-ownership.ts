/**
 * Runs when a user proves that they own their email address. Until then, anyone may have signed up with the address, so sign-in methods
 * that were added earlier are deleted.
 */
import type { Kysely } from 'kysely'
import { deletePasswordTokens } from '#server/accounts/better-auth-internals.ts'
import { passwordProviderId } from '#server/accounts/own-account.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'

/**
 * Confirms the address of a user who has set a password through a link, because the link came by mail or from an administrator. If the
 * address was unconfirmed, deletes other sign-in methods. Other links that set the password become invalid.
 */
export async function completePasswordReset(db: Kysely<Tables>, userId: string): Promise<void> {
  await transact(db, async (transaction) => {
    const confirmed = await transaction
      .updateTable('users')
      .set({ email_verified: true, updated_at: new Date() })
      .where('id', '=', userId)
      .where('email_verified', '=', false)
      .returning('id')
      .executeTakeFirst()
    if (confirmed) await deleteOtherSignInMethods(transaction, userId)
    await deletePasswordTokens(transaction, userId)
  })
}

/** Deletes passkeys, linked providers, the second factor, and known devices. Keeps the password. */
export async function deleteOtherSignInMethods(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await db.deleteFrom('identities').where('user_id', '=', userId).where('provider_id', '!=', passwordProviderId).execute()
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
}
