/** Exams that are kept on this device, below the list of all. Nothing where there are none. */
import { Link } from 'react-router'
import { useKept } from '#web/offline/use-kept.ts'
import { offline } from '#web/text/en/offline.ts'

export function KeptList() {
  const { kept, wish } = useKept()
  const exams = 'exams' in kept ? kept.exams : []
  if (exams.length === 0) return null
  return (
    <section className="apart flow" aria-labelledby="kept">
      <h2 id="kept">{offline.listTitle}</h2>
      <p className="soft">{offline.listText}</p>
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
              onClick={() => wish({ wish: 'remove', id })}
            >
              {offline.removeShort}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
