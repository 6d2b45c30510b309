/** Redirects to an identity provider, which redirects back to `/api/auth/callback/…`. */
import { redirect } from 'react-router'
import { redirectWithCookies } from '#web/accounts/account-action.ts'
import { language } from '#text/language.ts'
import { addressIn } from '#exam/languages.ts'
import { callAuth, type Accounts } from '#server/accounts/index.ts'

type ProviderSignIn = {
  provider: string
  /** The page to open after the sign-in. */
  to: string
  /** An email address for the provider's sign-in form. */
  hint?: string
  /** Whether the user must sign in at the provider again. */
  isAgain?: boolean
}

export async function redirectToProvider(
  accounts: Accounts,
  visitor: Request,
  { provider, to, hint, isAgain }: ProviderSignIn,
): Promise<Response> {
  if (!(await accounts.reachProvider(provider))) return redirect('/login?error=PROVIDER_FAILED')
  const result = await callAuth(accounts, visitor, '/sign-in/social', {
    provider,
    callbackURL: addressIn(language.code, to),
    errorCallbackURL: addressIn(language.code, '/login'),
    disableRedirect: true,
    ...(hint && { loginHint: hint }),
    ...(isAgain && { additionalParams: { prompt: 'login', max_age: '0' } }),
  })
  const { url } = result.body
  if (result.code || typeof url !== 'string') return redirect('/login?error=PROVIDER_FAILED')
  return redirectWithCookies(url, result)
}
