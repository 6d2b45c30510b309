/** `/verify-email`: where the link that confirms an address leads, and where one asks for another. */
import { Form, Link, data } from 'react-router'
import { callAuth } from '#server/accounts/call-auth.ts'
import { emailProblem, readFields } from '#web/account/account-form.ts'
import { AccountPage } from '#web/account/account-page.tsx'
import { EmailField } from '#web/account/email-field.tsx'
import { findViewer } from '#web/account/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/account.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/verify-email.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { canSendMail } = context.get(servicesContext).accounts.policy
  const viewer = await findViewer(context)
  return {
    token: url.searchParams.get('token'),
    email: url.searchParams.get('resend') ?? viewer?.email ?? '',
    isMember: viewer !== undefined,
    canSendMail,
  }
}

type Answer = { email: string; done: 'verified' | 'approved' | 'sent' | undefined; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['token', 'email'])
  const { auth } = context.get(servicesContext).accounts
  const answered = (status: number, given: Partial<Answer>) =>
    data<Answer>({ email: values.email, done: undefined, problem: undefined, ...given }, { status })
  if (problem) return answered(400, { problem })
  if (values.token) {
    const answer = await callAuth(auth, request, `/verify-email?${new URLSearchParams({ token: values.token })}`)
    // Approving leaves the address as it is; confirming answers with the person or with `null`.
    return answer.code ? answered(400, { problem: answer.code }) : answered(200, { done: 'user' in answer.body ? 'verified' : 'approved' })
  }
  const wrong = emailProblem(values.email)
  if (wrong) return answered(400, { problem: wrong })
  const answer = await callAuth(auth, request, '/send-verification-email', { email: values.email })
  // What is wrong with the address, confirmed already or somebody else's, is nobody's business but its owner's.
  return answer.status === 429 ? answered(429, { problem: answer.code }) : answered(200, { done: 'sent' })
}

export default function VerifyEmail({ loaderData: { token, email, isMember, canSendMail }, actionData }: Route.ComponentProps) {
  const { done, problem } = actionData ?? {}
  const onward = isMember ? <Link to="/profile">{account.toProfile}</Link> : <Link to="/login">{account.back}</Link>
  if (done === 'verified' || done === 'approved') {
    return (
      <AccountPage title={account.verifyTitle} done={account[done]}>
        <p>{onward}</p>
      </AccountPage>
    )
  }
  if (token && !problem) {
    return (
      <AccountPage title={account.verifyTitle} lede={account.verifyLede}>
        <Form method="post">
          <input type="hidden" name="token" value={token} />
          <SubmitButton label={account.verifyEmail} busy={account.confirming} kind="primary" size="large" />
        </Form>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={account.resendTitle}
      problem={problem === 'EMAIL_INVALID' ? undefined : problem}
      otherwise="LINK_INVALID"
      done={done && account.resendSent(actionData?.email ?? '')}
    >
      {!canSendMail && <p className="small">{account.outbox}</p>}
      {!done && (
        <Form className="flow" method="post" action="/verify-email" noValidate>
          <EmailField value={email} problem={problem === 'EMAIL_INVALID' ? problem : undefined} />
          <SubmitButton label={account.resend} busy={account.sending} kind="primary" size="large" />
        </Form>
      )}
      <p>{onward}</p>
    </AccountPage>
  )
}
