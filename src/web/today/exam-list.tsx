/** The exams of the member: how many questions of each bank were seen, the date, and the share of correct answers by skill area. */
import { Link } from 'react-router'
import { familyMark, shortCertificationName } from '#exam/certification.ts'
import type { TodayExam } from '#server/today/index.ts'
import { progress } from '#text/progress.ts'
import { today as words } from '#text/today.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Outline } from '#web/ui/figures/outline.tsx'

export function ExamList({ exams }: { exams: readonly TodayExam[] }) {
  return (
    <section className="apart" aria-labelledby="exams">
      <h2 id="exams">{words.examsTitle}</h2>
      <ul className="index" data-kind="full" role="list">
        {exams.map((exam) => (
          <li key={exam.id} data-family={familyMark(exam.family)}>
            <Link className="index-entry" to={exam.seen > 0 ? `/profile/progress/${exam.id}` : `/certifications/${exam.id}`}>
              <IdBadge id={exam.id} />
              <h3>{shortCertificationName(exam)}</h3>
              <p className="facts">
                <span>{words.seen(exam.seen, exam.bankSize)}</span>
                <span>{exam.day === null ? words.noDate : words.day(exam.day)}</span>
              </p>
              <div className="progress">
                {exam.areas.length > 0 && (
                  <Outline
                    areas={exam.areas}
                    label={progress.outlineLabel(exam.id.toUpperCase())}
                    scores={exam.areas.map(({ share }) => share.percent)}
                    seen={exam.areas.map(({ share, size }) => (size === 0 ? 0 : (share.total / size) * 100))}
                    size="small"
                  />
                )}
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
