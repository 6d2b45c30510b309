/** `/profile/email`: asks for a new address. Says the same whether or not somebody else has it, though an unconfirmed address shows by changing. */
import { Form, data } from 'react-router'
import { emailProblem, readFields } from '#web/accounts/account-form.ts'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { getRecentlyAuthenticatedViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile-page.tsx'
import { account } from '#web/text/en/accounts.ts'
import { profile } from '#web/text/en/profile.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/change-email.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email, isConfirmed } = await getRecentlyAuthenticatedViewer(context, request)
  return { email, isConfirmed, canSendMail: context.get(servicesContext).accounts.policy.canSendMail }
}

/** `sent` tells by which of the two ways the change goes on. */
type Answer = { email: string; sent: 'confirmed' | 'unconfirmed' | undefined; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await getRecentlyAuthenticatedViewer(context, request)
  const { values, problem } = await readFields(request, ['email'])
  const { email } = values
  const answered = (given: Partial<Answer>, status: number, headers: [string, string][] = []) =>
    data<Answer>({ email, sent: undefined, problem: undefined, ...given }, { status, headers })
  const isSame = email.toLowerCase() === viewer.email
  const wrong = problem ?? emailProblem(email) ?? (isSame ? 'SAME_ADDRESS' : undefined)
  if (wrong) return answered({ problem: wrong }, 400)
  const answer = await callAuth(context.get(servicesContext).accounts, request, '/change-email', { newEmail: email })
  const headers = cookieHeaders(answer)
  if (answer.code) return answered({ problem: answer.code }, answer.status, headers)
  return answered({ sent: viewer.isConfirmed ? 'confirmed' : 'unconfirmed' }, 200, headers)
}

/** What is wrong with the field itself stands below it. */
const fieldProblems = ['EMAIL_INVALID', 'INVALID_EMAIL', 'SAME_ADDRESS']

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, problem, email } = actionData ?? {}
  const isFieldProblem = problem !== undefined && fieldProblems.includes(problem)
  return (
    <ProfilePage title={profile.emailTitle} problem={isFieldProblem ? undefined : problem} done={sent && sentText(sent, email ?? '')}>
      {!loaderData.canSendMail && <p className="small">{account.outbox}</p>}
      {!sent && (
        <>
          <p>{profile.emailNow(loaderData.email)}</p>
          <p className="soft">{loaderData.isConfirmed ? profile.emailHowConfirmed : profile.emailHowUnconfirmed}</p>
          <Form className="flow" method="post" noValidate>
            <EmailField label={profile.newEmail} value={email} problem={isFieldProblem ? problem : undefined} autoComplete="email" />
            <SubmitButton label={profile.changeEmail} busy={profile.changing} kind="primary" size="large" />
          </Form>
        </>
      )}
    </ProfilePage>
  )
}

function sentText(sent: 'confirmed' | 'unconfirmed', email: string): string {
  return sent === 'confirmed' ? profile.emailSentConfirmed(email) : profile.emailSentUnconfirmed(email)
}
