/**
 * `/profile/email`: changes the address. If another account already has the new address, the page shows the
 * same message, but no mail is sent.
 */
import { accountAction } from '#web/accounts/account-action.ts'
import { emailProblem, splitProblem } from '#web/accounts/account-form.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile/profile-page.tsx'
import { account, optionalProblemText } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/change-email.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email, isConfirmed } = await getRecentlyAuthenticatedViewer(context, request)
  return { email, isConfirmed, canSendMail: context.get(servicesContext).accounts.policy.canSendMail }
}

/** `sent`: set after the mail is sent. If the current address is `confirmed`, the change must first be approved from its mailbox. */
type ChangeEmailState = { sent: 'confirmed' | 'unconfirmed' | undefined }
const initial: ChangeEmailState = { sent: undefined }

export const action = accountAction([], initial, async ({ request, context, values: { email }, call, respond, refuse }) => {
  const viewer = await getRecentlyAuthenticatedViewer(context, request)
  const invalid = emailProblem(email) ?? (email.toLowerCase() === viewer.email ? 'SAME_ADDRESS' : undefined)
  if (invalid) return refuse(invalid)
  const result = await call('/change-email', { newEmail: email })
  return respond(result.code ? { problem: result.code } : { sent: viewer.isConfirmed ? 'confirmed' : 'unconfirmed' }, result)
})

/** Problems that are shown below the field. */
const fieldCodes = ['EMAIL_INVALID', 'INVALID_EMAIL', 'SAME_ADDRESS']

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, problem, email } = actionData ?? {}
  const { fieldProblem, formProblem } = splitProblem(problem, fieldCodes)
  return (
    <ProfilePage title={profile.emailTitle} problem={optionalProblemText(formProblem)} done={sent && sentText(sent, email ?? '')}>
      {!loaderData.canSendMail && <p className="small">{account.outbox}</p>}
      {!sent && (
        <>
          <p>{profile.emailNow(loaderData.email)}</p>
          <p className="soft">{loaderData.isConfirmed ? profile.emailHowConfirmed : profile.emailHowUnconfirmed}</p>
          <SubmitForm submit={{ label: profile.changeEmail, busy: profile.changing }}>
            <EmailField label={profile.newEmail} value={email} problem={fieldProblem} autoComplete="email" />
          </SubmitForm>
        </>
      )}
    </ProfilePage>
  )
}

function sentText(sent: 'confirmed' | 'unconfirmed', email: string): string {
  return sent === 'confirmed' ? profile.emailSentConfirmed(email) : profile.emailSentUnconfirmed(email)
}
