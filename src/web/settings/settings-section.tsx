/** What of the settings stands on the profile: two switches kept with the account, the look, and the way to all the others. */
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
  useNotedTimeZone(settings)
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

/** Everybody comes by here after signing in, so the first reminder has the right hour without a question. */
function useNotedTimeZone({ timeZone, isTimeZoneChosen }: Settings): void {
  const { submit, data } = useFetcher()
  const here = useBrowserTimeZone()
  // The server may know it by another name, and is told once.
  const isNews = here !== undefined && here !== timeZone && !isTimeZoneChosen && data === undefined
  useEffect(() => {
    if (isNews) void submit({ timeZone: here }, { method: 'post', action: '/profile' })
  }, [isNews, here, submit])
}
