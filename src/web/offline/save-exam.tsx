/** On the page of a certification: have its exam without a network. */
import { useState } from 'react'
import { useKept } from '#web/offline/use-saved-exams.ts'
import { offline } from '#web/text/en/offline.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'

export function SaveExam({ id }: { id: string }) {
  const { kept, wish } = useKept()
  const [wasRemoved, setRemoved] = useState(false)
  const name = id.toUpperCase()
  const exam = 'exams' in kept ? kept.exams.find((one) => one.id === id) : undefined
  const isBusy = kept.status === 'busy'
  const keepOrRemove = () => {
    // The browser may ask its owner: she has just said that she wants it kept.
    if (!exam) void navigator.storage?.persist?.()
    setRemoved(exam !== undefined)
    wish({ wish: exam ? 'remove' : 'keep', id })
  }
  return (
    <section className="apart flow" aria-labelledby="offline">
      <h2 id="offline">{offline.title}</h2>
      <p className="soft">{kept.status === 'unsupported' ? offline.unsupported : offline.what(name)}</p>
      <div role="status">
        {exam && !isBusy && <p>{offline.saved(name, exam.keptAt, exam.bytes)}</p>}
        {!exam && kept.status === 'ready' && !kept.problem && wasRemoved && <p>{offline.removed(name)}</p>}
        {kept.status === 'ready' && kept.problem && (
          <p className="notice" data-verdict="wrong">
            {offline.problems[kept.problem]}
          </p>
        )}
      </div>
      {kept.status !== 'unsupported' && (
        <p>
          <BusyButton
            label={exam ? offline.remove : offline.save}
            busy={wasRemoved ? offline.removing : offline.saving}
            isBusy={isBusy}
            isDisabled={kept.status === 'asking'}
            onPress={keepOrRemove}
          />
        </p>
      )}
    </section>
  )
}
