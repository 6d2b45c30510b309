/** Says whether the last change of a setting is saved. If not, offers a retry, or a link to sign in. */
import { Link } from 'react-router'
import type { SettingsSaveStatus } from '#web/settings/use-save-settings.ts'
import { settings } from '#text/settings.ts'
import { Icon } from '#web/ui/icon.tsx'

export function SaveStatus({ status, onRetry }: { status: SettingsSaveStatus; onRetry: () => void }) {
  return (
    <div className="save-status row" data-status={status}>
      <p role="status">
        {status === 'saved' && <Icon name="check" />} {settings.saveStatus[status]}
      </p>
      {status === 'failed' && (
        <button className="button" type="button" onClick={onRetry}>
          {settings.tryAgain}
        </button>
      )}
      {status === 'signedOut' && (
        <Link className="button" to="/login?to=%2Fprofile%2Fsettings">
          {settings.signIn}
        </Link>
      )}
    </div>
  )
}
