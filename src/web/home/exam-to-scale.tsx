/** The outline of an exam, drawn to scale: each skill area has a bar whose length is proportional to its weight. Only on wide screens. */
import { Link } from 'react-router'
import { familyMark, midWeight, type AttemptCertification } from '#exam/certification.ts'
import { catalogue } from '#text/catalogue.ts'
import { home } from '#text/home.ts'
import { AreaName } from '#web/ui/areas/area-name.tsx'

type Exam = AttemptCertification & { bankSize: number }

export function ExamToScale({ exam: { id, family, skillAreas, bankSize } }: { exam: Exam }) {
  const longest = Math.max(...skillAreas.map(midWeight))
  const name = id.toUpperCase()
  return (
    <figure className="exam-to-scale" data-family={familyMark(family)}>
      <figcaption>
        <b>{home.examToScale(name)}</b> <span className="soft">{home.examToScaleText(bankSize)}</span>
      </figcaption>
      <ol role="list">
        {skillAreas.map((area) => (
          <li key={area.name}>
            <span>
              <AreaName name={area.name} />
            </span>
            <span className="figure">{catalogue.weightRange(area.weightMin, area.weightMax)}</span>
            <svg aria-hidden="true">
              <rect className="outline-fill" width={`${(midWeight(area) / longest) * 100}%`} height="100%" rx="4" />
            </svg>
          </li>
        ))}
      </ol>
      <Link to={`/certifications/${id}`}>{home.seeExam(name)}</Link>
    </figure>
  )
}
