/** Certification, search, and filters of the list. A choice applies immediately, a search when the form is submitted. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { shortCertificationName } from '#exam/certification.ts'
import { questionStates, questionTypes } from '#exam/question.ts'
import {
  printBankAddress,
  readBankAddress,
  searchLengthMax,
  sortings,
  statisticsChoices,
  toFilterValues,
  type CertificationChoice,
  type FilterValues,
} from '#web/admin/bank/bank-address.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { exam } from '#web/text/en/practice.ts'
import { SelectField, type FieldChoice } from '#web/ui/forms/field.tsx'
import type { QuestionSearch } from '#server/bank/index.ts'

export function QuestionFilters({ certifications, filter }: { certifications: readonly CertificationChoice[]; filter: QuestionSearch }) {
  const navigate = useNavigate()
  const [values, setValues, keep] = useValuesOf(filter)
  const areas = certifications.find(({ id }) => id === filter.examId)?.skillAreas.map(({ name }) => name) ?? []

  const send = (next: FilterValues) => {
    const wanted = readBankAddress(new URLSearchParams(next), certifications)
    keep(wanted)
    void navigate(printBankAddress(wanted), { preventScrollReset: true })
  }
  const select = (name: keyof FilterValues, label: string, options: readonly FieldChoice[]) => (
    <SelectField
      name={name}
      label={label}
      value={values[name]}
      choices={options}
      onChoose={(value) => send({ ...values, [name]: value })}
    />
  )

  return (
    <search>
      <form
        className="bank-filters"
        action="/admin"
        onSubmit={(event) => {
          event.preventDefault()
          send(values)
        }}
      >
        {select(
          'exam',
          bank.exam,
          certifications.map((each) => [each.id, certificationLabel(each)]),
        )}
        <div className="field">
          <label className="label" htmlFor="search">
            {bank.search}
          </label>
          <div className="row">
            <input
              className="input"
              id="search"
              name="search"
              type="search"
              placeholder={bank.searchHint}
              value={values.search}
              maxLength={searchLengthMax}
              autoComplete="off"
              onChange={({ target }) => setValues({ ...values, search: target.value })}
            />
            <button className="button" type="submit">
              {bank.search}
            </button>
          </div>
        </div>
        {select('type', bank.type, [['', bank.everyType], ...questionTypes.map((type) => [type, exam.types[type]] as const)])}
        {select('area', bank.area, [['', bank.everyArea], ...areas])}
        {select('state', bank.state, [['', bank.everyState], ...questionStates.map((state) => [state, bank.states[state]] as const)])}
        {select('statistics', bank.statistics, [
          ['', bank.everyStatistics],
          ...statisticsChoices.map((choice) => [choice, bank.statisticsChoices[choice]] as const),
        ])}
        {select(
          'sort',
          bank.sort,
          sortings.map((sort) => [sort, bank.sortings[sort]]),
        )}
      </form>
    </search>
  )
}

/** Example: `MB-800 Business Central Functional Consultant`. */
export function certificationLabel(certification: Pick<CertificationChoice, 'id' | 'name'>): string {
  return `${certification.id.toUpperCase()} ${shortCertificationName(certification)}`
}

/**
 * The values of the form. They are reset when the address changes, such as after going back, but not when the form itself requested the
 * new address, so text typed in the meantime stays.
 */
function useValuesOf(filter: QuestionSearch): [FilterValues, (values: FilterValues) => void, keep: (wanted: QuestionSearch) => void] {
  const path = printBankAddress(filter)
  const [values, setValues] = useState(() => toFilterValues(filter))
  const [known, setKnown] = useState(path)
  const [sent, setSent] = useState<string>()
  if (known !== path) {
    setKnown(path)
    setSent(undefined)
    if (path !== sent) setValues(toFilterValues(filter))
  }
  const keep = (wanted: QuestionSearch) => {
    setSent(printBankAddress(wanted))
    setValues(toFilterValues(wanted))
  }
  return [values, setValues, keep]
}
