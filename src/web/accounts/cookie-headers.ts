/** Passes on what better-auth answered: its cookies, and whether a second factor is still to come. */
import { redirect } from 'react-router'
import type { AuthResult } from '#server/accounts/index.ts'

export function cookieHeaders({ cookies }: Pick<AuthResult, 'cookies'>): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie])
}

/** After a way in was accepted: to the page asked for, by way of the second factor where there is one. */
export function completeSignIn(answer: AuthResult, to: string): Response {
  const isHalfway = answer.body['twoFactorRedirect'] === true
  return redirect(isHalfway ? `/login/second-factor?to=${encodeURIComponent(to)}` : to, { headers: cookieHeaders(answer) })
}
