/** `/profile/password`: changes the password. A member without a password gets a link to set one. */
import { Form, redirect } from 'react-router'
import { readFields, splitProblem } from '#web/accounts/account-form.ts'
import { AccountName } from '#web/accounts/account-name.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { cookieHeaders, formResponse } from '#web/accounts/form-response.ts'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile-page.tsx'
import { account, optionalProblemText, problemText } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/change-password.ts'
import { callAuth, passwordLengthMax, passwordLengthMin, readOwnAccount, findPasswordWeaknesses } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  const { hasPassword } = await readOwnAccount(db, id, new Date())
  const { captcha, canSendMail } = accounts.policy
  return { email, hasPassword, captcha, canSendMail, lengths: { min: passwordLengthMin, max: passwordLengthMax } }
}

type ChangePasswordState = { problem: string | undefined; weaknesses: string[]; isSent: boolean }

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = await getRecentlyAuthenticatedViewer(context, request)
  const { accounts } = context.get(servicesContext)
  const { values, problem } = await readFields(request, ['current', 'password', 'link', ...captchaFields])
  const respond = formResponse<ChangePasswordState>({ problem: undefined, weaknesses: [], isSent: false })
  if (problem) return respond({ problem }, 400)
  if (values.link) {
    const sent = await callAuth(accounts, request, '/request-password-reset', { email }, readCaptcha(values))
    return sent.code ? respond({ problem: sent.code }, sent.status) : respond({ isSent: true })
  }
  const weaknesses = await findPasswordWeaknesses(values.password, email)
  if (weaknesses.length > 0) return respond({ weaknesses }, 400)
  const change = { currentPassword: values.current, newPassword: values.password, revokeOtherSessions: true }
  const result = await callAuth(accounts, request, '/change-password', change)
  if (result.code) return respond({ problem: result.code }, result.status)
  return redirect('/profile?done=password-changed', { headers: cookieHeaders(result) })
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, captcha, canSendMail, lengths } = loaderData
  const { problem, weaknesses, isSent } = actionData ?? {}
  if (!hasPassword) {
    return (
      <ProfilePage
        title={profile.passwordSetTitle}
        problem={optionalProblemText(problem)}
        done={isSent ? profile.passwordLinkSent(email) : undefined}
      >
        {!canSendMail && <p className="small">{account.outbox}</p>}
        {!isSent && (
          <Form className="flow" method="post">
            <p className="soft">{profile.noPassword}</p>
            <Captcha settings={captcha} />
            <SubmitButton label={profile.sendPasswordLink} busy={profile.sending} kind="primary" size="large" name="link" value="send" />
          </Form>
        )}
      </ProfilePage>
    )
  }
  const { fieldProblem, formProblem } = splitProblem(problem, ['INVALID_PASSWORD'])
  return (
    <ProfilePage title={profile.passwordTitle} problem={optionalProblemText(formProblem)}>
      <p className="soft">{profile.passwordEnds}</p>
      <Form className="flow" method="post" noValidate>
        <AccountName email={email} />
        <Field
          name="current"
          label={profile.currentPassword}
          type="password"
          autoComplete="current-password"
          problem={fieldProblem && problemText('PASSWORD_MISMATCH')}
        />
        <NewPasswordField name="password" label={account.newPassword} weaknesses={weaknesses} lengths={lengths} />
        <SubmitButton label={profile.changePassword} busy={profile.changing} kind="primary" size="large" />
      </Form>
    </ProfilePage>
  )
}
