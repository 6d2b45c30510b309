/** A list of checkboxes, each with the number of questions that it matches. */
import { useId } from 'react'

/** `count` is `undefined` until it is known. */
type CheckboxOption<Value extends string> = { value: Value; label: string; count: number | undefined }

type Props<Value extends string> = {
  title: string
  note?: string
  options: readonly CheckboxOption<Value>[]
  chosen: readonly Value[]
  onChoose: (chosen: readonly Value[]) => void
}

export function CheckboxList<Value extends string>({ title, note, options, chosen, onChoose }: Props<Value>) {
  const id = useId()
  return (
    <fieldset aria-describedby={note && id}>
      <legend>{title}</legend>
      {note && (
        <p className="small" id={id}>
          {note}
        </p>
      )}
      <ul className="checkbox-list" role="list">
        {options.map(({ value, label, count }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) => onChoose(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
              />
              <span>{label}</span>
              <span className="figure">{count ?? ' '}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
