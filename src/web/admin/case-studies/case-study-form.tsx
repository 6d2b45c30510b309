/** Title and text of a case study, saved without leaving the page. */
import { Suspense, lazy, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { plainText } from '#exam/plain-text.ts'
import type { StoredCaseStudy } from '#server/case-study-editing.ts'
import { BusyButton } from '#web/admin/busy-button.tsx'
import { EditField } from '#web/admin/edit-field.tsx'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import { useSaving } from '#web/admin/use-saving.ts'
import type { Finding } from '#web/admin/use-saving.ts'
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

const RichTextEditor = lazy(() => import('#web/admin/question-bank/editor/rich-text-editor.tsx'))

const titleLengthMax = 300
const contentHeight = 300

type Draft = { title: string; content: string }
type Answer = { case_study: StoredCaseStudy; warnings: Finding[] }

/** `isJustAdded` says so above the form, which was another page while it was new. */
export function CaseStudyForm({ stored, isJustAdded }: { stored: StoredCaseStudy | undefined; isJustAdded: boolean }) {
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState<Draft>({ title: stored?.title ?? '', content: stored?.content ?? '' })
  const [warnings, setWarnings] = useState<Finding[] | undefined>(isJustAdded ? [] : undefined)
  // Counts the texts that did not come from typing, so that the editor takes them in.
  const [given, setGiven] = useState(0)
  const { busy, message, problem, save, clear } = useSaving()
  const navigate = useNavigate()
  const hasSaved = useRef(false)
  const isUnsaved = draft.title !== (base?.title ?? '') || draft.content !== (base?.content ?? '')
  const current = problem?.current as StoredCaseStudy | undefined

  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setWarnings(undefined)
  }
  const take = (caseStudy: StoredCaseStudy) => {
    setBase(caseStudy)
    setDraft({ title: caseStudy.title, content: caseStudy.content })
    setGiven((count) => count + 1)
  }
  const store = async (version: number | undefined) => {
    setWarnings(undefined)
    const path = base ? `/api/case-studies/${encodeURIComponent(base.id)}` : '/api/case-studies'
    const answer = await save<Answer>(path, base ? 'PATCH' : 'POST', { ...draft, version })
    if (!answer) return
    if (base) {
      take(answer.case_study)
      setWarnings(answer.warnings)
    } else {
      hasSaved.current = true
      await navigate(`/admin/case-studies/${encodeURIComponent(answer.case_study.id)}?done=added`)
    }
  }
  const reasonOf = (field: string, label: string) => {
    const found = problem?.refusals?.find((refusal) => refusal.field === field)
    return found && catalogueAdmin.reason(label, found.reason)
  }

  return (
    <form
      className="flow"
      onSubmit={(event) => {
        event.preventDefault()
        void store(base?.version)
      }}
    >
      {message && <Notice verdict="wrong">{message}</Notice>}
      {warnings && <SavedNotice warnings={warnings} />}
      <EditField label={catalogueAdmin.title} hint={catalogueAdmin.titleHint} problem={reasonOf('title', catalogueAdmin.title)}>
        {(control) => (
          <input
            {...control}
            value={draft.title}
            maxLength={titleLengthMax}
            autoComplete="off"
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </EditField>
      <ContentEditor
        key={given}
        value={draft.content}
        problem={reasonOf('content', catalogueAdmin.content)}
        onChange={(content) => change({ content })}
      />
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
        <Conflict
          mine={draft}
          theirs={current}
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

type EditorProps = { value: string; problem: string | undefined; onChange: (html: string) => void }

const neverChanges = () => () => {}

/** The editor is loaded on this page alone, and in the browser alone. */
function ContentEditor({ value, problem, onChange }: EditorProps) {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const waiting = (
    <p className="sign" role="status">
      <span className="spinner" /> {catalogueAdmin.loadingEditor}
    </p>
  )
  if (!isInBrowser) return waiting
  return (
    <Suspense fallback={waiting}>
      <RichTextEditor
        label={catalogueAdmin.content}
        value={value}
        height={contentHeight}
        hint={catalogueAdmin.contentHint}
        problem={problem}
        onChange={onChange}
      />
    </Suspense>
  )
}

function SavedNotice({ warnings }: { warnings: readonly Finding[] }) {
  if (warnings.length === 0) return <Notice verdict="right">{catalogueAdmin.saved}</Notice>
  const sentences = warnings.map(({ field, reason }) => catalogueAdmin.reason(field, reason))
  return <Notice verdict="right">{[catalogueAdmin.savedWith, ...sentences].join(' ')}</Notice>
}

type ConflictProps = { mine: Draft; theirs: StoredCaseStudy; onTake: () => void; onKeep: () => void; onClose: () => void }

function Conflict({ mine, theirs, onTake, onKeep, onClose }: ConflictProps) {
  return (
    <Dialog
      title={catalogueAdmin.conflict}
      isOpen
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" onClick={onTake}>
            {catalogueAdmin.takeTheirs}
          </button>
          <button className="button" data-kind="primary" type="button" onClick={onKeep}>
            {catalogueAdmin.keepMine}
          </button>
        </>
      }
    >
      <div className="body flow">
        <p>{catalogueAdmin.conflictLede}</p>
        <h3>{catalogueAdmin.theirs}</h3>
        <p>
          <strong>{theirs.title}</strong>
        </p>
        <RichText html={theirs.content} className="flow" />
        <h3>{catalogueAdmin.mine}</h3>
        <p>
          <strong>{mine.title}</strong>
        </p>
        {/* Only what the server has sanitised may be shown as HTML. */}
        <p className="soft">{plainText(mine.content)}</p>
      </div>
    </Dialog>
  )
}
