/** Responses to the account forms. They pass on the cookies that better-auth sets. */
import { data, redirect } from 'react-router'
import type { AuthResult } from '#server/accounts/index.ts'

export function cookieHeaders({ cookies }: Pick<AuthResult, 'cookies'>): [string, string][] {
  return cookies.map((cookie) => ['Set-Cookie', cookie])
}

/** Redirects after a successful sign-in: to the page for the second factor if the account has one, otherwise to `to`. */
export function completeSignIn(result: AuthResult, to: string): Response {
  const needsSecondFactor = result.body['twoFactorRedirect'] === true
  return redirect(needsSecondFactor ? `/login/second-factor?to=${encodeURIComponent(to)}` : to, { headers: cookieHeaders(result) })
}

/** `problem` is a code of `errors` in `web/text/en/accounts.ts`. */
export type FormState = { problem: string | undefined }

/**
 * Creates the function that an action responds with: the initial state of the form with `changes`. `from` is a status, or a
 * result of better-auth, whose status and cookies the response gets.
 */
export function formResponse<State extends FormState>(initial: State) {
  return (changes: Partial<State>, from: number | AuthResult = 200) =>
    data<State>(
      { ...initial, ...changes },
      typeof from === 'number' ? { status: from } : { status: from.status, headers: cookieHeaders(from) },
    )
}
