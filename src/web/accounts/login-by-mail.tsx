/** `/login/email`: a link or a code by mail, then the field for the code. Says the same whether or not there is an account. */
import { Form, Link, data } from 'react-router'
import { emailProblem, pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { cookieHeaders, completeSignIn } from '#web/accounts/cookie-headers.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login-by-mail.ts'
import { callAuth } from '#server/accounts/index.ts'

type Sent = { email: string; sent: 'link' | 'code' | undefined; problem: string | undefined }

export function loader({ context, url }: Route.LoaderArgs) {
  const { captcha, canSendMail } = context.get(servicesContext).accounts.policy
  return { to: pathOnThisSite(url.searchParams.get('to')), captcha, canSendMail }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'to', 'how', 'code', ...captchaFields])
  const { accounts } = context.get(servicesContext)
  const { email, how, code } = values
  const found = problem ?? emailProblem(email)
  if (found) return data<Sent>({ email, sent: undefined, problem: found }, { status: 400 })
  if (how === 'enter') {
    const answer = await callAuth(accounts, request, '/sign-in/email-otp', { email, otp: code.replaceAll(/\s/g, '') })
    const headers = cookieHeaders(answer)
    if (answer.code) return data<Sent>({ email, sent: 'code', problem: answer.code }, { status: answer.status, headers })
    const to = pathOnThisSite(values.to)
    return completeSignIn(answer, to)
  }
  const answer =
    how === 'code'
      ? await callAuth(accounts, request, '/email-otp/send-verification-otp', { email, type: 'sign-in' }, readCaptcha(values))
      : await callAuth(accounts, request, '/sign-in/magic-link', { email, callbackURL: pathOnThisSite(values.to) }, readCaptcha(values))
  if (answer.code) return data<Sent>({ email, sent: undefined, problem: answer.code }, { status: answer.status })
  return data<Sent>({ email, sent: how === 'code' ? 'code' : 'link', problem: undefined })
}

export default function LoginByMail({ loaderData: { to, captcha, canSendMail }, actionData }: Route.ComponentProps) {
  const { email = '', sent, problem } = actionData ?? {}
  const isEmailProblem = problem === 'EMAIL_INVALID'
  const done = sent === 'link' ? account.linkSent(email) : sent === 'code' && !problem ? account.codeSent(email) : undefined
  return (
    <AccountPage
      title={account.mailTitle}
      lede={sent ? undefined : account.mailLede}
      problem={isEmailProblem ? undefined : problem}
      done={done}
    >
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
          <EmailField value={email} problem={isEmailProblem ? problem : undefined} />
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
