/** `/verify-email`: where the link that confirms an address leads, and where one asks for another. */
import { decodeJwt } from 'jose'
import { Form, Link, data } from 'react-router'
import { emailProblem, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { completeSignIn } from '#web/accounts/cookie-headers.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { findViewer } from '#web/accounts/viewer.ts'
import type { Viewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/verify-email.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { canSendMail } = context.get(servicesContext).accounts.policy
  const viewer = await findViewer(context)
  const token = url.searchParams.get('token')
  return {
    token,
    needsPassword: token !== null && needsPassword(token, viewer),
    email: url.searchParams.get('resend') ?? viewer?.email ?? '',
    isMember: viewer !== undefined,
    canSendMail,
  }
}

type Answer = { email: string; done: 'verified' | 'approved' | 'sent' | undefined; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['token', 'email', 'password'])
  const { accounts } = context.get(servicesContext)
  const answered = (status: number, given: Partial<Answer>) =>
    data<Answer>({ email: values.email, done: undefined, problem: undefined, ...given }, { status })
  if (problem) return answered(400, { problem })
  if (values.token) {
    const signIn = () =>
      callAuth(accounts, request, '/sign-in/email', { email: confirmationOf(values.token)?.email ?? '', password: values.password })
    const isChecked = needsPassword(values.token, await findViewer(context))
    const checked = isChecked ? (await signIn()).code : undefined
    if (checked && checked !== 'EMAIL_NOT_VERIFIED')
      return answered(400, { problem: checked === 'INVALID_EMAIL_OR_PASSWORD' ? 'CONFIRMATION_PASSWORD' : checked })
    const answer = await callAuth(accounts, request, `/verify-email?${new URLSearchParams({ token: values.token })}`)
    if (answer.code) return answered(400, { problem: answer.code })
    if (isChecked) return completeSignIn(await signIn(), '/profile')
    // Approving leaves the address as it is; confirming answers with the person or with `null`.
    return answered(200, { done: 'user' in answer.body ? 'verified' : 'approved' })
  }
  const wrong = emailProblem(values.email)
  if (wrong) return answered(400, { problem: wrong })
  const answer = await callAuth(accounts, request, '/send-verification-email', { email: values.email })
  // What is wrong with the address, confirmed already or somebody else's, is nobody's business but its owner's.
  return answer.status === 429 ? answered(429, { problem: answer.code }) : answered(200, { done: 'sent' })
}

/**
 * Whoever signed up with this address may not be the one who reads its mail. The password that was chosen tells, except
 * where the account is signed in here; changes of an address were asked for by somebody who was.
 */
function needsPassword(token: string, viewer: Viewer | undefined): boolean {
  const { email, updateTo } = confirmationOf(token) ?? {}
  return updateTo === undefined && viewer?.email !== email
}

/** What the link says of itself; better-auth finds out whether that is true. */
function confirmationOf(token: string): { email?: string; updateTo?: string } | undefined {
  try {
    return decodeJwt<{ email?: string; updateTo?: string }>(token)
  } catch {
    return undefined
  }
}

export default function VerifyEmail({
  loaderData: { token, needsPassword, email, isMember, canSendMail },
  actionData,
}: Route.ComponentProps) {
  const { done, problem } = actionData ?? {}
  const onward = isMember ? <Link to="/profile">{account.toProfile}</Link> : <Link to="/login">{account.back}</Link>
  if (done === 'verified' || done === 'approved') {
    return (
      <AccountPage title={account.verifyTitle} done={account[done]}>
        <p>{onward}</p>
      </AccountPage>
    )
  }
  if (token && (!problem || problem === 'CONFIRMATION_PASSWORD')) {
    return (
      <AccountPage title={account.verifyTitle} lede={needsPassword ? account.verifyLede : account.verifyLedeSignedIn} problem={problem}>
        <Form className="flow" method="post" noValidate>
          <input type="hidden" name="token" value={token} />
          {needsPassword && <Field name="password" label={account.password} type="password" autoComplete="current-password" />}
          <SubmitButton
            label={needsPassword ? account.verifyAndSignIn : account.verifyEmail}
            busy={account.confirming}
            kind="primary"
            size="large"
          />
          {needsPassword && (
            <p>
              <Link to="/reset-password">{account.resetInstead}</Link>
            </p>
          )}
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
