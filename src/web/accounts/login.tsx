/** `/login`: signs in with a password, and offers every other sign-in method. Source: spec §2, §5, §8. */
import { useState } from 'react'
import { Link, redirect } from 'react-router'
import { accountAction, completeSignIn } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { pathOnThisSite, signInPasswordProblem, signInProblem, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha } from '#web/accounts/captcha.tsx'
import { EmailField } from '#web/accounts/email-field.tsx'
import { OtherSignInMethods } from '#web/accounts/other-sign-in-methods.tsx'
import { redirectToProvider } from '#web/accounts/redirect-to-provider.ts'
import { findViewer } from '#web/accounts/viewer.ts'
import { logContext, referenceContext, servicesContext } from '#web/context.ts'
import { isTemporary } from '#web/http/log-errors.ts'
import { account, problemText, sentenceOf } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/login.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (await findViewer(context)) throw redirect(to)
  const { providers, captcha } = context.get(servicesContext).accounts.policy
  return {
    to,
    notice: url.searchParams.get('notice'),
    // Only a failed sign-in with an identity provider redirects here with an error.
    providerProblem: url.searchParams.get('error') ?? undefined,
    providers: providers.map(({ id, name }) => ({ id, name })),
    hasSso: providers.some(({ domains }) => domains.length > 0),
    captcha,
  }
}

type LoginState = { reference: string | undefined }
const initial: LoginState = { reference: undefined }

export const action = accountAction(['password', 'provider'], initial, async (form) => {
  const { request, context, accounts, values, to, call, respond, refuse } = form
  const { email, password, provider } = values
  if (provider) return redirectToProvider(accounts, request, { provider, to })
  const invalid = signInProblem(email, password)
  if (invalid) return refuse(invalid)
  try {
    const result = await call('/sign-in/email', { email, password })
    if (result.code === 'PASSWORD_TOO_LONG') return refuse('INVALID_EMAIL_OR_PASSWORD', result)
    return result.code ? refuse(result.code, result) : completeSignIn(result, to)
  } catch (error) {
    // Becomes the same response as for any other form.
    if (isTemporary(error, context)) throw error
    context.get(logContext).error({ error }, 'Signing in failed')
    return respond({ problem: 'UNEXPECTED', reference: context.get(referenceContext) }, 500)
  }
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, initial)
}

export default function Login({
  loaderData: { to, notice, providerProblem, providers, hasSso, captcha },
  actionData,
}: Route.ComponentProps) {
  const [typedAfter, setTypedAfter] = useState<object>()
  // Once the user types, the message about blank fields is outdated, and each field is checked separately.
  const isOutdated = actionData?.problem === 'FIELDS_BLANK' && typedAfter === actionData
  const code = isOutdated ? undefined : (actionData?.problem ?? providerProblem)
  const { fieldProblem, formProblem } = splitProblem(code, ['EMAIL_INVALID', 'SIGN_IN_PASSWORD_SHORT'])
  const query = `?to=${encodeURIComponent(to)}`
  return (
    <AccountPage
      title={account.signInTitle}
      problem={formProblem}
      otherwise={actionData ? 'SIGN_IN_FAILED' : 'PROVIDER_FAILED'}
      reference={actionData?.reference}
      done={code ? undefined : sentenceOf(account.notices, notice)}
    >
      {code === 'EMAIL_NOT_VERIFIED' && (
        <p>
          <Link className="link-alone" to={`/verify-email?resend=${encodeURIComponent(actionData?.email ?? '')}`}>
            {account.resend}
          </Link>
        </p>
      )}
      <SubmitForm
        hidden={{ to }}
        submit={{ label: account.signIn, busy: account.signingIn }}
        onInput={() => setTypedAfter(actionData)}
        below={
          <p>
            {account.newHere}{' '}
            <Link className="link-alone" to={`/signup${query}`}>
              {account.create}
            </Link>
          </p>
        }
      >
        <EmailField
          value={actionData?.email}
          problem={fieldProblem === 'EMAIL_INVALID' ? fieldProblem : undefined}
          autoComplete="username webauthn"
        />
        <Field
          name="password"
          label={account.password}
          type="password"
          autoComplete="current-password"
          problem={fieldProblem === 'SIGN_IN_PASSWORD_SHORT' ? problemText(fieldProblem) : undefined}
          check={(password) => (signInPasswordProblem(password) ? problemText('SIGN_IN_PASSWORD_SHORT') : undefined)}
          below={
            <Link className="small" to="/reset-password">
              {account.forgot}
            </Link>
          }
        />
        <Captcha settings={captcha} />
      </SubmitForm>
      <OtherSignInMethods to={to} providers={providers}>
        {hasSso && (
          <Link className="link-alone" to={`/login/sso${query}`}>
            {account.withSso}
          </Link>
        )}
        <Link className="link-alone" to={`/login/email${query}`}>
          {account.withMail}
        </Link>
      </OtherSignInMethods>
    </AccountPage>
  )
}
