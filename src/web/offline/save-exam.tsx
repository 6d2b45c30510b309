/** Saves the exam of a certification for offline practice, or removes it. */
import { useState } from 'react'
import { useQuestionLanguage } from '#web/ui/question-language-setting.ts'
import { useSavedExams } from '#web/offline/use-saved-exams.ts'
import { offline } from '#text/offline.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'

export function SaveExam({ id }: { id: string }) {
  const { state, send } = useSavedExams(id)
  const [language] = useQuestionLanguage()
  const [wasRemoved, setRemoved] = useState(false)
  const name = id.toUpperCase()
  const exam = 'exams' in state ? state.exams.find((one) => one.id === id) : undefined
  const isBusy = state.status === 'busy'
  const saveOrRemove = () => {
    // The browser may ask the user for permission. At this moment, the user understands why.
    if (!exam) void navigator.storage?.persist?.()
    setRemoved(exam !== undefined)
    send(exam ? { wish: 'remove', id } : { wish: 'keep', id, progress: true, ...(language !== 'en' && { language: 'fr' }) })
  }
  return (
    <section className="apart flow" aria-labelledby="offline">
      <h2 id="offline">{offline.title}</h2>
      <p className="soft">{state.status === 'unsupported' ? offline.unsupported : offline.what(name)}</p>
      <div role="status">
        {exam && !isBusy && <p>{offline.saved(name, exam.keptAt, exam.bytes)}</p>}
        {!exam && state.status === 'ready' && !state.problem && wasRemoved && <p>{offline.removed(name)}</p>}
        {state.status === 'ready' && state.problem && (
          <p className="notice" data-verdict="wrong">
            {offline.problems[state.problem]}
          </p>
        )}
      </div>
      {state.status !== 'unsupported' && (
        <p>
          <BusyButton
            label={exam ? offline.remove : offline.save}
            busy={wasRemoved ? offline.removing : offline.saving('share' in state ? state.share : undefined)}
            isBusy={isBusy}
            isDisabled={state.status === 'loading'}
            onPress={saveOrRemove}
          />
        </p>
      )}
    </section>
  )
}
