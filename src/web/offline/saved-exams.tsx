/** The exams saved on this device, below the list of all certifications. Renders nothing without saved exams, unless one was just removed. */
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSavedExams } from '#web/offline/use-saved-exams.ts'
import { offline } from '#text/offline.ts'

export function SavedExams() {
  const { state, send } = useSavedExams()
  const [removed, setRemoved] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const exams = 'exams' in state ? state.exams : []
  if (exams.length === 0 && removed === undefined) return null
  const remove = (id: string) => {
    setRemoved(id)
    send({ wish: 'remove', id })
    // The focused button disappears with its row.
    heading.current?.focus()
  }
  return (
    <section className="apart flow" aria-labelledby="saved-exams">
      <h2 id="saved-exams" ref={heading} tabIndex={-1}>
        {offline.listTitle}
      </h2>
      <p className="soft">{exams.length === 0 ? offline.listEmpty : offline.listText}</p>
      <div role="status">
        {removed !== undefined && state.status === 'ready' && (
          <p>{state.problem ? offline.problems[state.problem] : offline.removed(removed.toUpperCase())}</p>
        )}
      </div>
      <ul className="entries" role="list">
        {exams.map(({ id, keptAt, bytes }) => (
          <li key={id}>
            <div>
              <p>
                <Link className="link-alone" to={`/exam/${id}`}>
                  {id.toUpperCase()}
                </Link>
              </p>
              <p className="facts">
                <span>{offline.listEntry(keptAt, bytes)}</span>
              </p>
            </div>
            <button
              className="button"
              type="button"
              disabled={state.status === 'busy'}
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
