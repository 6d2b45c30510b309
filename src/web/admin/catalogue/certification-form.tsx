/** All facts of a certification with their sources, and its outline, saved without leaving the page. What is typed while it is being saved stays. */
import { useEffect, useRef, useState } from 'react'
import { certificationTypes, families } from '#exam/certification.ts'
import type { FactName, FactSource } from '#exam/certification.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx'
import { EditField } from '#web/admin/edit-field.tsx'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import { useSaving } from '#web/admin/use-saving.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import { listDifferences } from './differences.ts'
import { draftOf, newDraft, numbers, printDraft, rebase, refusalsNow, saysTheSame } from './certification-draft.ts'
import type { Draft, TextField } from './certification-draft.ts'
import { OutlineFields } from './outline-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import type { CertificationRow } from '#server/catalogue/index.ts'

type Props = {
  /** As it is stored, as far as the page knows; `undefined` for a new one. */
  base: CertificationRow | undefined
  /** Ids of the other certifications of the catalogue. */
  others: readonly string[]
  /** Said above the form, which was another page while it was new. */
  isJustAdded?: boolean
  /** Set by whoever leads on to another page, so that nobody is asked. */
  mayLeave: React.RefObject<boolean>
  /** The page leads on from a new one, and shows the name of another. */
  onStored: (row: CertificationRow) => void
}

export function CertificationForm({ base, others, isJustAdded = false, mayLeave, onStored }: Props) {
  const [draft, setDraft] = useState<Draft>(base ? draftOf(base) : newDraft)
  const [sent, setSent] = useState<Draft>()
  const [isSaved, setSaved] = useState(isJustAdded)
  // A new one is on its way to its own page, which would not know what is typed meanwhile.
  const [isHeld, setHeld] = useState(false)
  const { busy, message, problem, save, clear, setAside } = useSaving()
  const isBusy = busy !== undefined || isHeld
  const form = useRef<HTMLFormElement>(null)
  const isUnsaved = !saysTheSame(draft, base ? draftOf(base) : newDraft)
  const current = problem?.current as CertificationRow | undefined
  const refused = problem?.refusals
  const refusals = refused && sent ? refusalsNow(refused, sent, draft) : []

  // Leads to the first field that needs another look.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])

  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setSaved(false)
  }
  const store = async (version: number | undefined) => {
    if (isBusy) return
    setSaved(false)
    setSent(draft)
    setHeld(!base)
    const path = base ? `/api/certifications/${base.id}` : '/api/certifications'
    const answer = await save<{ certification: CertificationRow }>(path, base ? 'PATCH' : 'POST', { ...printDraft(draft), version })
    if (!answer) return setHeld(false)
    if (base) {
      setDraft((now) => rebase(now, draft, answer.certification))
      setSaved(true)
    }
    onStored(answer.certification)
  }
  const reasonOf = (field: string, label: string) => {
    const found = refusals.find((refusal) => refusal.field === field)
    return found && catalogueAdmin.reason(label, found.reason)
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
    <>
      <form
        ref={form}
        inert={isHeld}
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
        <OutlineFields areas={draft.areas} refusals={refusals} onChange={(areas) => change({ areas })} />
        <p>
          <BusyButton kind="primary" type="submit" label={catalogueAdmin.save} busy={catalogueAdmin.saving} isBusy={isBusy} />
        </p>
      </form>
      <LeaveWarning isUnsaved={isUnsaved} mayLeave={() => mayLeave.current} />
      {current && (
        <ConflictDialog
          differences={listDifferences(draftOf(current), draft)}
          onClose={setAside}
          onTake={() => {
            setDraft(draftOf(current))
            onStored(current)
            clear()
          }}
          onKeep={() => void store(current.version)}
        />
      )}
    </>
  )
}

type FactFieldProps = { field: TextField; problem: string | undefined; children: React.ComponentProps<typeof EditField>['children'] }

function FactField({ field, problem, children }: FactFieldProps) {
  return (
    <EditField label={catalogueAdmin.fields[field]} hint={catalogueAdmin.hints[field]} problem={problem}>
      {children}
    </EditField>
  )
}
