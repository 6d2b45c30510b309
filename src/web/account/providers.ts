/** Sends people to an identity provider, which sends them back to `/api/auth/callback/…`. */
import { redirect } from 'react-router'
import type { Auth } from '#server/accounts/auth.ts'
import { callAuth } from '#server/accounts/call-auth.ts'
import { cookieHeaders } from '#web/account/cookie-headers.ts'

/** `to` is the page to end on; `hint` fills in the address at the provider. */
export async function startProvider(auth: Auth, visitor: Request, provider: string, to: string, hint?: string): Promise<Response> {
  const answer = await callAuth(auth, visitor, '/sign-in/social', {
    provider,
    callbackURL: to,
    errorCallbackURL: '/login',
    disableRedirect: true,
    ...(hint && { loginHint: hint }),
  })
  const { url } = answer.body
  if (answer.code || typeof url !== 'string') return redirect('/login?error=PROVIDER_FAILED')
  return redirect(url, { headers: cookieHeaders(answer) })
}
