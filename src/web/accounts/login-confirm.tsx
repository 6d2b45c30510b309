/** `/login/confirm`: asks the member to sign in again before a sensitive change, with any sign-in method. */
import { Form, Link, redirect } from 'react-router'
import { pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountName } from '#web/accounts/account-name.tsx'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { completeSignIn, formResponse, type FormState } from '#web/accounts/form-response.ts'
import { OtherSignInMethods } from '#web/accounts/other-sign-in-methods.tsx'
import { redirectToProvider } from '#web/accounts/redirect-to-provider.ts'
import { getViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login-confirm.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (viewer.isRecentlyAuthenticated) throw redirect(to)
  const { providers, captcha } = context.get(servicesContext).accounts.policy
  return { to, email: viewer.email, providers: providers.map(({ id, name }) => ({ id, name })), captcha }
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await getViewer(context, request)
  const { values, problem } = await readFields(request, ['password', 'provider', 'to', ...captchaFields])
  const { accounts } = context.get(servicesContext)
  const to = pathOnThisSite(values.to)
  if (values.provider) return redirectToProvider(accounts, request, { provider: values.provider, to, hint: viewer.email, isAgain: true })
  const respond = formResponse<FormState>({ problem: undefined })
  if (problem) return respond({ problem }, 400)
  const result = await callAuth(
    accounts,
    request,
    '/sign-in/email',
    { email: viewer.email, password: values.password },
    readCaptcha(values),
  )
  if (!result.code) return completeSignIn(result, to)
  return respond({ problem: result.code === 'INVALID_EMAIL_OR_PASSWORD' ? 'PASSWORD_MISMATCH' : result.code }, result)
}

export default function Confirm({ loaderData: { to, email, providers, captcha }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title={account.confirmTitle} lede={account.confirmLede} problem={actionData?.problem}>
      <Form className="flow" method="post" noValidate>
        <input type="hidden" name="to" value={to} />
        <AccountName email={email} />
        <Field name="password" label={account.password} type="password" autoComplete="current-password" isFocused />
        <Captcha settings={captcha} />
        <SubmitButton label={account.confirm} busy={account.confirming} kind="primary" size="large" />
      </Form>
      <OtherSignInMethods to={to} providers={providers}>
        <Link to={`/login/email?to=${encodeURIComponent(to)}`}>{account.confirmByCode}</Link>
      </OtherSignInMethods>
    </AccountPage>
  )
}
