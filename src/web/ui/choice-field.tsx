/** A labelled list to choose one entry of, with its hint and, below, what is wrong with it. */
import { useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  name: string
  label: string
  hint?: string
  problem?: string | undefined
  /** What is chosen at first. From then on the list itself knows, so a choice made before there are scripts stays. */
  value: string
  onChoose?: (value: string) => void
  /** The options. */
  children: React.ReactNode
  /** What stands beside the list, such as a button that chooses. */
  beside?: React.ReactNode
  ref?: React.Ref<HTMLSelectElement>
}

export function ChoiceField({ name, label, hint, problem, value, onChoose, children, beside, ref }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        className="input"
        id={id}
        name={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
        defaultValue={value}
        onChange={({ target }) => onChoose?.(target.value)}
        ref={ref}
      >
        {children}
      </select>
      {beside}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </div>
  )
}

/** The sentence below a field, and nothing where all is well. */
export function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  if (!problem) return null
  return (
    <p className="problem" id={id}>
      <Icon name="alert" /> {problem}
    </p>
  )
}
