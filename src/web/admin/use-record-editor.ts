/** Editing and saving a record through `/api`. Nothing the administrator typed is lost, regardless of the response. */
import { useState } from 'react'
import { callApi, type ApiRefusal, type FieldIssue } from '#web/admin/call-api.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** How one type of record is edited. `Draft` has the values of the form. */
export type RecordEditorType<Stored, Draft> = {
  /** The path of the collection, such as `/api/case-studies`. The path of a record also has its id. */
  path: string
  /** The member of the response that has the saved record. */
  responseKey: string
  /** The form of a stored record, or of a new record if there is none. */
  toDraft: (stored: Stored | undefined) => Draft
  toBody: (draft: Draft) => object
  /** The saved record with the changes that the user made after `sent` was sent. */
  rebase: (now: Draft, sent: Draft, saved: Stored) => Draft
  /** The errors of `sent` that still apply to the form as it is now. */
  listErrors: (errors: readonly FieldIssue[], sent: Draft, now: Draft) => FieldIssue[]
}

export type RecordEditorOptions<Stored, Draft> = {
  type: RecordEditorType<Stored, Draft>
  /** The record as last read or saved; `undefined` for a new one. */
  base: Stored | undefined
  /** Warnings of the save that led to this page; shown until the form is changed. */
  savedWarnings?: readonly FieldIssue[] | undefined
  /** Called after a save, and after the user chose the other version. Warnings are present after a save. */
  onStored: (stored: Stored, warnings?: readonly FieldIssue[]) => void
}

export type RecordEditor<Stored extends { id: string; version: number }, Draft> = ReturnType<typeof useRecordEditor<Stored, Draft>>

type Attempted<Draft> = { sent: Draft; refusal: ApiRefusal; isConflictClosed?: boolean }

export function useRecordEditor<Stored extends { id: string; version: number }, Draft>({
  type,
  base,
  savedWarnings,
  onStored,
}: RecordEditorOptions<Stored, Draft>) {
  const [draft, setDraft] = useState<Draft>(() => type.toDraft(base))
  const [isSaving, setSaving] = useState(false)
  const [isLocked, setLocked] = useState(false)
  const [refused, setRefused] = useState<Attempted<Draft>>()
  const [warnings, setWarnings] = useState<readonly FieldIssue[]>()
  const [isTouched, setTouched] = useState(false)
  const { refusal } = refused ?? {}
  const current = refused?.isConflictClosed ? undefined : (refusal?.problem?.current as Stored | undefined)

  const printBody = (draft: Draft) => JSON.stringify(type.toBody(draft))

  const store = async (version: number | undefined) => {
    if (isSaving || isLocked) return
    setTouched(true)
    setWarnings(undefined)
    setRefused(undefined)
    setSaving(true)
    setLocked(!base)
    const path = base ? `${type.path}/${encodeURIComponent(base.id)}` : type.path
    const body = { ...type.toBody(draft), version }
    const result = await callApi<Record<string, Stored> & { warnings?: FieldIssue[] }>(path, base ? 'PATCH' : 'POST', body)
    setSaving(false)
    const saved = result.ok ? result.value[type.responseKey] : undefined
    if (!result.ok || !saved) {
      setLocked(false)
      if (!result.ok) setRefused({ sent: draft, refusal: result })
      return
    }
    const found = result.value.warnings ?? []
    if (base) {
      setDraft((now) => type.rebase(now, draft, saved))
      setWarnings(found)
    }
    onStored(saved, found)
  }

  return {
    draft,
    change: (changes: Partial<Draft>) => {
      setDraft((draft) => ({ ...draft, ...changes }))
      setWarnings(undefined)
      setTouched(true)
    },
    save: () => void store(base?.version),
    isSaving: isSaving || isLocked,
    /** A new record was sent. The form stays locked until the record's own page opens or the save fails. */
    isLocked,
    isUnsaved: printBody(draft) !== printBody(type.toDraft(base)),
    /** Why the last save failed. */
    message: refusal && refusalMessage(refusal, catalogueAdmin.noAnswer),
    errors: refused ? type.listErrors(refusal?.problem?.refusals ?? [], refused.sent, draft) : [],
    /** Changes with each refused save. */
    refusal,
    /** Present after a save, until the form is changed. */
    warnings: isTouched ? warnings : savedWarnings,
    conflict: current && {
      current,
      take: () => {
        setDraft(type.toDraft(current))
        setRefused(undefined)
        onStored(current)
      },
      keep: () => void store(current.version),
      close: () => setRefused((refused) => refused && { ...refused, isConflictClosed: true }),
    },
  }
}

/** The message for a refused save or deletion; `noResponse` when the server did not respond. */
export function refusalMessage({ status, message, problem }: ApiRefusal, noResponse: string): string {
  const { code = '', refusals } = problem ?? {}
  if (status === undefined) return noResponse
  if (refusals && refusals.length > 0) return catalogueAdmin.notSaved(refusals.length)
  return catalogueAdmin.problems[code] ?? message
}
