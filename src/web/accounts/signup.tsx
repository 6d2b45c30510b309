/** `/signup`: creates an account. If addresses must be confirmed, the page does not reveal whether the account already exists. */
import { Form, Link, redirect } from 'react-router'
import { emailProblem, pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { cookieHeaders, formResponse } from '#web/accounts/form-response.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { findViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/signup.ts'
import { callAuth, passwordLengthMax, passwordLengthMin, findPasswordWeaknesses } from '#server/accounts/index.ts'

type SignUpState = { email: string; problem: string | undefined; emailProblem: string | undefined; weaknesses: string[]; isSent: boolean }

export async function loader({ context, url }: Route.LoaderArgs) {
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (await findViewer(context)) throw redirect(to)
  const { captcha } = context.get(servicesContext).accounts.policy
  return { to, captcha, lengths: { min: passwordLengthMin, max: passwordLengthMax } }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'password', 'to', ...captchaFields])
  const { email, password } = values
  const respond = formResponse<SignUpState>({ email, problem: undefined, emailProblem: undefined, weaknesses: [], isSent: false })
  if (problem) return respond({ problem }, 400)
  const weaknesses = await findPasswordWeaknesses(password, email)
  const invalidEmail = emailProblem(email)
  if (invalidEmail || weaknesses.length > 0) return respond({ emailProblem: invalidEmail, weaknesses }, 400)
  const { accounts } = context.get(servicesContext)
  const result = await callAuth(accounts, request, '/sign-up/email', { email, password, name: '' }, readCaptcha(values))
  if (result.code === 'INVALID_EMAIL') return respond({ emailProblem: 'EMAIL_INVALID' }, 400)
  // A concurrent request created the account first.
  const wasJustCreated = result.code === 'FAILED_TO_CREATE_USER'
  if (wasJustCreated && !accounts.policy.confirmedAddressToSignIn) return respond({ problem: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' }, 422)
  if (result.code && !wasJustCreated) return respond({ problem: result.code }, result)
  if (accounts.policy.confirmedAddressToSignIn) return respond({ isSent: true })
  return redirect(pathOnThisSite(values.to), { headers: cookieHeaders(result) })
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
