/** A list of which one may choose several, each with the number of questions it stands for. */
import { useId } from 'react'

/** `size` is `undefined` until it is known. */
type Option<Value extends string> = { value: Value; label: string; size: number | undefined }

type Props<Value extends string> = {
  title: string
  note?: string
  options: readonly Option<Value>[]
  chosen: readonly Value[]
  onChoose: (chosen: readonly Value[]) => void
}

export function Choices<Value extends string>({ title, note, options, chosen, onChoose }: Props<Value>) {
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
        {options.map(({ value, label, size }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) => onChoose(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))}
              />
              <span>{label}</span>
              <span className="figure">{size ?? ' '}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
