/** `/login/confirm`: asks the member to sign in again before a sensitive change, with any sign-in method. */
import { Link, redirect } from 'react-router'
import { accountAction, completeSignIn } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { pathOnThisSite } from '#web/accounts/account-form.ts'
import { AccountName } from '#web/accounts/account-name.tsx'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { OtherSignInMethods } from '#web/accounts/other-sign-in-methods.tsx'
import { redirectToProvider } from '#web/accounts/redirect-to-provider.ts'
import { getViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/login-confirm.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (viewer.isRecentlyAuthenticated) throw redirect(to)
  const { providers, captcha } = context.get(servicesContext).accounts.policy
  return { to, email: viewer.email, providers: providers.map(({ id, name }) => ({ id, name })), captcha }
}

export const action = accountAction(['password', 'provider'], {}, async ({ request, context, accounts, values, to, call, refuse }) => {
  const { email } = await getViewer(context, request)
  const { password, provider } = values
  if (provider) return redirectToProvider(accounts, request, { provider, to, hint: email, isAgain: true })
  const result = await call('/sign-in/email', { email, password })
  if (!result.code) return completeSignIn(result, to)
  return refuse(result.code === 'INVALID_EMAIL_OR_PASSWORD' ? 'PASSWORD_MISMATCH' : result.code, result)
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, {})
}

export default function Confirm({ loaderData: { to, email, providers, captcha }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title={account.confirmTitle} lede={account.confirmLede} problem={actionData?.problem}>
      <SubmitForm hidden={{ to }} submit={{ label: account.confirm, busy: account.confirming }}>
        <AccountName email={email} />
        <Field name="password" label={account.password} type="password" autoComplete="current-password" isFocused />
        <Captcha settings={captcha} />
      </SubmitForm>
      <OtherSignInMethods to={to} providers={providers}>
        <Link className="link-alone" to={`/login/email?to=${encodeURIComponent(to)}`}>
          {account.confirmByCode}
        </Link>
      </OtherSignInMethods>
    </AccountPage>
  )
}
