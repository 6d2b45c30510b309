/** The page of a case study or a certification: its form and its deletion, or the form for a new record. */
import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { FieldIssue } from '#web/admin/call-api.ts'
import { DeleteItem } from '#web/admin/delete-item.tsx'
import type { RecordEditorOptions } from '#web/admin/use-record-editor.ts'
import { Message } from '#web/ui/message.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The last segment of the address of a new record. */
const newRecord = 'new'

/** What a form needs to edit the record. */
export type RecordFormProps<Stored> = Omit<RecordEditorOptions<Stored, unknown>, 'type'>

type RecordPageProps<Stored> = {
  /** The last segment of the address of the list and of `/api`. */
  collection: 'case-studies' | 'certifications'
  texts: { list: string; back: string; add: string; missing: string; delete: string; site: string }
  stored: Stored | undefined
  titleOf: (stored: Stored) => string
  children: (props: RecordFormProps<Stored>) => React.ReactNode
}

export function recordStatus(id: string, stored: unknown): 200 | 404 {
  return stored || id === newRecord ? 200 : 404
}

/** Whether to call the loader again. Not after a save, because a save updates the form itself. */
export function isOtherPage({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

export function RecordPage<Stored extends { id: string }>(props: RecordPageProps<Stored>) {
  const { collection, texts, stored } = props
  const listPath = `/admin/${collection}`
  const isNew = useLocation().pathname === `${listPath}/${newRecord}`
  const back = (
    <Link className="link-alone" to={listPath}>
      {texts.back}
    </Link>
  )
  if (!stored && !isNew) {
    return (
      <>
        <title>{`${texts.list}, ${texts.site}`}</title>
        <Message title={texts.list} actions={back}>
          {texts.missing}
        </Message>
      </>
    )
  }
  return (
    <>
      <p>{back}</p>
      <RecordSection key={stored?.id} {...props} listPath={listPath} />
    </>
  )
}

function RecordSection<Stored extends { id: string }>(props: RecordPageProps<Stored> & { listPath: string }) {
  const { collection, texts, stored, titleOf, children, listPath } = props
  /** The record as last saved. */
  const [base, setBase] = useState(stored)
  const savedWarnings = useWarningsOfAdding()
  const navigate = useNavigate()
  const title = base ? titleOf(base) : texts.add
  const onStored = (saved: Stored, warnings?: readonly FieldIssue[]) => {
    if (base) setBase(saved)
    else void navigate(`${listPath}/${encodeURIComponent(saved.id)}?done=added`, { state: { warnings, mayLeave: true } })
  }
  return (
    <>
      <title>{`${title}, ${texts.site}`}</title>
      <div className="title">
        <h1>{title}</h1>
      </div>
      {children({ base, savedWarnings, onStored })}
      {base && (
        <DeleteItem
          label={texts.delete}
          name={title}
          path={`/api/${collection}/${encodeURIComponent(base.id)}`}
          onDeleted={() => void navigate(`${listPath}?done=deleted`, { state: { mayLeave: true } })}
        />
      )}
    </>
  )
}

/** The page for a new record passes the warnings in the history state, which only the browser has. */
function useWarningsOfAdding(): readonly FieldIssue[] | undefined {
  const state = useLocation().state as { warnings?: readonly FieldIssue[] } | null
  const isHydrated = useHydrated()
  const [parameters] = useSearchParams()
  if (parameters.get('done') !== 'added') return undefined
  return (isHydrated && state?.warnings) || []
}
