/** A labeled on/off switch. Without `onSwitch` it is a plain form control that works before scripts load. */
import { forms } from '#text/forms.ts'

type Props = { label: string; hint?: string; name?: string; isOn: boolean; onSwitch?: (isOn: boolean) => void }

export function Switch({ label, hint, name, isOn, onSwitch }: Props) {
  const state = onSwitch
    ? { checked: isOn, onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => onSwitch(target.checked) }
    : { defaultChecked: isOn }
  return (
    <label className="switch">
      <span>{label}</span>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox reports its own state */}
      <input type="checkbox" role="switch" name={name} value="on" {...state} />
      <b aria-hidden="true" data-on={forms.on} data-off={forms.off} />
      {hint && <small>{hint}</small>}
    </label>
  )
}
