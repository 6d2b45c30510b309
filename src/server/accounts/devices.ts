/** Browsers that somebody has signed in with before: they are told apart from strangers, and a new one is reported. */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { parse } from 'bowser'
import { sha256 } from '#server/platform/hash.ts'
import type { Db } from '#server/db/tables.ts'

/** A name for a browser nobody can guess. Only its hash is kept. */
export function createDeviceToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Whether the person with this address has signed in with this browser before. */
export async function isKnownDevice(db: Db, email: string, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('known_devices.id')
    .where('users.email', '=', email.trim().toLowerCase())
    .where('known_devices.token_hash', '=', sha256(token))
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps that somebody has signed in with this browser. Says whether it is a new one beside others. */
export async function saveKnownDevice(db: Db, userId: string, token: string, now: Date): Promise<{ isNew: boolean }> {
  const known = await db.selectFrom('known_devices').select('token_hash').where('user_id', '=', userId).execute()
  await db
    .insertInto('known_devices')
    .values({ id: randomUUIDv7(), user_id: userId, token_hash: sha256(token), seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ seen_at: now }))
    .execute()
  return { isNew: known.length > 0 && !known.some((device) => device.token_hash === sha256(token)) }
}

/** Browser and system in words, `Firefox on Windows`; `an unknown browser` when it does not say. */
export function formatDeviceName(userAgent: string | null | undefined): string {
  if (!userAgent) return 'an unknown browser'
  const { browser, os } = parse(userAgent)
  return [browser.name ?? 'an unknown browser', os.name].filter(Boolean).join(' on ')
}
