/** `/signup`: address and password. Where mail can be sent, the answer does not tell whether the address has an account. */
import { Form, Link, data, redirect } from 'react-router'
import { emailProblem, pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { findViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/signup.ts'
import { callAuth, passwordLengthMax, passwordLengthMin, findPasswordWeaknesses } from '#server/accounts/index.ts'

type Answer = { email: string; problem: string | undefined; emailProblem: string | undefined; weaknesses: string[]; isSent: boolean }

export async function loader({ context, url }: Route.LoaderArgs) {
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (await findViewer(context)) throw redirect(to)
  const { captcha } = context.get(servicesContext).accounts.policy
  return { to, captcha, lengths: { min: passwordLengthMin, max: passwordLengthMax } }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'password', 'to', ...captchaFields])
  const { email, password } = values
  const answered = (given: Partial<Answer>, status: number, headers: [string, string][] = []) =>
    data<Answer>({ email, problem: undefined, emailProblem: undefined, weaknesses: [], isSent: false, ...given }, { status, headers })
  if (problem) return answered({ problem }, 400)
  const weaknesses = await findPasswordWeaknesses(password, email)
  const wrongEmail = emailProblem(email)
  if (wrongEmail || weaknesses.length > 0) return answered({ emailProblem: wrongEmail, weaknesses }, 400)
  const { accounts } = context.get(servicesContext)
  const answer = await callAuth(accounts, request, '/sign-up/email', { email, password, name: '' }, readCaptcha(values))
  const headers = cookieHeaders(answer)
  if (answer.code === 'INVALID_EMAIL') return answered({ emailProblem: 'EMAIL_INVALID' }, 400)
  // The same form sent twice at once: the address was free a moment ago.
  const isTaken = answer.code === 'FAILED_TO_CREATE_USER'
  if (isTaken && !accounts.policy.confirmedAddressToSignIn) return answered({ problem: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }, 422)
  if (answer.code && !isTaken) return answered({ problem: answer.code }, answer.status, headers)
  if (accounts.policy.confirmedAddressToSignIn) return answered({ isSent: true }, 200)
  return redirect(pathOnThisSite(values.to), { headers })
}

export default function SignUp({ loaderData: { to, captcha, lengths }, actionData }: Route.ComponentProps) {
  if (actionData?.isSent) {
    return (
      <AccountPage title={account.checkInboxTitle} done={account.checkInbox(actionData.email)}>
        <p>
          <Link to={`/verify-email?resend=${encodeURIComponent(actionData.email)}`}>{account.resend}</Link>
        </p>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={account.signUpTitle} problem={actionData?.problem}>
      <Form className="flow" method="post" noValidate>
        <input type="hidden" name="to" value={to} />
        <EmailField value={actionData?.email} problem={actionData?.emailProblem} />
        <NewPasswordField name="password" label={account.password} weaknesses={actionData?.weaknesses} lengths={lengths} />
        <Captcha settings={captcha} />
        <SubmitButton label={account.signUp} busy={account.signingUp} kind="primary" size="large" />
        <p>
          {account.alreadyHere} <Link to={`/login?to=${encodeURIComponent(to)}`}>{account.signIn}</Link>
        </p>
      </Form>
    </AccountPage>
  )
}
