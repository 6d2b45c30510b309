/** A labelled text field with its hint and, below, what is wrong with it. Checked when one leaves it. */
import { useId, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  name: string
  label: string
  type?: 'email' | 'password' | 'text' | 'date'
  value?: string | undefined
  hint?: string
  /** From the server; stays until the text is changed. */
  problem?: string | undefined
  /** Says what is wrong with a text, if anything is. */
  check?: (text: string) => string | undefined
  autoComplete?: string
  inputMode?: 'numeric' | 'email'
  lengthMax?: number
  /** First day that a date may be: `2026-11-22`. */
  dayMin?: string
  /** Makes it a field for prose, this many lines high. */
  lines?: number
  isFocused?: boolean
  children?: React.ReactNode
}

export function Field({
  name,
  label,
  type = 'text',
  value,
  hint,
  problem,
  check,
  autoComplete,
  inputMode,
  lengthMax,
  dayMin,
  lines,
  isFocused,
  children,
}: Props) {
  const id = useId()
  const [text, setText] = useState(value ?? '')
  const [found, setFound] = useState<{ problem: string | undefined; from: string | undefined }>()
  // What the server says counts until it is looked at again.
  const shown = found && found.from === problem ? found.problem : problem
  const described = [hint && `${id}-hint`, shown && `${id}-problem`].filter(Boolean).join(' ')
  const shared = {
    className: 'input',
    id,
    name,
    value: text,
    autoComplete,
    inputMode,
    maxLength: lengthMax,
    min: dayMin,
    autoFocus: isFocused,
    'aria-invalid': shown ? (true as const) : undefined,
    'aria-describedby': described || undefined,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    // An empty field that one only passes is no mistake yet.
    onBlur: () => check && text && afterPress(() => setFound({ problem: check(text), from: problem })),
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {lines ? <textarea {...shared} rows={lines} /> : <input {...shared} type={type} spellCheck={false} autoCapitalize="none" />}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {shown && (
        <p className="problem" id={`${id}-problem`}>
          <Icon name="alert" /> {shown}
        </p>
      )}
      {children}
    </div>
  )
}

/** A click is a press and a release in one place. What makes the page move waits until the button is let go. */
function afterPress(move: () => void): void {
  if (document.querySelector(':active')) document.addEventListener('pointerup', () => setTimeout(move), { once: true })
  else move()
}
