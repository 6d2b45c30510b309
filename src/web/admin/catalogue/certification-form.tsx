/** The form of a certification: all facts with their sources, and its outline. */
import { certificationTypes, families, type FactName, type FactSource } from '#exam/certification.ts'
import { RecordForm } from '#web/admin/record-form.tsx'
import type { RecordFormProps } from '#web/admin/record-page.tsx'
import { useRecordEditor, type RecordEditorType } from '#web/admin/use-record-editor.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Field, InputField, SelectField, type FieldChoice } from '#web/ui/forms/field.tsx'
import { listDifferences } from './differences.ts'
import {
  draftOf,
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
  rebase,
  listErrors: listCurrentErrors,
}

const yesNoChoices: readonly FieldChoice[] = [['', catalogueAdmin.unknown], ...Object.entries(catalogueAdmin.yesOrNo)]

/** `others` are the ids of the other certifications. */
type Props = RecordFormProps<CertificationRow> & { others: readonly string[] }

export function CertificationForm({ others, ...props }: Props) {
  const { base } = props
  const editor = useRecordEditor({ type: certificationType, ...props })
  const { draft, change, errors } = editor
  const reasonOf = (field: string, label: string) => {
    const error = errors.find((error) => error.field === field)
    return error && catalogueAdmin.reason(label, error.reason)
  }

  const labels = (field: TextField) => ({
    label: catalogueAdmin.fields[field],
    hint: catalogueAdmin.hints[field],
    problem: reasonOf(field, catalogueAdmin.fields[field]),
  })
  const text = (field: TextField, type: 'text' | 'date' | 'url' = 'text') => (
    <InputField
      {...labels(field)}
      type={type}
      inputMode={numbers.includes(field) ? 'numeric' : undefined}
      value={draft[field]}
      onType={(value) => change({ [field]: value })}
    />
  )
  const choice = (field: TextField, choices: readonly FieldChoice[]) => (
    <SelectField {...labels(field)} value={draft[field]} choices={choices} onChoose={(value) => change({ [field]: value })} />
  )
  const source = (fact: FactName) => (
    <SourceFields
      fact={fact}
      value={draft.sources[fact]}
      reasonOf={reasonOf}
      onChange={(value: FactSource) => change({ sources: { ...draft.sources, [fact]: value } })}
    />
  )
  const withSource = (fact: FactName, field: React.ReactNode) => (
    <div>
      {field}
      {source(fact)}
    </div>
  )

  return (
    <RecordForm
      editor={editor}
      fieldLabel={(field) => field}
      listDifferences={(row, draft) => listDifferences(draftOf(row), draft)}
      className="edit-form"
    >
      <h2>{catalogueAdmin.facts}</h2>
      <div className="split">
        {!base && <div>{text('id')}</div>}
        {withSource('name', text('name'))}
        <div>{choice('family', families)}</div>
        {withSource('type', choice('type', certificationTypes))}
      </div>
      <Field {...labels('description')}>
        {(control) => (
          <textarea {...control} rows={2} value={draft.description} onChange={({ target }) => change({ description: target.value })} />
        )}
      </Field>
      <div className="split">
        {withSource('status', choice('status', Object.entries(catalogueAdmin.statuses)))}
        {withSource('retiredOn', text('retired_on', 'date'))}
        {withSource('successor', text('successor'))}
        <div>{choice('successor_id', [['', catalogueAdmin.none], ...others.map((id) => [id, id.toUpperCase()] as const)])}</div>
        {withSource('durationMinutes', text('duration_minutes'))}
        {withSource('passScore', text('pass_score'))}
        {withSource('priceUsd', text('price_usd'))}
        {withSource('questionCount', text('question_count'))}
        {withSource('languages', text('languages'))}
        {withSource('inFrench', choice('in_french', yesNoChoices))}
        {withSource('practiceAssessment', choice('practice_assessment', yesNoChoices))}
        {withSource('outlineOf', text('outline_of', 'date'))}
        <div>{text('study_guide_url', 'url')}</div>
      </div>
      <h2>{catalogueAdmin.outline}</h2>
      <p className="soft measure">{catalogueAdmin.outlineLede}</p>
      {source('outline')}
      <OutlineFields areas={draft.areas} errors={errors} onChange={(areas) => change({ areas })} />
    </RecordForm>
  )
}
