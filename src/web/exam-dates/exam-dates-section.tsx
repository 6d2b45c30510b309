/** Exam dates on the profile: the days left until each, and a link to set them. */
import { Link } from 'react-router'
import { ListRow } from '#web/ui/list-row.tsx'
import { settings as words } from '#web/text/en/settings.ts'
import type { ExamDate } from '#server/exam-dates/index.ts'

export function ExamDatesSection({ dates }: { dates: readonly ExamDate[] }) {
  return (
    <section className="apart" aria-labelledby="exam-dates">
      <h2 id="exam-dates">{words.examDates}</h2>
      {dates.length === 0 ? (
        <p className="soft">{words.noExamDates}</p>
      ) : (
        <ul className="entries" role="list">
          {dates.map(({ certificationId, day, daysLeft }) => (
            <ListRow key={certificationId} name={certificationId.toUpperCase()} facts={[words.examIs(day), words.daysLeft(daysLeft)]} />
          ))}
        </ul>
      )}
      <p>
        <Link className="button" to="/profile/exam-dates">
          {dates.length === 0 ? words.setExamDate : words.changeExamDates}
        </Link>
      </p>
    </section>
  )
}
