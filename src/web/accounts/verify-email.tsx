/** `/verify-email`: the page that a link to confirm an address opens. Without a link, it sends another one. */
import { decodeJwt } from 'jose'
import { Form, Link } from 'react-router'
import { emailProblem, readFields, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { completeSignIn, formResponse } from '#web/accounts/form-response.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { findViewer, type Viewer } from '#web/accounts/viewer.ts'
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

type VerifyEmailState = { email: string; done: 'verified' | 'approved' | 'sent' | undefined; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['token', 'email', 'password'])
  const { accounts } = context.get(servicesContext)
  const respond = formResponse<VerifyEmailState>({ email: values.email, done: undefined, problem: undefined })
  if (problem) return respond({ problem }, 400)
  if (values.token) {
    const signIn = () =>
      callAuth(accounts, request, '/sign-in/email', { email: decodeConfirmation(values.token)?.email ?? '', password: values.password })
    const asksPassword = needsPassword(values.token, await findViewer(context))
    const refusal = asksPassword ? (await signIn()).code : undefined
    if (refusal && refusal !== 'EMAIL_NOT_VERIFIED')
      return respond({ problem: refusal === 'INVALID_EMAIL_OR_PASSWORD' ? 'CONFIRMATION_PASSWORD' : refusal }, 400)
    const result = await callAuth(accounts, request, `/verify-email?${new URLSearchParams({ token: values.token })}`)
    if (result.code) return respond({ problem: result.code }, 400)
    if (asksPassword) return completeSignIn(await signIn(), '/profile')
    // Confirming an address responds with `user`, perhaps `null`. Approving a change responds without it.
    return respond({ done: 'user' in result.body ? 'verified' : 'approved' })
  }
  const invalid = emailProblem(values.email)
  if (invalid) return respond({ problem: invalid }, 400)
  const result = await callAuth(accounts, request, '/send-verification-email', { email: values.email })
  // The page must not reveal whether the address has an account or is confirmed already.
  return result.status === 429 ? respond({ problem: result.code }, 429) : respond({ done: 'sent' })
}

/**
 * Whether confirming the address requires the account's password. The owner of the mailbox may not be the person who signed up with its
 * address. A signed-in member needs no password, and only a signed-in member can request a change of address.
 */
function needsPassword(token: string, viewer: Viewer | undefined): boolean {
  const { email, updateTo } = decodeConfirmation(token) ?? {}
  return updateTo === undefined && viewer?.email !== email
}

/** The claims of a link. They are not verified here, but by better-auth. */
function decodeConfirmation(token: string): { email?: string; updateTo?: string } | undefined {
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
  const { fieldProblem, formProblem } = splitProblem(problem, ['EMAIL_INVALID'])
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
      problem={formProblem}
      otherwise="LINK_INVALID"
      done={done && account.resendSent(actionData?.email ?? '')}
    >
      {!canSendMail && <p className="small">{account.outbox}</p>}
      {!done && (
        <Form className="flow" method="post" action="/verify-email" noValidate>
          <EmailField value={email} problem={fieldProblem} />
          <SubmitButton label={account.resend} busy={account.sending} kind="primary" size="large" />
        </Form>
      )}
      <p>{onward}</p>
    </AccountPage>
  )
}
