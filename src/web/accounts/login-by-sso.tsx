/** `/login/sso`: finds the identity provider by the domain of an address and redirects to it. */
import { Link } from 'react-router'
import { accountAction } from '#web/accounts/account-action.ts'
import { emailProblem, pathOnThisSite } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { EmailField } from '#web/accounts/email-field.tsx'
import { redirectToProvider } from '#web/accounts/redirect-to-provider.ts'
import { account } from '#text/accounts.ts'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/login-by-sso.ts'
import { findProviderByEmail } from '#server/accounts/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { to: pathOnThisSite(url.searchParams.get('to')) }
}

export const action = accountAction([], {}, async ({ request, accounts, values: { email }, to, refuse }) => {
  const invalid = emailProblem(email)
  if (invalid) return refuse(invalid)
  const provider = findProviderByEmail(email, accounts.policy.providers)
  return provider ? redirectToProvider(accounts, request, { provider: provider.id, to, hint: email }) : refuse('NO_PROVIDER', 404)
})

export default function LoginBySso({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage title={account.ssoTitle} lede={account.ssoLede}>
      <SubmitForm
        hidden={loaderData}
        submit={{ label: account.continue, busy: account.continue }}
        below={
          <p>
            <Link className="link-alone" to="/login">
              {account.back}
            </Link>
          </p>
        }
      >
        <EmailField value={actionData?.email} problem={actionData?.problem} />
      </SubmitForm>
    </AccountPage>
  )
}
