/**
 * `/login/link?token=…`: the page that a sign-in link in a mail opens. The member signs in with a button on it, because mail scanners open
 * links, and this link works only once.
 */
import { Link } from 'react-router'
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { pathOnThisSite } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { account } from '#text/accounts.ts'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/login-by-link.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '', to: pathOnThisSite(url.searchParams.get('to')) }
}

export const action = accountAction(['token'], {}, async ({ request, values: { token }, to, call, refuse }) => {
  const result = await call(`/magic-link/verify?${new URLSearchParams({ token, callbackURL: to })}`)
  const target = result.location ? new URL(result.location, request.url) : undefined
  const refusal = result.code ?? target?.searchParams.get('error')
  if (refusal || !target) return refuse(refusal ?? 'LINK_INVALID')
  return redirectWithCookies(pathOnThisSite(target.pathname + target.search), result)
})

export default function LoginByLink({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title={account.linkTitle}
      lede={actionData ? undefined : account.linkLede}
      problem={actionData?.problem}
      otherwise="LINK_INVALID"
    >
      {!actionData && <SubmitForm hidden={loaderData} submit={{ label: account.signIn, busy: account.signingIn }} />}
      <p>
        <Link className="link-alone" to="/login/email">
          {account.withMail}
        </Link>
      </p>
    </AccountPage>
  )
}
