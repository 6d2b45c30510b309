/** The source of a fact, collapsed below its field. */
import { useState } from 'react'
import type { FactName, FactSource } from '#exam/certification.ts'
import { InputField } from '#web/ui/forms/field.tsx'
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
    address: reasonOf(`sources.${fact}.address`, words.address),
    checkedOn: reasonOf(`sources.${fact}.checkedOn`, words.checkedOn),
  }
  const hasProblem = Object.values(problems).some((problem) => problem !== undefined)
  return (
    <details open={isOpen || hasProblem} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">
        <span className="visually-hidden">{words.of(catalogueAdmin.factNames[fact])}. </span>
        {summaryOf(value)}
      </summary>
      <div className="flow">
        <InputField
          label={words.source}
          problem={problems.source}
          value={value.source}
          onType={(source) => onChange({ ...value, source })}
        />
        <InputField
          label={words.address}
          problem={problems.address}
          type="url"
          value={value.address ?? ''}
          onType={(address) => onChange({ ...value, address: address.trim() === '' ? undefined : address })}
        />
        <InputField
          label={words.checkedOn}
          problem={problems.checkedOn}
          type="date"
          value={value.checkedOn}
          onType={(checkedOn) => onChange({ ...value, checkedOn })}
        />
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
