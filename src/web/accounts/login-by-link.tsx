/**
 * `/login/link?token=…`: the page that a sign-in link in a mail opens. It signs in with a button, because mail scanners open links and
 * this link works once.
 */
import { Form, Link, data, redirect } from 'react-router'
import { pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { cookieHeaders } from '#web/accounts/form-response.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login-by-link.ts'
import { callAuth } from '#server/accounts/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get('token') ?? '', to: pathOnThisSite(url.searchParams.get('to')) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['token', 'to'])
  if (problem) return data({ problem }, { status: 400 })
  const query = new URLSearchParams({ token: values.token, callbackURL: pathOnThisSite(values.to) })
  const result = await callAuth(context.get(servicesContext).accounts, request, `/magic-link/verify?${query}`)
  const target = result.location ? new URL(result.location, request.url) : undefined
  const refusal = result.code ?? target?.searchParams.get('error')
  if (refusal || !target) return data({ problem: refusal ?? 'LINK_INVALID' }, { status: 400 })
  return redirect(pathOnThisSite(target.pathname + target.search), { headers: cookieHeaders(result) })
}

export default function LoginByLink({ loaderData: { token, to }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title={account.linkTitle}
      lede={actionData ? undefined : account.linkLede}
      problem={actionData?.problem}
      otherwise="LINK_INVALID"
    >
      {!actionData && (
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="to" value={to} />
          <SubmitButton label={account.signIn} busy={account.signingIn} kind="primary" size="large" />
        </Form>
      )}
      <p>
        <Link to="/login/email">{account.withMail}</Link>
      </p>
    </AccountPage>
  )
}
