/** What the list shows: exam, words, and filters. A plain form, which scripts send as soon as a choice is made. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { shortNameOf } from '#exam/certification.ts'
import { questionStates, questionTypes } from '#exam/question.ts'
import type { QuestionFilter } from '#server/question-list.ts'
import { printBankAddress, readBankAddress, sortings, statisticsChoices } from '#web/admin/question-bank/bank-address.ts'
import type { Exam } from '#web/admin/question-bank/bank-address.ts'
import { bank } from '#web/text/en/bank.ts'
import { useTexts } from '#web/text/texts.ts'

export function QuestionFilters({ exams, filter }: { exams: readonly Exam[]; filter: QuestionFilter }) {
  const { exam } = useTexts()
  const navigate = useNavigate()
  const [values, setValues] = useValuesOf(filter)
  const areas = exams.find(({ id }) => id === filter.examId)?.skillAreas.map(({ name }) => name) ?? []

  const send = (next: Values) => {
    const path = printBankAddress(readBankAddress(new URLSearchParams(next), exams))
    void navigate(path, { preventScrollReset: true })
  }
  const choose = (name: keyof Values, value: string) => {
    const next = { ...values, [name]: value }
    setValues(next)
    send(next)
  }
  const select = (name: keyof Values, label: string, options: readonly (readonly [value: string, label: string])[]) => (
    <Select name={name} label={label} value={values[name]} options={options} onChoose={(value) => choose(name, value)} />
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
          exams.map((each) => [each.id, examLabel(each)]),
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
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => setValues({ ...values, search: target.value })}
            />
            <button className="button" type="submit">
              {bank.search}
            </button>
          </div>
        </div>
        {select('type', bank.type, [['', bank.everyType], ...questionTypes.map((type) => [type, exam.types[type]] as const)])}
        {select('area', bank.area, [['', bank.everyArea], ...areas.map((area) => [area, area] as const)])}
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

/** `MB-800 Business Central Functional Consultant` */
export function examLabel(exam: Pick<Exam, 'id' | 'name'>): string {
  return `${exam.id.toUpperCase()} ${shortNameOf(exam)}`
}

type Values = { exam: string; search: string; type: string; area: string; state: string; statistics: string; sort: string }

/** What stands in the form: what somebody enters until the address says something else, as after going back. */
function useValuesOf(filter: QuestionFilter): [Values, (values: Values) => void] {
  const { examId, search, type = '', skillArea = '', state = '', statistics = '', sort } = filter
  const path = printBankAddress(filter)
  const asked: Values = { exam: examId, search, type, area: skillArea, state, statistics, sort }
  const [values, setValues] = useState(asked)
  const [known, setKnown] = useState(path)
  if (known !== path) {
    setKnown(path)
    setValues(asked)
  }
  return [values, setValues]
}

type SelectProps = {
  name: string
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

function Select({ name, label, value, options, onChoose }: SelectProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <select className="input" id={name} name={name} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
