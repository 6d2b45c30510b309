/** The form of a certification: all facts with their sources, and its outline. */
import { certificationTypes, families, type FactName, type FactSource } from '#exam/certification.ts'
import { RecordForm } from '#web/admin/record-form.tsx'
import { useRecordEditor, type RecordEditorType } from '#web/admin/use-record-editor.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Field, type FieldControl } from '#web/ui/field.tsx'
import { listDifferences } from './differences.ts'
import {
  draftOf,
  isSameCertification,
  listCurrentErrors,
  newCertificationDraft,
  numbers,
  printDraft,
  rebase,
  type CertificationDraft,
  type TextField,
} from './certification-draft.ts'
import { OutlineFields } from './outline-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import type { CertificationRow } from '#server/catalogue/index.ts'

const certificationType: RecordEditorType<CertificationRow, CertificationDraft> = {
  path: '/api/certifications',
  responseKey: 'certification',
  toDraft: (row) => (row ? draftOf(row) : newCertificationDraft),
  toBody: printDraft,
  isSame: isSameCertification,
  rebase,
  listErrors: listCurrentErrors,
}

type Props = {
  /** The row as last read or saved; `undefined` for a new certification. */
  base: CertificationRow | undefined
  /** Ids of the other certifications. */
  others: readonly string[]
  /** Shows that the save on the page for a new certification succeeded. */
  isJustAdded?: boolean
  /** Set before the page navigates by itself, so that no warning appears. */
  mayLeave: React.RefObject<boolean>
  onStored: (row: CertificationRow) => void
}

export function CertificationForm({ base, others, isJustAdded = false, mayLeave, onStored }: Props) {
  const savedWarnings = isJustAdded ? [] : undefined
  const editor = useRecordEditor({ type: certificationType, base, savedWarnings, onStored })
  const { draft, change, errors } = editor
  const reasonOf = (field: string, label: string) => {
    const error = errors.find((error) => error.field === field)
    return error && catalogueAdmin.reason(label, error.reason)
  }

  const text = (field: TextField, type: 'text' | 'date' | 'url' = 'text') => (
    <FactField field={field} problem={reasonOf(field, catalogueAdmin.fields[field])}>
      {(control) => (
        <input
          {...control}
          type={type}
          inputMode={numbers.includes(field) ? 'numeric' : undefined}
          value={draft[field]}
          autoComplete="off"
          onChange={({ target }) => change({ [field]: target.value })}
        />
      )}
    </FactField>
  )
  const choice = (field: TextField, options: readonly (readonly [value: string, label: string])[]) => (
    <FactField field={field} problem={reasonOf(field, catalogueAdmin.fields[field])}>
      {(control) => (
        <select {...control} value={draft[field]} onChange={({ target }) => change({ [field]: target.value })}>
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FactField>
  )
  const source = (fact: FactName) => (
    <SourceFields
      fact={fact}
      value={draft.sources[fact]}
      reasonOf={reasonOf}
      onChange={(value: FactSource) => change({ sources: { ...draft.sources, [fact]: value } })}
    />
  )

  return (
    <RecordForm
      editor={editor}
      fieldLabel={(field) => field}
      listDifferences={(row, draft) => listDifferences(draftOf(row), draft)}
      mayLeave={mayLeave}
      className="edit-form"
    >
      <h2>{catalogueAdmin.facts}</h2>
      <div className="split">
        {!base && <div>{text('id')}</div>}
        <div>
          {text('name')}
          {source('name')}
        </div>
        <div>
          {choice(
            'family',
            families.map((family) => [family, family]),
          )}
        </div>
        <div>
          {choice(
            'type',
            certificationTypes.map((type) => [type, type]),
          )}
          {source('type')}
        </div>
      </div>
      <FactField field="description" problem={reasonOf('description', catalogueAdmin.fields.description)}>
        {(control) => (
          <textarea {...control} rows={2} value={draft.description} onChange={({ target }) => change({ description: target.value })} />
        )}
      </FactField>
      <div className="split">
        <div>
          {choice('status', Object.entries(catalogueAdmin.statuses))}
          {source('status')}
        </div>
        <div>
          {text('retired_on', 'date')}
          {source('retiredOn')}
        </div>
        <div>
          {text('successor')}
          {source('successor')}
        </div>
        <div>{choice('successor_id', [['', catalogueAdmin.none], ...others.map((id) => [id, id.toUpperCase()] as const)])}</div>
        <div>
          {text('duration_minutes')}
          {source('durationMinutes')}
        </div>
        <div>
          {text('pass_score')}
          {source('passScore')}
        </div>
        <div>
          {text('price_usd')}
          {source('priceUsd')}
        </div>
        <div>
          {text('question_count')}
          {source('questionCount')}
        </div>
        <div>
          {text('outline_of', 'date')}
          {source('outlineOf')}
        </div>
        <div>{text('study_guide_url', 'url')}</div>
      </div>
      <h2>{catalogueAdmin.outline}</h2>
      <p className="soft measure">{catalogueAdmin.outlineLede}</p>
      {source('outline')}
      <OutlineFields areas={draft.areas} errors={errors} onChange={(areas) => change({ areas })} />
    </RecordForm>
  )
}

type FactFieldProps = { field: TextField; problem: string | undefined; children: (control: FieldControl) => React.ReactNode }

function FactField({ field, problem, children }: FactFieldProps) {
  return (
    <Field label={catalogueAdmin.fields[field]} hint={catalogueAdmin.hints[field]} problem={problem}>
      {children}
    </Field>
  )
}
