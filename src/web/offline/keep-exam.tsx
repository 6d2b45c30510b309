/** On the page of a certification: have its exam without a network. */
import { useState } from 'react'
import { useKept } from '#web/offline/use-kept.ts'
import { offline } from '#web/text/en/offline.ts'

export function KeepExam({ id }: { id: string }) {
  const { kept, wish } = useKept()
  const [wasRemoved, setRemoved] = useState(false)
  const name = id.toUpperCase()
  const exam = 'exams' in kept ? kept.exams.find((one) => one.id === id) : undefined
  const isBusy = kept.status === 'busy'
  const keep = () => {
    setRemoved(false)
    // The browser may ask its owner: she has just said that she wants it kept.
    void navigator.storage?.persist?.()
    wish({ wish: 'keep', id })
  }
  const remove = () => {
    setRemoved(true)
    wish({ wish: 'remove', id })
  }
  return (
    <section className="apart flow" aria-labelledby="offline">
      <h2 id="offline">{offline.title}</h2>
      <p className="soft">{kept.status === 'unsupported' ? offline.unsupported : offline.what(name)}</p>
      <div role="status">
        {exam && <p>{offline.kept(name, exam.keptAt, exam.bytes)}</p>}
        {!exam && wasRemoved && !isBusy && <p>{offline.removed(name)}</p>}
        {kept.status === 'ready' && kept.problem && (
          <p className="notice" data-verdict="wrong">
            {offline.problems[kept.problem]}
          </p>
        )}
      </div>
      {kept.status !== 'unsupported' && (
        <p>
          {exam ? (
            <button className="button" type="button" disabled={isBusy} onClick={remove}>
              {offline.remove}
            </button>
          ) : (
            <button className="button" type="button" disabled={isBusy || kept.status === 'asking'} onClick={keep}>
              {isBusy ? offline.keeping : offline.keep}
            </button>
          )}
        </p>
      )}
    </section>
  )
}
