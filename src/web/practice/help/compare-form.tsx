/** The form that chooses the two options, steps, or items to compare. */
import { useId, useState } from 'react'
import type { HelpPart } from '#exam/help/help-parts.ts'
import { help } from '#text/help.ts'

type Props = {
  parts: readonly HelpPart[]
  /** Label of the part that is selected when the form opens. */
  first: string | undefined
  isBusy: boolean
  onCompare: (one: HelpPart, other: HelpPart) => void
}

export function CompareForm({ parts, first, isBusy, onCompare }: Props) {
  const [one, setOne] = useState(first ?? parts[0]?.label ?? '')
  const [other, setOther] = useState(parts.find(({ label }) => label !== one)?.label ?? '')
  const find = (label: string) => parts.find((part) => part.label === label)
  const send = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const [a, b] = [find(one), find(other)]
    if (a && b && a !== b && !isBusy) onCompare(a, b)
  }
  return (
    <form className="compare" onSubmit={send}>
      <PartSelect name={help.compareFirst} parts={parts} value={one} onChange={setOne} takesFocus />
      <PartSelect name={help.compareSecond} parts={parts} value={other} onChange={setOther} />
      <button className="button" type="submit" aria-disabled={isBusy || one === other}>
        {help.compareNow}
      </button>
    </form>
  )
}

type SelectProps = { name: string; parts: readonly HelpPart[]; value: string; onChange: (label: string) => void; takesFocus?: boolean }

const shownLength = 40

function PartSelect({ name, parts, value, onChange, takesFocus = false }: SelectProps) {
  const id = useId()
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {name}
      </label>
      <select id={id} className="input" value={value} autoFocus={takesFocus} onChange={(event) => onChange(event.target.value)}>
        {parts.map(({ label, text }) => (
          <option key={label} value={label}>
            {label}: {text.length > shownLength ? `${text.slice(0, shownLength)}…` : text}
          </option>
        ))}
      </select>
    </>
  )
}
