/** Checks of a request to better-auth: the fields of its body, the page it comes from, and a new password. */
import { asText, authError, type HookContext } from '#server/accounts/better-auth-internals.ts'
import type { Endpoint } from '#server/accounts/endpoint.ts'
import { findPasswordWeaknesses } from '#server/accounts/passwords.ts'

/** Fields that only the site sets. They are refused rather than ignored, so that a caller notices the mistake. */
const ownFields = ['is_admin', 'isAdmin', 'role', 'emailVerified', 'disabledAt', 'twoFactorEnabled', 'trustDevice']
/** Maximum lengths in characters. Source for the address: RFC 5321, section 4.5.3.1. */
const fieldLengthMax = { email: 254, newEmail: 254, name: 200, image: 2000 }

/** @throws {APIError} `FIELD_NOT_ALLOWED`, `FIELD_TOO_LONG`, or `FIELD_UNREADABLE` */
export function checkFields(ctx: HookContext, { refusesId }: Endpoint): void {
  const body: unknown = ctx.body
  if (typeof body !== 'object' || body === null) return
  const fields = new Map(Object.entries(body))
  const own = [...ownFields, ...(refusesId ? ['id'] : [])].find((name) => fields.has(name))
  if (own) throw authError('BAD_REQUEST', 'FIELD_NOT_ALLOWED', `The field ${own} cannot be set`)
  for (const [name, lengthMax] of Object.entries(fieldLengthMax)) {
    const value: unknown = fields.get(name)
    if (value !== undefined && value !== null && (typeof value !== 'string' || value.length > lengthMax))
      throw authError('BAD_REQUEST', 'FIELD_TOO_LONG', `The field ${name} must be a string of at most ${lengthMax} characters`)
  }
  // PostgreSQL cannot store a zero byte in text.
  if (JSON.stringify(body).includes(String.raw`\u0000`)) throw authError('BAD_REQUEST', 'FIELD_UNREADABLE', 'A field contains a zero byte')
}

/**
 * Refuses a request that does not come from a page of this site. Otherwise, another site could sign the browser in to an account of its choice.
 *
 * @throws {APIError} `NOT_FROM_HERE`
 */
export function checkOwnPage(ctx: HookContext, origin: string): void {
  if (ctx.headers?.get('sec-fetch-site') !== 'same-origin' || ctx.headers.get('origin') !== origin)
    throw authError('FORBIDDEN', 'NOT_FROM_HERE', 'This link must be opened on a page of this site')
}

/** @throws {APIError} with the first weakness as its code */
export async function checkNewPassword(ctx: HookContext, { field, ownerEmail }: NonNullable<Endpoint['newPassword']>): Promise<void> {
  const [weakness] = await findPasswordWeaknesses(asText(ctx.body?.[field]), await ownerEmail(ctx))
  if (weakness) throw authError('BAD_REQUEST', weakness, 'This password is too easy to guess, too short, or too long')
}
