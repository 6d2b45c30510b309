/** The versions of a question: read one, compare it with the current one, restore it. */
import { useState } from 'react'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { callApi } from '#web/admin/call-api.ts'
import { Timestamp } from '#web/admin/timestamp.tsx'
import { useApiResource } from '#web/admin/use-api-load.ts'
import { Differences } from '#web/admin/differences.tsx'
import { FieldValue, listDifferences } from '#web/admin/bank/editor/field-values.tsx'
import { listDifferentFields, printForm, readForm, type WrittenField, type WrittenQuestion } from '#web/admin/bank/editor/question-form.ts'
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
  const [chosen, choose] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const mounted = useMounted()
  const path = `/api/questions/${encodeURIComponent(questionId)}/versions`
  const { result, reload } = useApiResource<QuestionVersion[]>(path)

  const versions = result?.ok ? result.value : []
  const [current] = versions
  const shown = versions.find(({ version }) => version === chosen)

  const restore = async (version: number, over: number) => {
    setProblem(undefined)
    setBusy(true)
    const answer = await callApi<SavedQuestion>(path, 'POST', { restore: version, version: over })
    if (!mounted.current) return
    setBusy(false)
    if (answer.ok) return onRestored(answer.value, version)
    const isLate = answer.code === 'QUESTION_CHANGED'
    setProblem(isLate ? questionEditor.restoreLate : failureSentence(answer))
    if (isLate) reload()
  }

  return (
    <Dialog
      title={questionEditor.historyTitle}
      kind="wide"
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" disabled={isBusy} onClick={onClose}>
            {questionEditor.closeHistory}
          </button>
          {shown && current && shown !== current && (
            <BusyButton
              kind="primary"
              label={questionEditor.restore}
              busy={questionEditor.restoring}
              isBusy={isBusy}
              onPress={() => void restore(shown.version, current.version)}
            />
          )}
        </>
      }
    >
      <div className="body flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {!result && (
          <p className="row delayed" role="status">
            <span className="spinner" /> {questionEditor.opening}
          </p>
        )}
        {result && !result.ok && <Notice verdict="wrong">{failureSentence(result)}</Notice>}
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
        {result?.ok && <p className="small">{versions.length > 1 ? questionEditor.chooseVersion : questionEditor.onlyVersion}</p>}
        {shown && current && <Version shown={shown} current={current} isUnsaved={isUnsaved} />}
      </div>
    </Dialog>
  )
}

/** The differences first, then the other fields. */
function Version({ shown, current, isUnsaved }: { shown: QuestionVersion; current: QuestionVersion; isUnsaved: boolean }) {
  const then = written(shown)
  const now = written(current)
  const differing = listDifferentFields(then, now)
  return (
    <section className="flow" aria-live="polite">
      <h3>{questionEditor.version(shown.version)}</h3>
      {shown !== current && isUnsaved && <p className="soft">{questionEditor.restoreLoses}</p>}
      {shown !== current && (differing.length === 0 ? <p>{questionEditor.sameAsNow}</p> : <h4>{questionEditor.differs}</h4>)}
      <Differences sides={[questionEditor.before, questionEditor.after]} differences={listDifferences(then, now)} />
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
