/** `/login/email`: sends a sign-in link, or sends a code and then asks for it. The page does not reveal whether the account exists. */
import { Form, Link } from 'react-router'
import { accountAction, completeSignIn } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { emailProblem, pathOnThisSite, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { EmailField } from '#web/accounts/email-field.tsx'
import { servicesContext } from '#web/context.ts'
import { account } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/login-by-mail.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const { captcha, canSendMail } = context.get(servicesContext).accounts.policy
  return { to: pathOnThisSite(url.searchParams.get('to')), captcha, canSendMail }
}

type LoginByMailState = { sent: 'link' | 'code' | undefined }
const initial: LoginByMailState = { sent: undefined }

export const action = accountAction(['how', 'code'], initial, async ({ values, to, call, respond, refuse }) => {
  const { email, how, code } = values
  const invalid = emailProblem(email)
  if (invalid) return refuse(invalid)
  if (how === 'enter') {
    const result = await call('/sign-in/email-otp', { email, otp: code.replaceAll(/\s/g, '') })
    return result.code ? respond({ sent: 'code', problem: result.code }, result) : completeSignIn(result, to)
  }
  const result =
    how === 'code'
      ? await call('/email-otp/send-verification-otp', { email, type: 'sign-in' })
      : await call('/sign-in/magic-link', { email, callbackURL: to })
  return result.code ? refuse(result.code, result) : respond({ sent: how === 'code' ? 'code' : 'link' })
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, initial)
}

export default function LoginByMail({ loaderData: { to, captcha, canSendMail }, actionData }: Route.ComponentProps) {
  const { email = '', sent, problem } = actionData ?? {}
  const { fieldProblem, formProblem } = splitProblem(problem, ['EMAIL_INVALID'])
  const done = sent === 'link' ? account.linkSent(email) : sent === 'code' && !problem ? account.codeSent(email) : undefined
  return (
    <AccountPage title={account.mailTitle} lede={sent ? undefined : account.mailLede} problem={formProblem} done={done}>
      {!canSendMail && <p className="small">{account.outbox}</p>}
      {sent === 'code' && (
        <SubmitForm hidden={{ to, email }} submit={{ label: account.signIn, busy: account.signingIn, name: 'how', value: 'enter' }}>
          <Field name="code" label={account.code} hint={account.codeHint} inputMode="numeric" autoComplete="one-time-code" isFocused />
        </SubmitForm>
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
        <Link className="link-alone" to="/login">
          {account.back}
        </Link>
      </p>
    </AccountPage>
  )
}
