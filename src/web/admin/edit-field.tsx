/** A label, a control, and below it what helps and what is wrong. The control is whichever fits the field. */
import { useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'

export type ControlProps = {
  id: string
  className: 'input'
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  hint?: string | undefined
  problem?: string | undefined
  children: (control: ControlProps) => React.ReactNode
}

export function EditField({ label, hint, problem, children }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, className: 'input', 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          <Icon name="alert" /> {problem}
        </p>
      )}
    </div>
  )
}
