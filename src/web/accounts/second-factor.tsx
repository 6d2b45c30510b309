/** `/login/second-factor`: the code of the app, or one of the backup codes, after the first way in. */
import { Form, Link, data, redirect, useLocation } from 'react-router'
import { pathOnThisSite, readFields } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { cookieHeaders } from '#web/accounts/cookie-headers.ts'
import { servicesContext } from '#web/context.ts'
import { account } from '#web/text/en/accounts.ts'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/second-factor.ts'
import { callAuth } from '#server/accounts/index.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { to: pathOnThisSite(url.searchParams.get('to')), isBackup: url.searchParams.has('backup') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { values, problem } = await readFields(request, ['code', 'backup', 'to'])
  if (problem) return data({ problem }, { status: 400 })
  const { accounts } = context.get(servicesContext)
  const answer = values.backup
    ? await callAuth(accounts, request, '/two-factor/verify-backup-code', { code: values.backup.trim() })
    : await callAuth(accounts, request, '/two-factor/verify-totp', { code: values.code.replaceAll(/\s/g, '') })
  const headers = cookieHeaders(answer)
  if (answer.code) return data({ problem: answer.code }, { status: answer.status, headers })
  return redirect(pathOnThisSite(values.to), { headers })
}

export default function SecondFactor({ loaderData: { to, isBackup }, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  const query = `?to=${encodeURIComponent(to)}`
  return (
    <AccountPage
      title={account.secondFactorTitle}
      lede={isBackup ? undefined : account.secondFactorLede}
      problem={actionData?.problem}
      otherwise="INVALID_CODE"
    >
      {/* A code is used up by trying it, so the field is emptied after each try. */}
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
