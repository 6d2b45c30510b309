/** A native menu of the items, in place of a slot. */
import { letterOf } from '#exam/question.ts'
import { arranging } from '#text/arranging.ts'

/** `names` are the items as text. */
type Props = { label: string; names: readonly string[]; item: number | null; onChoose: (item: number | null) => void }

export function SlotMenu({ label, names, item, onChoose }: Props) {
  return (
    <select
      className="input"
      aria-label={label}
      value={item ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{arranging.chooseItem}</option>
      {names.map((name, i) => (
        <option key={i} value={i}>
          {letterOf(i)} {name}
        </option>
      ))}
    </select>
  )
}
