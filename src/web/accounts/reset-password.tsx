/** `/reset-password`: sends a link to reset the password. With the token of such a link or an invitation, sets the password and ends all sessions. */
import { Link } from 'react-router'
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { emailProblem, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { EmailField } from '#web/accounts/email-field.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { servicesContext } from '#web/context.ts'
import { account } from '#text/accounts.ts'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/reset-password.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const { captcha, canSendMail } = context.get(servicesContext).accounts.policy
  return { token: url.searchParams.get('token'), captcha, canSendMail }
}

const initial = { isSent: false }

export const action = accountAction(['token', 'password'], initial, async ({ values, call, respond, refuse }) => {
  const { email, token, password } = values
  if (token) {
    const result = await call('/reset-password', { token, newPassword: password })
    if (result.code) return refuse(result.code, result.status)
    // If another member stayed signed in here, `/login` would redirect to their profile, which does not show this notice.
    return redirectWithCookies('/login?notice=password-set', await call('/sign-out', {}))
  }
  const invalid = emailProblem(email)
  if (invalid) return refuse(invalid)
  const result = await call('/request-password-reset', { email })
  return result.code ? refuse(result.code, result.status) : respond({ isSent: true })
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, initial)
}

export default function ResetPassword({ loaderData: { token, captcha, canSendMail }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  if (token && problem !== 'INVALID_TOKEN') {
    const isWeakness = problem?.startsWith('PASSWORD_') ?? false
    return (
      <AccountPage title={account.newPasswordTitle} lede={account.newPasswordLede} problem={isWeakness ? undefined : problem}>
        <SubmitForm hidden={{ token }} submit={{ label: account.setPassword, busy: account.setting }}>
          <NewPasswordField label={account.newPassword} weaknesses={isWeakness && problem ? [problem] : []} />
        </SubmitForm>
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
        <SubmitForm action="/reset-password" submit={{ label: account.sendReset, busy: account.sending }}>
          <EmailField value={actionData?.email} problem={fieldProblem} />
          <Captcha settings={captcha} />
        </SubmitForm>
      )}
      <p>
        <Link className="link-alone" to="/login">
          {account.back}
        </Link>
      </p>
    </AccountPage>
  )
}
