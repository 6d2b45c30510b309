/** Something that is on or off, with its word and what it does. It belongs to the form it stands in. */
import { profile } from '#web/text/en/profile.ts'

type Props = { label: string; hint: string; name: string; isOn: boolean }

export function Switch({ label, hint, name, isOn }: Props) {
  return (
    <label className="switch">
      <span>{label}</span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says itself whether it is checked */}
      <input type="checkbox" role="switch" name={name} value="on" defaultChecked={isOn} />
      <b aria-hidden="true" data-on={profile.on} data-off={profile.off} />
      <small>{hint}</small>
    </label>
  )
}
