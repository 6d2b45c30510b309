/** Skill areas in rows under an outline: number, name, weight, one or two figures, and a link that practices the area. */
import { Link } from 'react-router'
import { areaPracticePath } from '#exam/question-set.ts'
import { catalogue } from '#text/catalogue.ts'
import { AreaName, areaNameOf } from '#web/ui/areas/area-name.tsx'

export type AreaRow = {
  name: string
  /** Content that opens under the name. */
  details?: React.ReactNode
  /** Position in the current outline, from 1; `undefined` for an area that is no longer in it. */
  number: number | undefined
  weight: string | undefined
  /** One for each column. */
  figures: readonly string[]
  canPractice: boolean
}

/** `certificationId` is the certification that the links practice. */
type Props = { certificationId?: string; columns: readonly string[]; rows: readonly AreaRow[] }

export function AreaRows({ certificationId, columns, rows }: Props) {
  // The grid has two figure columns.
  const filler = columns.length < 2 && <span />
  return (
    <ol className="areas" role="list">
      <li data-head aria-hidden="true">
        <span />
        <span>{catalogue.skillArea}</span>
        {[catalogue.weight, ...columns].map((column) => (
          <span key={column} className="figure">
            {column}
          </span>
        ))}
        {filler}
        <span />
      </li>
      {rows.map(({ name, details, number, weight = '–', figures, canPractice }) => (
        <li key={name}>
          {number ? <b>{number}</b> : <span />}
          {details ? (
            <details>
              <summary>
                <AreaName name={name} />
              </summary>
              {details}
            </details>
          ) : (
            <span>
              <AreaName name={name} />
            </span>
          )}
          {[catalogue.weight, ...columns].map((column, i) => (
            <span key={column} className="figure" data-name={column}>
              {i === 0 ? weight : figures[i - 1]}
            </span>
          ))}
          {filler}
          {certificationId && number && canPractice ? (
            <Link to={areaPracticePath(certificationId, number)} aria-label={catalogue.practiceArea(areaNameOf(name))}>
              {catalogue.practice}
            </Link>
          ) : (
            <span />
          )}
        </li>
      ))}
    </ol>
  )
}
