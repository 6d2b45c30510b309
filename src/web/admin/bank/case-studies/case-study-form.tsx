/** Title and text of a case study, saved without leaving the page. What is typed while it is being saved stays. */
import { useState, useSyncExternalStore } from 'react'
import { lengthsMax } from '#exam/bank-file/index.ts'
import { plainText } from '#exam/plain-text.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { ConflictDialog } from '#web/admin/conflict-dialog.tsx'
import type { Difference } from '#web/admin/conflict-dialog.tsx'
import { EditField } from '#web/admin/edit-field.tsx'
import { LeaveWarning } from '#web/admin/leave-warning.tsx'
import { EditorPlaceholder } from '#web/admin/bank/editor/editor-placeholder.tsx'
import { EditorNotLoaded, lazyWithRetry } from '#web/admin/lazy-with-retry.tsx'
import { useSaving } from '#web/admin/use-saving.ts'
import type { Finding } from '#web/admin/use-saving.ts'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { StoredCaseStudy } from '#server/bank/index.ts'

const RichTextEditor = lazyWithRetry(() => import('#web/admin/bank/editor/rich-text-editor.tsx'), EditorOnItsWay)

const contentHeight = 300

type Draft = { title: string; content: string }
type Answer = { case_study: StoredCaseStudy; warnings: Finding[] }

type Props = {
  /** As it is stored, as far as the page knows; `undefined` for a new one. */
  base: StoredCaseStudy | undefined
  /** Of the save that led to this page. */
  warnings?: readonly Finding[] | undefined
  /** Set by whoever leads on to another page, so that nobody is asked. */
  mayLeave: React.RefObject<boolean>
  /** The page leads on from a new one, and shows the name of another. `warnings` are there after a save. */
  onStored: (caseStudy: StoredCaseStudy, warnings?: readonly Finding[]) => void
}

export function CaseStudyForm({ base, warnings: before, mayLeave, onStored }: Props) {
  const [draft, setDraft] = useState<Draft>(draftOf(base))
  const [sent, setSent] = useState<Draft>()
  const [warnings, setWarnings] = useState<readonly Finding[]>()
  const [hasBegun, setBegun] = useState(false)
  // A new one is on its way to its own page, which would not know what is typed meanwhile.
  const [isHeld, setHeld] = useState(false)
  const { busy, message, problem, save, clear, setAside } = useSaving()
  const isBusy = busy !== undefined || isHeld
  const stored = draftOf(base)
  const isUnsaved = draft.title !== stored.title || draft.content !== stored.content
  const current = problem?.current as StoredCaseStudy | undefined
  const said = hasBegun ? warnings : before

  const change = (changes: Partial<Draft>) => {
    setDraft((draft) => ({ ...draft, ...changes }))
    setWarnings(undefined)
    setBegun(true)
  }
  const store = async (version: number | undefined) => {
    if (isBusy) return
    setBegun(true)
    setWarnings(undefined)
    setSent(draft)
    setHeld(!base)
    const path = base ? `/api/case-studies/${encodeURIComponent(base.id)}` : '/api/case-studies'
    const answer = await save<Answer>(path, base ? 'PATCH' : 'POST', { ...draft, version })
    if (!answer) return setHeld(false)
    if (base) {
      setDraft((now) => rebase(now, draft, answer.case_study))
      setWarnings(answer.warnings)
    }
    onStored(answer.case_study, answer.warnings)
  }
  /** Until the field is changed. */
  const reasonOf = (field: keyof Draft, label: string) => {
    const found = problem?.refusals?.find((refusal) => refusal.field === field)
    return found && sent?.[field] === draft[field] ? catalogueAdmin.reason(label, found.reason) : undefined
  }

  return (
    <>
      <form
        className="flow"
        inert={isHeld}
        onSubmit={(event) => {
          event.preventDefault()
          void store(base?.version)
        }}
      >
        {message && <Notice verdict="wrong">{message}</Notice>}
        {said && <SavedNotice warnings={said} />}
        <EditField label={catalogueAdmin.title} hint={catalogueAdmin.titleHint} problem={reasonOf('title', catalogueAdmin.title)}>
          {(control) => (
            <input
              {...control}
              value={draft.title}
              maxLength={lengthsMax.title}
              autoComplete="off"
              onChange={({ target }) => change({ title: target.value })}
            />
          )}
        </EditField>
        <ContentEditor
          value={draft.content}
          problem={reasonOf('content', catalogueAdmin.content)}
          onChange={(content) => change({ content })}
        />
        <p>
          <BusyButton kind="primary" type="submit" label={catalogueAdmin.save} busy={catalogueAdmin.saving} isBusy={isBusy} />
        </p>
      </form>
      <LeaveWarning isUnsaved={isUnsaved} mayLeave={() => mayLeave.current} />
      {current && (
        <ConflictDialog
          differences={listDifferences(current, draft)}
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

function draftOf(caseStudy: StoredCaseStudy | undefined): Draft {
  return { title: caseStudy?.title ?? '', content: caseStudy?.content ?? '' }
}

/** What is stored now, but for what was typed since it was sent. */
function rebase(now: Draft, sent: Draft, stored: StoredCaseStudy): Draft {
  return {
    title: now.title === sent.title ? stored.title : now.title,
    content: now.content === sent.content ? stored.content : now.content,
  }
}

/** Plain words on both sides: only what the server has sanitised may be shown as HTML. */
function listDifferences(theirs: StoredCaseStudy, mine: Draft): Difference[] {
  const theirWords = plainText(theirs.content)
  const words = plainText(mine.content)
  return [
    ...(theirs.title === mine.title ? [] : [{ label: catalogueAdmin.title, theirs: theirs.title, mine: mine.title }]),
    ...(theirs.content === mine.content
      ? []
      : [
          {
            label: catalogueAdmin.content,
            theirs: theirWords,
            mine: theirWords === words ? catalogueAdmin.formattedAlike(words) : words,
          },
        ]),
  ]
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
  if (!isInBrowser) return <EditorOnItsWay />
  return (
    <RichTextEditor
      label={catalogueAdmin.content}
      value={value}
      height={contentHeight}
      hint={catalogueAdmin.contentHint}
      problem={problem}
      onChange={onChange}
    />
  )
}

/** Stands in for the editor until it is loaded, or when it cannot be. */
function EditorOnItsWay({ onTryAgain }: { onTryAgain?: () => void }) {
  if (onTryAgain) return <EditorNotLoaded onTryAgain={onTryAgain} />
  return <EditorPlaceholder label={catalogueAdmin.content} hint={catalogueAdmin.contentHint} height={contentHeight} />
}

function SavedNotice({ warnings }: { warnings: readonly Finding[] }) {
  if (warnings.length === 0) return <Notice verdict="right">{catalogueAdmin.saved}</Notice>
  const sentences = warnings.map(({ field, reason }) => catalogueAdmin.reason(catalogueAdmin.caseStudyFields[field] ?? field, reason))
  return <Notice verdict="right">{[catalogueAdmin.savedWith, ...sentences].join(' ')}</Notice>
}
