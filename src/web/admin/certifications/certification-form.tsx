/** All facts of a certification with their sources, and its outline, saved without leaving the page. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { certificationTypes, families } from '#exam/certification.ts'
import type { FactName, FactSource } from '#exam/certification.ts'
import type { CertificationRow } from '#server/catalogue.ts'
import { BusyButton } from '#web/admin/busy-button.tsx'
import { EditField } from '#web/admin/edit-field.tsx'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import { useSaving } from '#web/admin/use-saving.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { draftOf, newDraft, printDraft, saysTheSame } from './draft.ts'
import type { Draft, TextField } from './draft.ts'
import { OutlineFields } from './outline-fields.tsx'
import { SourceFields } from './source-fields.tsx'

type Props = {
  stored: CertificationRow | undefined
  /** Ids of the other certifications of the catalogue. */
  others: readonly string[]
  /** Said above the form, which was another page while it was new. */
  isJustAdded: boolean
}

export function CertificationForm({ stored, others, isJustAdded }: Props) {
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState<Draft>(stored ? draftOf(stored) : newDraft)
  const [isSaved, setSaved] = useState(isJustAdded)
  const { busy, message, problem, save, clear } = useSaving()
  const form = useRef<HTMLFormElement>(null)
  const hasSaved = useRef(false)
  const navigate = useNavigate()
  const isUnsaved = !saysTheSame(draft, base ? draftOf(base) : newDraft)
  const current = problem?.current as CertificationRow | undefined
  const refusals = problem?.refusals

  // Leads to the first field that needs another look.
  useEffect(() => {
    if (refusals) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])

  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setSaved(false)
  }
  const take = (row: CertificationRow) => {
    setBase(row)
    setDraft(draftOf(row))
  }
  const store = async (version: number | undefined) => {
    setSaved(false)
    const path = base ? `/api/certifications/${base.id}` : '/api/certifications'
    const answer = await save<{ certification: CertificationRow }>(path, base ? 'PATCH' : 'POST', { ...printDraft(draft), version })
    if (!answer) return
    if (base) {
      take(answer.certification)
      setSaved(true)
    } else {
      hasSaved.current = true
      await navigate(`/admin/certifications/${answer.certification.id}?done=added`)
    }
  }
  const reasonOf = (field: string, label: string) => {
    const found = refusals?.find((refusal) => refusal.field === field)
    return found && catalogueAdmin.reason(label, found.reason)
  }

  const text = (field: TextField, type: 'text' | 'date' | 'url' = 'text') => (
    <FactField field={field} problem={reasonOf(field, catalogueAdmin.fields[field])}>
      {(control) => (
        <input
          {...control}
          type={type}
          inputMode={numeric.includes(field) ? 'numeric' : undefined}
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
    <form
      ref={form}
      className="flow edit-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void store(base?.version)
      }}
    >
      {message && <Notice verdict="wrong">{message}</Notice>}
      {isSaved && <Notice verdict="right">{catalogueAdmin.saved}</Notice>}
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
      <OutlineFields areas={draft.areas} refusals={refusals ?? []} onChange={(areas) => change({ areas })} />
      <p>
        <BusyButton
          kind="primary"
          label={catalogueAdmin.save}
          busy={catalogueAdmin.saving}
          isBusy={busy === 'saving'}
          onPress={() => void store(base?.version)}
        />
      </p>
      <LeaveWarning isUnsaved={isUnsaved} mayLeave={() => hasSaved.current} />
      {current && (
        <ConflictDialog
          mine={draft}
          theirs={draftOf(current)}
          onClose={clear}
          onTake={() => {
            take(current)
            clear()
          }}
          onKeep={() => void store(current.version)}
        />
      )}
    </form>
  )
}

const numeric: readonly TextField[] = ['duration_minutes', 'pass_score', 'price_usd']

type FactFieldProps = { field: TextField; problem: string | undefined; children: React.ComponentProps<typeof EditField>['children'] }

function FactField({ field, problem, children }: FactFieldProps) {
  return (
    <EditField label={catalogueAdmin.fields[field]} hint={catalogueAdmin.hints[field]} problem={problem}>
      {children}
    </EditField>
  )
}
