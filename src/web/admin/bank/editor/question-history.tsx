/** How a question was before: its versions, one of them to read, and the way back to it. */
import { useEffect, useState } from 'react'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { callApi } from '#web/admin/call-api.ts'
import type { ApiResult } from '#web/admin/call-api.ts'
import { Timestamp } from '#web/admin/timestamp.tsx'
import { Differences, FieldValue, listDifferences } from '#web/admin/bank/editor/field-values.tsx'
import { printForm, readForm } from '#web/admin/bank/editor/question-form.ts'
import type { WrittenField, WrittenQuestion } from '#web/admin/bank/editor/question-form.ts'
import { useMounted } from '#web/admin/bank/editor/use-mounted.ts'
import type { SavedQuestion } from '#web/admin/bank/editor/use-question.ts'
import { failureSentence, questionEditor } from '#web/text/en/admin/question-editor.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { QuestionVersion } from '#server/bank/index.ts'

type Props = {
  questionId: string
  isUnsaved: boolean
  onRestored: (saved: SavedQuestion, from: number) => void
  onClose: () => void
}

export function QuestionHistory({ questionId, isUnsaved, onRestored, onClose }: Props) {
  const [told, setTold] = useState<ApiResult<QuestionVersion[]>>()
  const [chosen, choose] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [readings, setReadings] = useState(0)
  const mounted = useMounted()
  const path = `/api/questions/${encodeURIComponent(questionId)}/versions`

  useEffect(() => {
    // Counts so that they can be read again.
    if (readings < 0) return
    const leaving = new AbortController()
    void callApi<QuestionVersion[]>(path, 'GET', undefined, leaving.signal).then((told) => {
      if (!leaving.signal.aborted) setTold(told)
    })
    return () => leaving.abort()
  }, [path, readings])

  const versions = told?.ok ? told.value : []
  const [current] = versions
  const read = versions.find(({ version }) => version === chosen)

  const restore = async (version: number, over: number) => {
    setProblem(undefined)
    setBusy(true)
    const answer = await callApi<SavedQuestion>(path, 'POST', { restore: version, version: over })
    if (!mounted.current) return
    setBusy(false)
    if (answer.ok) return onRestored(answer.value, version)
    const isLate = answer.code === 'QUESTION_CHANGED'
    setProblem(isLate ? questionEditor.restoreLate : failureSentence(answer))
    if (isLate) setReadings(readings + 1)
  }

  return (
    <Dialog
      title={questionEditor.historyTitle}
      kind="wide"
      isOpen
      isBusy={busy}
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" disabled={busy} onClick={onClose}>
            {questionEditor.closeHistory}
          </button>
          {read && current && read !== current && (
            <BusyButton
              kind="primary"
              label={questionEditor.restore}
              busy={questionEditor.restoring}
              isBusy={busy}
              onPress={() => void restore(read.version, current.version)}
            />
          )}
        </>
      }
    >
      <div className="body flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {!told && (
          <p className="row late" role="status">
            <span className="spinner" /> {questionEditor.opening}
          </p>
        )}
        {told && !told.ok && <Notice verdict="wrong">{failureSentence(told)}</Notice>}
        <ul className="editor-versions" role="list" aria-label={questionEditor.historyTitle}>
          {versions.map((one) => (
            <li key={one.version}>
              <button className="button" type="button" aria-pressed={one.version === chosen} onClick={() => choose(one.version)}>
                {one === current ? questionEditor.currentVersion(one.version) : questionEditor.version(one.version)}
              </button>{' '}
              <span className="small">
                {one.saved_at === null ? (
                  questionEditor.fromContent
                ) : (
                  <>
                    <Timestamp at={new Date(one.saved_at)} /> {questionEditor.savedBy(one.saved_by)}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
        {told?.ok && <p className="small">{versions.length > 1 ? questionEditor.chooseVersion : questionEditor.onlyVersion}</p>}
        {read && current && <Version read={read} current={current} isUnsaved={isUnsaved} />}
      </div>
    </Dialog>
  )
}

/** What differs first, then the rest. */
function Version({ read, current, isUnsaved }: { read: QuestionVersion; current: QuestionVersion; isUnsaved: boolean }) {
  const then = written(read)
  const now = written(current)
  const differing = listDifferences(then, now)
  return (
    <section className="flow" aria-live="polite">
      <h3>{questionEditor.version(read.version)}</h3>
      {read !== current && isUnsaved && <p className="soft">{questionEditor.restoreLoses}</p>}
      {read !== current && (differing.length === 0 ? <p>{questionEditor.sameAsNow}</p> : <h4>{questionEditor.differs}</h4>)}
      <Differences left={{ label: questionEditor.before, question: then }} right={{ label: questionEditor.after, question: now }} />
      <dl className="editor-differences">
        {(Object.keys(then) as WrittenField[])
          .filter((field) => !differing.includes(field))
          .map((field) => (
            <div key={field}>
              <dt>{questionEditor.fieldLabel(field)}</dt>
              <dd>
                <FieldValue field={field} question={then} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function written({ item }: QuestionVersion): WrittenQuestion {
  return printForm(readForm(item))
}
