/** `/login/sso`: finds the identity provider by the domain of an address and redirects to it. */
import { Form, Link } from 'react-router'
import { emailProblem, pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { formResponse } from '#web/accounts/form-response.ts'
import { EmailField } from '#web/accounts/email-field.tsx'
import { redirectToProvider } from '#web/accounts/redirect-to-provider.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login-by-sso.ts'
import { findProviderByEmail } from '#server/accounts/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { to: pathOnThisSite(url.searchParams.get('to')) }
}

type LoginBySsoState = { email: string; problem: string | undefined }

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'to'])
  const { accounts } = context.get(servicesContext)
  const respond = formResponse<LoginBySsoState>({ email: values.email, problem: undefined })
  const invalid = problem ?? emailProblem(values.email)
  if (invalid) return respond({ problem: invalid }, 400)
  const provider = findProviderByEmail(values.email, accounts.policy.providers)
  if (!provider) return respond({ problem: 'NO_PROVIDER' }, 404)
  return redirectToProvider(accounts, request, { provider: provider.id, to: pathOnThisSite(values.to), hint: values.email })
}

export default function LoginBySso({ loaderData: { to }, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title={account.ssoTitle} lede={account.ssoLede}>
      <Form className="flow" method="post" noValidate>
        <input type="hidden" name="to" value={to} />
        <EmailField value={actionData?.email} problem={actionData?.problem} />
        <SubmitButton label={account.continue} busy={account.continue} kind="primary" size="large" />
        <p>
          <Link to="/login">{account.back}</Link>
        </p>
      </Form>
    </AccountPage>
  )
}
