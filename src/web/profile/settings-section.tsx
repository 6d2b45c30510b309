/** Settings: two are kept with the account by a form, the look is kept in this browser and changes at once. */
import { useSyncExternalStore } from 'react'
import { Form } from 'react-router'
import type { Settings } from '#exam/settings.ts'
import { chooseDark, followTheme, isDarkChosen } from '#web/profile/theme.tsx'
import { profile } from '#web/text/en/profile.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'

export function SettingsSection({ settings }: { settings: Settings }) {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{profile.settings}</h2>
      <Form method="post" className="flow">
        <div>
          <Switch
            label={profile.notifications}
            hint={profile.notificationsHint}
            name="emailNotifications"
            isOn={settings.emailNotifications}
          />
          <Switch label={profile.reminders} hint={profile.remindersHint} name="studyReminders" isOn={settings.studyReminders} />
        </div>
        <p className="small">{profile.neitherYet}</p>
        <SubmitButton label={profile.save} busy={profile.saving} name="settings" value="save" />
      </Form>
      <DarkSwitch />
    </section>
  )
}

/** Does nothing before there are scripts, and does not pretend to. */
function DarkSwitch() {
  const isDark = useSyncExternalStore(followTheme, isDarkChosen, () => undefined)
  return (
    <Switch label={profile.dark} hint={profile.darkHint} isOn={isDark ?? false} isDisabled={isDark === undefined} onChange={chooseDark} />
  )
}

type SwitchProps = {
  label: string
  hint: string
  name?: string
  isOn: boolean
  isDisabled?: boolean
  /** With it the switch shows what it is told; without, it belongs to its form. */
  onChange?: (isOn: boolean) => void
}

function Switch({ label, hint, name, isOn, isDisabled, onChange }: SwitchProps) {
  const state = onChange
    ? { checked: isOn, onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => onChange(target.checked) }
    : { defaultChecked: isOn }
  return (
    <label className="switch">
      <span>{label}</span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked */}
      <input type="checkbox" role="switch" name={name} value="on" disabled={isDisabled} {...state} />
      <b aria-hidden="true" data-on={profile.on} data-off={profile.off} />
      <small>{hint}</small>
    </label>
  )
}
