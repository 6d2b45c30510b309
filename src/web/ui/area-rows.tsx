/** Skill areas in rows under the outline: number, name, weight, two figures, and a way to practise them. */
import { Link } from 'react-router'
import type { SkillArea } from '#exam/certification.ts'
import { useTexts } from '#web/text/texts.ts'

type Row = {
  name: string
  /** Where it stands in the outline, counted from 1; `undefined` for an area that is not in it any more. */
  place: (Pick<SkillArea, 'weightMin' | 'weightMax'> & { number: number }) | undefined
  /** One for each column, as they are read. */
  figures: readonly [string, string]
  /** There is something to practise. */
  canPractise: boolean
}

type Props = { certificationId: string; columns: readonly [string, string]; rows: readonly Row[] }

export function AreaRows({ certificationId, columns, rows }: Props) {
  const { catalogue } = useTexts()
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
        <span />
      </li>
      {rows.map(({ name, place, figures, canPractise }) => (
        <li key={name}>
          {place ? <b>{place.number}</b> : <span />}
          <span>{name}</span>
          <span className="figure" data-name={catalogue.weight}>
            {place ? catalogue.weightRange(place.weightMin, place.weightMax) : '–'}
          </span>
          {columns.map((column, i) => (
            <span key={column} className="figure" data-name={column}>
              {figures[i]}
            </span>
          ))}
          {place && canPractise ? (
            <Link to={`/exam/${certificationId}?set=area-${place.number}`} aria-label={catalogue.practiceArea(name)}>
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
