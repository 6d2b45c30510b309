/** Passes cookies that better-auth set on to the visitor. */
import type { AuthAnswer } from '#server/accounts/call-auth.ts'

export function cookieHeaders({ cookies }: Pick<AuthAnswer, 'cookies'>): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie])
}
