/** The choices for a file that is not JSON or an archive: its exam, skill areas, reference, and the meaning of each column. */
import { useState } from 'react'
import { bank } from '#web/text/en/admin/bank.ts'
import { Icon } from '#web/ui/icon.tsx'
import { InputField, SelectField } from '#web/ui/forms/field.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import type { ColumnMeaning, ImportChoices, ImportColumns, ImportReport } from '#server/bank/index.ts'

export type ImportExam = { readonly id: string; readonly name: string; readonly skillAreas: readonly { readonly name: string }[] }

/** The choices are sent in a header, so their number is limited. Further categories get the skill area chosen for the whole file. */
const categoriesShownMax = 40
const meanings = Object.keys(bank.meanings) as ColumnMeaning[]

type Props = {
  report: ImportReport
  exams: readonly ImportExam[]
  /** The choices that the file was checked with. */
  checked: ImportChoices
  isBusy: boolean
  onCheck: (choices: ImportChoices) => void
  /** Called with whether the choices differ from those of the check. */
  onChange: (isChanged: boolean) => void
}

export function ImportChoicesForm({ report, exams, checked, isBusy, onCheck, onChange }: Props) {
  const [chosen, setChosen] = useState<ImportChoices>(checked)
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(checked)
  const change = (choices: ImportChoices) => {
    const next = { ...chosen, ...choices }
    setChosen(next)
    onChange(JSON.stringify(next) !== JSON.stringify(checked))
  }
  const exam = exams.find(({ id }) => id === chosen.examId)
  const areas = exam?.skillAreas.map(({ name }) => name) ?? []
  const { reading, columns, categories } = report
  return (
    <details className="import-choices" open={(columns?.missing.length ?? 0) > 0}>
      <summary>{bank.readAs(reading.name, reading.encoding)}</summary>
      <div className="flow">
        {columns && <Columns columns={columns} chosen={chosen.columns} onChange={(choice) => change({ columns: choice })} />}
        <div className="import-fields">
          <SelectField
            label={bank.importExam}
            hint={bank.importExamHint}
            value={chosen.examId ?? ''}
            choices={exams.map(({ id, name }) => [id, `${id.toUpperCase()} ${name}`])}
            onChoose={(examId) => change({ examId, skillArea: undefined, skillAreas: undefined })}
          />
          <InputField
            label={bank.importReference}
            hint={bank.importReferenceHint}
            type="url"
            value={chosen.reference ?? ''}
            onType={(reference) => change({ reference: reference.trim() === '' ? undefined : reference.trim() })}
          />
          <SelectField
            label={bank.importArea}
            hint={bank.importAreaHint}
            value={chosen.skillArea ?? ''}
            choices={[['', bank.importNoArea], ...areas]}
            onChoose={(skillArea) => change({ skillArea: skillArea === '' ? undefined : skillArea })}
          />
        </div>
        {categories.length > 0 && (
          <section className="flow">
            <h4>{bank.importCategories}</h4>
            <p className="soft">{bank.importCategoriesLede}</p>
            <div className="import-fields">
              {categories.slice(0, categoriesShownMax).map(({ key, name, count, skillArea }) => (
                <SelectField
                  key={key}
                  label={name}
                  hint={bank.importCategoryHint(count)}
                  value={chosen.skillAreas?.[key] ?? skillArea}
                  choices={[['', bank.importNoArea], ...areas]}
                  onChoose={(area) => change({ skillAreas: { ...chosen.skillAreas, [key]: area } })}
                />
              ))}
            </div>
            {categories.length > categoriesShownMax && (
              <p className="small">{bank.importMoreCategories(categories.length - categoriesShownMax)}</p>
            )}
          </section>
        )}
        <p className="row">
          <button className="button" type="button" disabled={isBusy || !isChanged} onClick={() => onCheck(chosen)}>
            {bank.checkWithChoices}
          </button>
          {isChanged && <span className="small">{bank.choicesChanged}</span>}
        </p>
      </div>
    </details>
  )
}

type ColumnsProps = {
  columns: ImportColumns
  chosen: ImportChoices['columns']
  onChange: (choice: NonNullable<ImportChoices['columns']>) => void
}

function Columns({ columns: { names, examples, missing, ...read }, chosen, onChange }: ColumnsProps) {
  const choice = chosen ?? read
  const set = (column: number, meaning: ColumnMeaning) =>
    onChange({ ...choice, meanings: choice.meanings.map((one, i) => (i === column ? meaning : one)) })
  return (
    <section className="flow">
      <h4>{bank.importColumns}</h4>
      <p className="soft">{bank.importColumnsLede}</p>
      {missing.length > 0 && (
        <div className="notice">
          <Icon name="alert" />
          <p>{bank.importMissing(missing.map((meaning) => bank.meanings[meaning]))}</p>
        </div>
      )}
      <Switch label={bank.importHeader} isOn={choice.hasHeader} onSwitch={(hasHeader) => onChange({ ...choice, hasHeader })} />
      <div className="import-fields">
        {names.map((name, column) => (
          <SelectField
            key={column}
            label={(choice.hasHeader && name) || bank.importColumn(column + 1)}
            hint={bank.importExample((choice.hasHeader ? examples[column] : name) ?? '')}
            value={choice.meanings[column] ?? ''}
            choices={meanings.map((meaning) => [meaning, bank.meanings[meaning]])}
            onChoose={(value) => set(column, meanings.find((meaning) => meaning === value) ?? '')}
          />
        ))}
      </div>
    </section>
  )
}
