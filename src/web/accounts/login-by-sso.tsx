/** `/login/sso`: finds the identity provider by the domain of an address and goes there. */
import { Form, Link, data } from 'react-router'
import { emailProblem, pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
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

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['email', 'to'])
  const { accounts } = context.get(servicesContext)
  const found = problem ?? emailProblem(values.email)
  if (found) return data({ email: values.email, problem: found }, { status: 400 })
  const provider = findProviderByEmail(values.email, accounts.policy.providers)
  if (!provider) return data({ email: values.email, problem: 'NO_PROVIDER' }, { status: 404 })
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
