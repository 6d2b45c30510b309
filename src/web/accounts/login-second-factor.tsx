/** `/login/second-factor`: asks for a code from the authenticator app, or a backup code, after the first step of a sign-in. */
import { Link, useLocation } from 'react-router'
import { accountAction, redirectWithCookies } from '#web/accounts/account-action.ts'
import { submitAccountForm } from '#web/accounts/account-client-action.ts'
import { pathOnThisSite } from '#web/accounts/account-form.ts'
import { AccountPage } from '#web/accounts/account-page.tsx'
import { account } from '#text/accounts.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SubmitForm } from '#web/ui/forms/submit-form.tsx'
import type { Route } from './+types/login-second-factor.ts'

export function loader({ url }: Route.LoaderArgs) {
  return { to: pathOnThisSite(url.searchParams.get('to')), isBackup: url.searchParams.has('backup') }
}

export const action = accountAction(['code', 'backup'], {}, async ({ values: { code, backup }, to, call, refuse }) => {
  const result = backup
    ? await call('/two-factor/verify-backup-code', { code: backup.trim() })
    : await call('/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') })
  return result.code ? refuse(result.code, result) : redirectWithCookies(to, result)
})

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitAccountForm(serverAction, {})
}

export default function LoginSecondFactor({ loaderData: { to, isBackup }, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  const query = `?to=${encodeURIComponent(to)}`
  const links = (
    <>
      <p>
        <Link className="link-alone" to={isBackup ? query : `${query}&backup`}>
          {isBackup ? account.appInstead : account.backupInstead}
        </Link>
      </p>
      <p>
        <Link className="link-alone" to={`/login${query}`}>
          {account.back}
        </Link>
      </p>
    </>
  )
  return (
    <AccountPage
      title={account.secondFactorTitle}
      lede={isBackup ? undefined : account.secondFactorLede}
      problem={actionData?.problem}
      otherwise="INVALID_CODE"
    >
      {/* A code works once, so the field is cleared after each attempt. */}
      <SubmitForm key={key} hidden={{ to }} submit={{ label: account.verify, busy: account.verifying }} below={links}>
        {isBackup ? (
          <Field name="backup" label={account.backupCode} autoComplete="off" isFocused />
        ) : (
          <Field name="code" label={account.totp} hint={account.codeHint} inputMode="numeric" autoComplete="one-time-code" isFocused />
        )}
      </SubmitForm>
    </AccountPage>
  )
}
