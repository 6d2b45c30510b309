/** `/reset-password`: asks for a link; with the link's token, sets the password and ends all sessions. Invitations lead here, too. */
import { Form, Link, data, redirect } from 'react-router'
import { emailProblem, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
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

type Answer = { email: string; isSent: boolean; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'token', 'password', ...captchaFields])
  const { accounts } = context.get(servicesContext)
  const { email, token, password } = values
  const answered = (problem: string | undefined, status: number, isSent = false) => data<Answer>({ email, isSent, problem }, { status })
  if (problem) return answered(problem, 400)
  if (token) {
    const answer = await callAuth(accounts, request, '/reset-password', { token, newPassword: password })
    if (answer.code) return answered(answer.code, answer.status)
    // Whoever is signed in here may be somebody else, whose profile would say nothing about it.
    return redirect('/login?notice=password-set', { headers: cookieHeaders(await callAuth(accounts, request, '/sign-out', {})) })
  }
  const wrong = emailProblem(email)
  if (wrong) return answered(wrong, 400)
  const answer = await callAuth(accounts, request, '/request-password-reset', { email }, readCaptcha(values))
  return answer.code ? answered(answer.code, answer.status) : answered(undefined, 200, true)
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
  const isEmailProblem = problem === 'EMAIL_INVALID'
  return (
    <AccountPage
      title={account.resetTitle}
      lede={actionData?.isSent ? undefined : account.resetLede}
      problem={isEmailProblem ? undefined : problem}
      done={actionData?.isSent ? account.resetSent(actionData.email) : undefined}
    >
      {!canSendMail && <p className="small">{account.outbox}</p>}
      {!actionData?.isSent && (
        <Form className="flow" method="post" action="/reset-password" noValidate>
          <EmailField value={actionData?.email} problem={isEmailProblem ? problem : undefined} />
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
