/** The submit button of a form. While the form is being sent, it shows progress and ignores clicks. */
import { useNavigation } from 'react-router'

type Props = {
  label: string
  busy: string
  kind?: 'primary' | 'quiet' | 'danger'
  size?: 'large'
  /** Tells the action which of several buttons was pressed. */
  name?: string
  value?: string
  /** Tells buttons with the same label apart for screen readers. */
  subject?: string
}

export function SubmitButton({ label, busy, kind, size, name, value, subject }: Props) {
  const { state, formData } = useNavigation()
  const isSubmitting = state !== 'idle' && formData !== undefined
  const isPressed = isSubmitting && (!name || formData.get(name) === value)
  return (
    <button className="button" data-kind={kind} data-size={size} type="submit" name={name} value={value} disabled={isSubmitting}>
      {isPressed && <span className="spinner" />}
      {isPressed ? busy : label}
      {subject && <span className="visually-hidden"> {subject}</span>}
    </button>
  )
}
