/** Known devices: browsers that have signed in to an account before. Later sign-ins from other browsers are reported to the member. */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { parse } from 'bowser'
import type { Language } from '#exam/languages.ts'
import { sha256 } from '#server/platform/hash.ts'
import { currentLanguage } from '#server/platform/language.ts'
import type { Db } from '#server/db/tables.ts'

/** A random token that identifies a browser. The database stores only its hash. */
export function createDeviceToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Whether this browser has signed in to the account with this address before. */
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

/** Whether the account has known devices, and this browser is not one of them. So the first browser of an account is not new. */
export async function isNewDevice(db: Db, userId: string, token: string): Promise<boolean> {
  const known = await db.selectFrom('known_devices').select('token_hash').where('user_id', '=', userId).execute()
  return known.length > 0 && !known.some((device) => device.token_hash === sha256(token))
}

/** Records a sign-in with this browser. */
export async function saveKnownDevice(db: Db, userId: string, token: string, now: Date): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ id: randomUUIDv7(), user_id: userId, token_hash: sha256(token), seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ seen_at: now }))
    .execute()
}

const deviceWords: Record<Language, { unknown: string; on: string }> = {
  en: { unknown: 'an unknown browser', on: 'on' },
  fr: { unknown: 'un navigateur inconnu', on: 'sur' },
}

/** The browser and operating system of a user agent in the current language: `Firefox on Windows`, or `an unknown browser`. */
export function formatDeviceName(userAgent: string | null | undefined): string {
  const { unknown, on } = deviceWords[currentLanguage()]
  if (!userAgent) return unknown
  const { browser, os } = parse(userAgent)
  return [browser.name ?? unknown, os.name].filter(Boolean).join(` ${on} `)
}
