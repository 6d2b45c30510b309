/** Exams that are kept on this device, below the list of all. Nothing where there are none. */
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useKept } from '#web/offline/use-saved-exams.ts'
import { offline } from '#web/text/en/offline.ts'

export function SavedExams() {
  const { kept, wish } = useKept()
  const [removed, setRemoved] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const exams = 'exams' in kept ? kept.exams : []
  if (exams.length === 0 && removed === undefined) return null
  const remove = (id: string) => {
    setRemoved(id)
    wish({ wish: 'remove', id })
    // The button goes with its line.
    heading.current?.focus()
  }
  return (
    <section className="apart flow" aria-labelledby="kept">
      <h2 id="kept" ref={heading} tabIndex={-1}>
        {offline.listTitle}
      </h2>
      <p className="soft">{exams.length === 0 ? offline.listEmpty : offline.listText}</p>
      <div role="status">
        {removed !== undefined && kept.status === 'ready' && (
          <p>{kept.problem ? offline.problems[kept.problem] : offline.removed(removed.toUpperCase())}</p>
        )}
      </div>
      <ul className="entries" role="list">
        {exams.map(({ id, keptAt, bytes }) => (
          <li key={id}>
            <div>
              <p>
                <Link to={`/exam/${id}`}>{id.toUpperCase()}</Link>
              </p>
              <p className="facts">
                <span>{offline.listEntry(keptAt, bytes)}</span>
              </p>
            </div>
            <button
              className="button"
              type="button"
              disabled={kept.status === 'busy'}
              aria-label={offline.removeExam(id.toUpperCase())}
              onClick={() => remove(id)}
            >
              {offline.removeShort}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
