/** `/verify-email`: confirms an address with the token of a link. Without a token, sends a new link. */
import { decodeJwt } from 'jose'
import { Link, redirect } from 'react-router'
import { accountAction, completeSignIn } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { emailProblem, splitProblem } from '#web/accounts/account-form.ts'
import { AccountName } from '#web/accounts/account-name.tsx'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { EmailField } from '#web/accounts/email-field.tsx'
import { findViewer, type Viewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/verify-email.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { canSendMail, captcha } = context.get(servicesContext).accounts.policy
  const viewer = await findViewer(context)
  const token = url.searchParams.get('token')
  return {
    token,
    needsPassword: token !== null && needsPassword(token, viewer),
    /** Tells password managers which password to fill in. */
    accountEmail: decodeConfirmation(token ?? '')?.email ?? '',
    email: url.searchParams.get('resend') ?? viewer?.email ?? '',
    isMember: viewer !== undefined,
    canSendMail,
    captcha,
  }
}

type VerifyEmailState = { done: 'verified' | 'approved' | 'sent' | undefined }
const initial: VerifyEmailState = { done: undefined }

export const action = accountAction(['token', 'password'], initial, async ({ context, values, call, respond, refuse }) => {
  const { email, token, password } = values
  if (token) {
    const signIn = () => call('/sign-in/email', { email: decodeConfirmation(token)?.email ?? '', password })
    const asksPassword = needsPassword(token, await findViewer(context))
    const refusal = asksPassword ? (await signIn()).code : undefined
    if (refusal && refusal !== 'EMAIL_NOT_VERIFIED')
      return refuse(refusal === 'INVALID_EMAIL_OR_PASSWORD' ? 'CONFIRMATION_PASSWORD' : refusal)
    const result = await call(`/verify-email?${new URLSearchParams({ token })}`)
    if (result.code) return refuse(result.code)
    if (asksPassword) {
      // A captcha response is valid only once, and the password check has used it. If this sign-in fails, the member uses `/login`.
      const signedIn = await signIn()
      return signedIn.code ? redirect('/login?notice=verified') : completeSignIn(signedIn, '/profile')
    }
    // The response to a confirmation contains `user`, which may be `null`. The response to an approved change does not.
    return respond({ done: 'user' in result.body ? 'verified' : 'approved' })
  }
  const invalid = emailProblem(email)
  if (invalid) return refuse(invalid)
  const result = await call('/send-verification-email', { email })
  // The page must not reveal whether the address has an account or is confirmed already.
  return result.code && result.status === 429 ? refuse(result.code, 429) : respond({ done: 'sent' })
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, initial)
}

/**
 * Whether confirming the address requires the account's password. The owner of the mailbox may not be the person who signed up with its
 * address. A member who is signed in with this address needs no password, and only a signed-in member can request a change of address.
 */
function needsPassword(token: string, viewer: Viewer | undefined): boolean {
  const { email, updateTo } = decodeConfirmation(token) ?? {}
  return updateTo === undefined && viewer?.email !== email
}

/** Problems after which the same link can be used again. */
const passwordProblems = ['CONFIRMATION_PASSWORD', 'MISSING_RESPONSE', 'VERIFICATION_FAILED', 'TOO_MANY_ATTEMPTS', 'UNEXPECTED']

/** The claims of a link's token, not verified: better-auth verifies them. */
function decodeConfirmation(token: string): { email?: string; updateTo?: string } | undefined {
  try {
    return decodeJwt<{ email?: string; updateTo?: string }>(token)
  } catch {
    return undefined
  }
}

export default function VerifyEmail({
  loaderData: { token, needsPassword, accountEmail, email, isMember, canSendMail, captcha },
  actionData,
}: Route.ComponentProps) {
  const { done, problem } = actionData ?? {}
  const { fieldProblem, formProblem } = splitProblem(problem, ['EMAIL_INVALID'])
  const onward = (
    <Link className="link-alone" to={isMember ? '/profile' : '/login'}>
      {isMember ? account.toProfile : account.back}
    </Link>
  )
  if (done === 'verified' || done === 'approved') {
    return (
      <AccountPage title={account.verifyTitle} done={account[done]}>
        <p>{onward}</p>
      </AccountPage>
    )
  }
  if (token && (!problem || passwordProblems.includes(problem))) {
    return (
      <AccountPage title={account.verifyTitle} lede={needsPassword ? account.verifyLede : account.verifyLedeSignedIn} problem={problem}>
        <SubmitForm
          hidden={{ token }}
          submit={{ label: needsPassword ? account.verifyAndSignIn : account.verifyEmail, busy: account.confirming }}
          below={
            needsPassword && (
              <p>
                <Link className="link-alone" to="/reset-password">
                  {account.resetInstead}
                </Link>
              </p>
            )
          }
        >
          {needsPassword && (
            <>
              <AccountName email={accountEmail} />
              <Field name="password" label={account.password} type="password" autoComplete="current-password" />
              <Captcha settings={captcha} />
            </>
          )}
        </SubmitForm>
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
        <SubmitForm action="/verify-email" submit={{ label: account.resend, busy: account.sending }}>
          <EmailField value={email} problem={fieldProblem} />
        </SubmitForm>
      )}
      <p>{onward}</p>
    </AccountPage>
  )
}
