/** Sends people to an identity provider, which sends them back to `/api/auth/callback/…`. */
import { redirect } from 'react-router'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { callAuth } from '#server/accounts/index.ts'
import type { Accounts } from '#server/accounts/index.ts'

type Way = {
  provider: string
  /** The page to end on. */
  to: string
  /** An address to fill in at the provider. */
  hint?: string
  /** Whether the provider is asked to have the person sign in there again. */
  isAgain?: boolean
}

export async function redirectToProvider(accounts: Accounts, visitor: Request, { provider, to, hint, isAgain }: Way): Promise<Response> {
  if (!(await accounts.reachProvider(provider))) return redirect('/login?error=PROVIDER_FAILED')
  const answer = await callAuth(accounts, visitor, '/sign-in/social', {
    provider,
    callbackURL: to,
    errorCallbackURL: '/login',
    disableRedirect: true,
    ...(hint && { loginHint: hint }),
    ...(isAgain && { additionalParams: { prompt: 'login', max_age: '0' } }),
  })
  const { url } = answer.body
  if (answer.code || typeof url !== 'string') return redirect('/login?error=PROVIDER_FAILED')
  return redirect(url, { headers: cookieHeaders(answer) })
}
