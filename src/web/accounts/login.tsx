/** `/login`: signs in with a password, and offers every other sign-in method. Source: spec §2, §5, §8. */
import { Form, Link, redirect } from 'react-router'
import { pathOnThisSite, readFields, signInPasswordProblem, signInProblem, splitProblem } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { Captcha, captchaFields, readCaptcha } from '#web/accounts/captcha.tsx'
import { completeSignIn, formResponse } from '#web/accounts/form-response.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { OtherSignInMethods } from '#web/accounts/other-sign-in-methods.tsx'
import { redirectToProvider } from '#web/accounts/redirect-to-provider.ts'
import { findViewer } from '#web/accounts/viewer.ts'
import { logContext, referenceContext, servicesContext } from '#web/context.ts'
import { account, problemText, sentenceOf } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login.ts'
import { callAuth } from '#server/accounts/index.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const to = pathOnThisSite(url.searchParams.get('to'))
  if (await findViewer(context)) throw redirect(to)
  const { providers, captcha } = context.get(servicesContext).accounts.policy
  return {
    to,
    notice: url.searchParams.get('notice'),
    // Only a redirect from an identity provider has an error.
    providerProblem: url.searchParams.get('error') ?? undefined,
    providers: providers.map(({ id, name }) => ({ id, name })),
    hasSso: providers.some(({ domains }) => domains.length > 0),
    captcha,
  }
}

type LoginState = { email: string; problem: string | undefined; reference?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'password', 'to', 'provider', ...captchaFields])
  const { accounts } = context.get(servicesContext)
  const to = pathOnThisSite(values.to)
  if (values.provider) return redirectToProvider(accounts, request, { provider: values.provider, to })
  const { email, password } = values
  const respond = formResponse<LoginState>({ email, problem: undefined })
  const invalid = problem ?? signInProblem(email, password)
  if (invalid) return respond({ problem: invalid }, 400)
  try {
    const result = await callAuth(accounts, request, '/sign-in/email', { email, password }, readCaptcha(values))
    if (result.code === 'PASSWORD_TOO_LONG') return respond({ problem: 'INVALID_EMAIL_OR_PASSWORD' }, result)
    return result.code ? respond({ problem: result.code }, result) : completeSignIn(result, to)
  } catch (error) {
    context.get(logContext).error({ error }, 'Signing in failed')
    return respond({ problem: 'UNEXPECTED', reference: context.get(referenceContext) }, 500)
  }
}

export default function Login({
  loaderData: { to, notice, providerProblem, providers, hasSso, captcha },
  actionData,
}: Route.ComponentProps) {
  const code = actionData?.problem ?? providerProblem
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
          <Link to={`/verify-email?resend=${encodeURIComponent(actionData?.email ?? '')}`}>{account.resend}</Link>
        </p>
      )}
      <Form className="flow" method="post" noValidate>
        <input type="hidden" name="to" value={to} />
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
        <SubmitButton label={account.signIn} busy={account.signingIn} kind="primary" size="large" />
        <p>
          {account.newHere} <Link to={`/signup${query}`}>{account.create}</Link>
        </p>
      </Form>
      <OtherSignInMethods to={to} providers={providers}>
        {hasSso && <Link to={`/login/sso${query}`}>{account.withSso}</Link>}
        <Link to={`/login/email${query}`}>{account.withMail}</Link>
      </OtherSignInMethods>
    </AccountPage>
  )
}
