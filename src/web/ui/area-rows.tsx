/** Skill areas in rows under the outline: number, name, weight, two figures, and a way to practise them. */
import { Link } from 'react-router'
import type { SkillArea } from '#exam/certification.ts'
import { useTexts } from '#web/text/texts.ts'

type Row = {
  area: Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>
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
      {rows.map(({ area, figures, canPractise }, i) => (
        <li key={area.name}>
          <b>{i + 1}</b>
          <span>{area.name}</span>
          <span className="figure" data-name={catalogue.weight}>
            {catalogue.weightRange(area.weightMin, area.weightMax)}
          </span>
          {columns.map((column, place) => (
            <span key={column} className="figure" data-name={column}>
              {figures[place]}
            </span>
          ))}
          {canPractise ? (
            <Link to={`/exam/${certificationId}?set=area-${i + 1}`} aria-label={catalogue.practiseArea(area.name)}>
              {catalogue.practise}
            </Link>
          ) : (
            <span />
          )}
        </li>
      ))}
    </ol>
  )
}
