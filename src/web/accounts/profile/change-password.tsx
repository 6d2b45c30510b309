/** `/profile/password`: changes the password. A member without a password can request a link to set one. */
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { splitProblem } from '#web/accounts/account-form.ts'
import { AccountName } from '#web/accounts/account-name.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile/profile-page.tsx'
import { account, optionalProblemText, problemText } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/change-password.ts'
import { readOwnAccount, findPasswordWeaknesses } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id, email } = await getRecentlyAuthenticatedViewer(context, request)
  const { db, accounts } = context.get(servicesContext)
  const { hasPassword } = await readOwnAccount(db, id, new Date())
  const { captcha, canSendMail } = accounts.policy
  return { email, hasPassword, captcha, canSendMail }
}

type ChangePasswordState = { weaknesses: string[]; isSent: boolean }
const initial: ChangePasswordState = { weaknesses: [], isSent: false }

export const action = accountAction(['current', 'password', 'link'], initial, async (form) => {
  const { request, context, values, call, respond, refuse } = form
  const { email } = await getRecentlyAuthenticatedViewer(context, request)
  if (values.link) {
    const sent = await call('/request-password-reset', { email })
    return sent.code ? refuse(sent.code, sent.status) : respond({ isSent: true })
  }
  const weaknesses = await findPasswordWeaknesses(values.password, email)
  if (weaknesses.length > 0) return respond({ weaknesses }, 400)
  const change = { currentPassword: values.current, newPassword: values.password, revokeOtherSessions: true }
  const result = await call('/change-password', change)
  return result.code ? refuse(result.code, result.status) : redirectWithCookies('/profile/account?done=password-changed', result)
})

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, captcha, canSendMail } = loaderData
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
          <SubmitForm submit={{ label: profile.sendPasswordLink, busy: profile.sending, name: 'link', value: 'send' }}>
            <p className="soft">{profile.noPassword}</p>
            <Captcha settings={captcha} />
          </SubmitForm>
        )}
      </ProfilePage>
    )
  }
  const { fieldProblem, formProblem } = splitProblem(problem, ['INVALID_PASSWORD'])
  return (
    <ProfilePage title={profile.passwordTitle} problem={optionalProblemText(formProblem)}>
      <p className="soft">{profile.passwordEnds}</p>
      <SubmitForm submit={{ label: profile.changePassword, busy: profile.changing }}>
        <AccountName email={email} />
        <Field
          name="current"
          label={profile.currentPassword}
          type="password"
          autoComplete="current-password"
          problem={fieldProblem && problemText('PASSWORD_MISMATCH')}
        />
        <NewPasswordField label={account.newPassword} weaknesses={weaknesses} />
      </SubmitForm>
    </ProfilePage>
  )
}
