/** The source of a fact, collapsed below its field. */
import { useState } from 'react'
import type { FactName, FactSource } from '#exam/certification.ts'
import { Field } from '#web/ui/field.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

type Props = {
  fact: FactName
  value: FactSource
  reasonOf: (field: string, label: string) => string | undefined
  onChange: (value: FactSource) => void
}

export function SourceFields({ fact, value, reasonOf, onChange }: Props) {
  const words = catalogueAdmin.source
  const [isOpen, setOpen] = useState(false)
  const problems = {
    source: reasonOf(`sources.${fact}.source`, words.source),
    checkedOn: reasonOf(`sources.${fact}.checkedOn`, words.checkedOn),
  }
  const hasProblem = problems.source !== undefined || problems.checkedOn !== undefined
  return (
    <details open={isOpen || hasProblem} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">
        <span className="visually-hidden">{words.of(catalogueAdmin.factNames[fact])}. </span>
        {summaryOf(value)}
      </summary>
      <div className="flow">
        <Field label={words.source} problem={problems.source}>
          {(control) => (
            <input
              {...control}
              value={value.source}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...value, source: target.value })}
            />
          )}
        </Field>
        <Field label={words.checkedOn} problem={problems.checkedOn}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={value.checkedOn}
              onChange={({ target }) => onChange({ ...value, checkedOn: target.value })}
            />
          )}
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={value.isApproximate}
            onChange={({ target }) => onChange({ ...value, isApproximate: target.checked })}
          />{' '}
          {words.isApproximate}
        </label>
      </div>
    </details>
  )
}

function summaryOf({ source, checkedOn, isApproximate }: FactSource): string {
  const words = catalogueAdmin.source
  const said = source ? words.about(checkedOn) : words.none
  return isApproximate ? `${said}, ${words.approximate}` : said
}
