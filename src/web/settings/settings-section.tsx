/** Settings on the profile: two switches of the account, the theme, and a link to all settings. */
import { useEffect } from 'react'
import { Form, Link, useFetcher } from 'react-router'
import type { Settings } from '#exam/settings.ts'
import { useBrowserTimeZone } from '#web/settings/browser-time-zone.ts'
import { Switch } from '#web/ui/switch.tsx'
import { ThemeChoice } from '#web/settings/theme-choice.tsx'
import { profile } from '#web/text/en/profile.ts'
import { settings as words } from '#web/text/en/settings.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'

export function SettingsSection({ settings }: { settings: Settings }) {
  useSavedTimeZone(settings)
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{profile.settings}</h2>
      <div className="flow">
        <Form method="post" className="flow">
          <div>
            <Switch
              label={words.notifications}
              hint={words.notificationsHint}
              name="emailNotifications"
              isOn={settings.emailNotifications}
            />
            <Switch label={words.reminders} hint={words.remindersWhen(settings)} name="studyReminders" isOn={settings.studyReminders} />
          </div>
          <SubmitButton label={profile.save} busy={profile.saving} name="settings" value="save" />
        </Form>
        <ThemeChoice />
        <p>
          <Link to="/profile/settings">{words.all}</Link>
        </p>
      </div>
    </section>
  )
}

/** Saves the time zone of the browser, so that the first reminder arrives at the right hour. Sign-in leads to this page. */
function useSavedTimeZone({ timeZone, isTimeZoneChosen }: Settings): void {
  const { submit, data } = useFetcher()
  const browserZone = useBrowserTimeZone()
  // The server may store the zone under another name, so it is sent only once.
  const isNew = browserZone !== undefined && browserZone !== timeZone && !isTimeZoneChosen && data === undefined
  useEffect(() => {
    if (isNew) void submit({ timeZone: browserZone }, { method: 'post', action: '/profile' })
  }, [isNew, browserZone, submit])
}
