/** `/login/second-factor`: asks for a code of the authenticator app, or a backup code, after the first step of a sign-in. */
import { Form, Link, redirect, useLocation } from 'react-router'
import { pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { cookieHeaders, formResponse, type FormState } from '#web/accounts/form-response.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/login-second-factor.ts'
import { callAuth } from '#server/accounts/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { to: pathOnThisSite(url.searchParams.get('to')), isBackup: url.searchParams.has('backup') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['code', 'backup', 'to'])
  const respond = formResponse<FormState>({ problem: undefined })
  if (problem) return respond({ problem }, 400)
  const { accounts } = context.get(servicesContext)
  const result = values.backup
    ? await callAuth(accounts, request, '/two-factor/verify-backup-code', { code: values.backup.trim() })
    : await callAuth(accounts, request, '/two-factor/verify-totp', { code: values.code.replaceAll(/\s/g, '') })
  if (result.code) return respond({ problem: result.code }, result)
  return redirect(pathOnThisSite(values.to), { headers: cookieHeaders(result) })
}

export default function LoginSecondFactor({ loaderData: { to, isBackup }, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  const query = `?to=${encodeURIComponent(to)}`
  return (
    <AccountPage
      title={account.secondFactorTitle}
      lede={isBackup ? undefined : account.secondFactorLede}
      problem={actionData?.problem}
      otherwise="INVALID_CODE"
    >
      {/* A code works once, so the field is cleared after each attempt. */}
      <Form key={key} className="flow" method="post" noValidate>
        <input type="hidden" name="to" value={to} />
        {isBackup ? (
          <Field name="backup" label={account.backupCode} autoComplete="off" isFocused />
        ) : (
          <Field name="code" label={account.totp} hint={account.codeHint} inputMode="numeric" autoComplete="one-time-code" isFocused />
        )}
        <SubmitButton label={account.verify} busy={account.verifying} kind="primary" size="large" />
        <p>
          <Link to={isBackup ? query : `${query}&backup`}>{isBackup ? account.appInstead : account.backupInstead}</Link>
        </p>
        <p>
          <Link to={`/login${query}`}>{account.back}</Link>
        </p>
      </Form>
    </AccountPage>
  )
}
