/** `/login/email`: sends a sign-in link or a code, then asks for the code. The page does not reveal whether the account exists. */
import { Form, Link } from 'react-router'
import { emailProblem, pathOnThisSite, readFields, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { completeSignIn, formResponse } from '#web/accounts/form-response.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login-by-mail.ts'
import { callAuth } from '#server/accounts/index.ts'

type LoginByMailState = { email: string; sent: 'link' | 'code' | undefined; problem: string | undefined }

export function loader({ context, url }: Route.LoaderArgs) {
  const { captcha, canSendMail } = context.get(servicesContext).accounts.policy
  return { to: pathOnThisSite(url.searchParams.get('to')), captcha, canSendMail }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'to', 'how', 'code', ...captchaFields])
  const { accounts } = context.get(servicesContext)
  const { email, how, code } = values
  const respond = formResponse<LoginByMailState>({ email, sent: undefined, problem: undefined })
  const invalid = problem ?? emailProblem(email)
  if (invalid) return respond({ problem: invalid }, 400)
  if (how === 'enter') {
    const result = await callAuth(accounts, request, '/sign-in/email-otp', { email, otp: code.replaceAll(/\s/g, '') })
    return result.code ? respond({ sent: 'code', problem: result.code }, result) : completeSignIn(result, pathOnThisSite(values.to))
  }
  const result =
    how === 'code'
      ? await callAuth(accounts, request, '/email-otp/send-verification-otp', { email, type: 'sign-in' }, readCaptcha(values))
      : await callAuth(accounts, request, '/sign-in/magic-link', { email, callbackURL: pathOnThisSite(values.to) }, readCaptcha(values))
  return result.code ? respond({ problem: result.code }, result.status) : respond({ sent: how === 'code' ? 'code' : 'link' })
}

export default function LoginByMail({ loaderData: { to, captcha, canSendMail }, actionData }: Route.ComponentProps) {
  const { email = '', sent, problem } = actionData ?? {}
  const { fieldProblem, formProblem } = splitProblem(problem, ['EMAIL_INVALID'])
  const done = sent === 'link' ? account.linkSent(email) : sent === 'code' && !problem ? account.codeSent(email) : undefined
  return (
    <AccountPage title={account.mailTitle} lede={sent ? undefined : account.mailLede} problem={formProblem} done={done}>
      {!canSendMail && <p className="small">{account.outbox}</p>}
      {sent === 'code' && (
        <Form className="flow" method="post" noValidate>
          <input type="hidden" name="to" value={to} />
          <input type="hidden" name="email" value={email} />
          <Field name="code" label={account.code} hint={account.codeHint} inputMode="numeric" autoComplete="one-time-code" isFocused />
          <SubmitButton label={account.signIn} busy={account.signingIn} kind="primary" size="large" name="how" value="enter" />
        </Form>
      )}
      {sent !== 'link' && (
        <Form className="flow" method="post" noValidate>
          <input type="hidden" name="to" value={to} />
          <EmailField value={email} problem={fieldProblem} />
          <Captcha settings={captcha} />
          <p className="row">
            <SubmitButton label={account.sendLink} busy={account.sending} {...(!sent && { kind: 'primary' })} name="how" value="link" />
            <SubmitButton label={account.sendCode} busy={account.sending} name="how" value="code" />
          </p>
        </Form>
      )}
      <p>
        <Link to="/login">{account.back}</Link>
      </p>
    </AccountPage>
  )
}
