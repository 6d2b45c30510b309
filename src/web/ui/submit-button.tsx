/** Sends the form it stands in; says so, and takes no second click, while that is under way. */
import { useNavigation } from 'react-router'

type Props = {
  label: string
  busy: string
  kind?: 'primary' | 'quiet' | 'danger'
  size?: 'large'
  /** Tells the action which of several buttons it was. */
  name?: string
  value?: string
  /** What it is about, for those who hear the button alone, where several have the same label. */
  subject?: string
}

export function SubmitButton({ label, busy, kind, size, name, value, subject }: Props) {
  const { state, formData } = useNavigation()
  const isUnderWay = state !== 'idle' && formData !== undefined
  const isThis = isUnderWay && (!name || formData.get(name) === value)
  return (
    <button className="button" data-kind={kind} data-size={size} type="submit" name={name} value={value} disabled={isUnderWay}>
      {isThis && <span className="spinner" />}
      {isThis ? busy : label}
      {subject && <span className="unseen"> {subject}</span>}
    </button>
  )
}
