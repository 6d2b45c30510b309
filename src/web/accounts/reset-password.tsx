/** `/reset-password`: sends a link. With the token of a link or invitation, sets the password and ends all sessions. */
import { Form, Link, redirect } from 'react-router'
import { emailProblem, readFields, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { cookieHeaders, formResponse } from '#web/accounts/form-response.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/reset-password.ts'
import { callAuth, passwordLengthMax, passwordLengthMin } from '#server/accounts/index.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const { captcha, canSendMail } = context.get(servicesContext).accounts.policy
  return { token: url.searchParams.get('token'), captcha, canSendMail, lengths: { min: passwordLengthMin, max: passwordLengthMax } }
}

type ResetPasswordState = { email: string; isSent: boolean; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'token', 'password', ...captchaFields])
  const { accounts } = context.get(servicesContext)
  const { email, token, password } = values
  const respond = formResponse<ResetPasswordState>({ email, isSent: false, problem: undefined })
  if (problem) return respond({ problem }, 400)
  if (token) {
    const result = await callAuth(accounts, request, '/reset-password', { token, newPassword: password })
    if (result.code) return respond({ problem: result.code }, result.status)
    // Another member may be signed in here, whose profile would not show that a password was set.
    return redirect('/login?notice=password-set', { headers: cookieHeaders(await callAuth(accounts, request, '/sign-out', {})) })
  }
  const invalid = emailProblem(email)
  if (invalid) return respond({ problem: invalid }, 400)
  const result = await callAuth(accounts, request, '/request-password-reset', { email }, readCaptcha(values))
  return result.code ? respond({ problem: result.code }, result.status) : respond({ isSent: true })
}

export default function ResetPassword({ loaderData: { token, captcha, canSendMail, lengths }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  if (token && problem !== 'INVALID_TOKEN') {
    const isWeakness = problem?.startsWith('PASSWORD_') ?? false
    return (
      <AccountPage title={account.newPasswordTitle} lede={account.newPasswordLede} problem={isWeakness ? undefined : problem}>
        <Form className="flow" method="post" noValidate>
          <input type="hidden" name="token" value={token} />
          <NewPasswordField
            name="password"
            label={account.newPassword}
            weaknesses={isWeakness && problem ? [problem] : []}
            lengths={lengths}
          />
          <SubmitButton label={account.setPassword} busy={account.setting} kind="primary" size="large" />
        </Form>
      </AccountPage>
    )
  }
  const { fieldProblem, formProblem } = splitProblem(problem, ['EMAIL_INVALID'])
  return (
    <AccountPage
      title={account.resetTitle}
      lede={actionData?.isSent ? undefined : account.resetLede}
      problem={formProblem}
      done={actionData?.isSent ? account.resetSent(actionData.email) : undefined}
    >
      {!canSendMail && <p className="small">{account.outbox}</p>}
      {!actionData?.isSent && (
        <Form className="flow" method="post" action="/reset-password" noValidate>
          <EmailField value={actionData?.email} problem={fieldProblem} />
          <Captcha settings={captcha} />
          <SubmitButton label={account.sendReset} busy={account.sending} kind="primary" size="large" />
        </Form>
      )}
      <p>
        <Link to="/login">{account.back}</Link>
      </p>
    </AccountPage>
  )
}
