/** `/signup`: creates an account. If addresses must be confirmed, the page does not reveal whether the account already exists. */
import { Link, redirect } from 'react-router'
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { emailProblem, pathOnThisSite } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { EmailField } from '#web/accounts/email-field.tsx'
import { NewPasswordField } from '#web/accounts/new-password-field.tsx'
import { findViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#text/accounts.ts'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/signup.ts'
import { findPasswordWeaknesses, findUserByEmail } from '#server/accounts/index.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (await findViewer(context)) throw redirect(to)
  return { to, captcha: context.get(servicesContext).accounts.policy.captcha }
}

type SignUpState = { emailProblem: string | undefined; weaknesses: string[]; isSent: boolean }
const initial: SignUpState = { emailProblem: undefined, weaknesses: [], isSent: false }

export const action = accountAction(['password'], initial, async ({ accounts, db, values, to, call, respond, refuse }) => {
  const { email, password } = values
  const weaknesses = await findPasswordWeaknesses(password, email)
  const invalidEmail = emailProblem(email)
  if (invalidEmail || weaknesses.length > 0) return respond({ emailProblem: invalidEmail, weaknesses }, 400)
  const result = await call('/sign-up/email', { email, password, name: '' })
  if (result.code === 'INVALID_EMAIL') return respond({ emailProblem: 'EMAIL_INVALID' }, 400)
  // better-auth reports every failure to store the account in this way.
  const isNotStored = result.code === 'FAILED_TO_CREATE_USER'
  if (isNotStored && !(await findUserByEmail(db, email))) return refuse('UNEXPECTED', 503)
  // A concurrent request created the account first.
  if (isNotStored && !accounts.policy.confirmedAddressToSignIn) return refuse('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 422)
  if (result.code && !isNotStored) return refuse(result.code, result)
  return accounts.policy.confirmedAddressToSignIn ? respond({ isSent: true }) : redirectWithCookies(to, result)
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, initial)
}

export default function SignUp({ loaderData: { to, captcha }, actionData }: Route.ComponentProps) {
  if (actionData?.isSent) {
    return (
      <AccountPage title={account.checkInboxTitle} done={account.checkInbox(actionData.email)}>
        <p>
          <Link className="link-alone" to={`/verify-email?resend=${encodeURIComponent(actionData.email)}`}>
            {account.resend}
          </Link>
        </p>
      </AccountPage>
    )
  }
  return (
    <AccountPage title={account.signUpTitle} problem={actionData?.problem}>
      <SubmitForm
        hidden={{ to }}
        submit={{ label: account.signUp, busy: account.signingUp }}
        below={
          <p>
            {account.alreadyHere}{' '}
            <Link className="link-alone" to={`/login?to=${encodeURIComponent(to)}`}>
              {account.signIn}
            </Link>
          </p>
        }
      >
        <EmailField value={actionData?.email} problem={actionData?.emailProblem} />
        <NewPasswordField label={account.password} weaknesses={actionData?.weaknesses} />
        <Captcha settings={captcha} />
      </SubmitForm>
    </AccountPage>
  )
}
