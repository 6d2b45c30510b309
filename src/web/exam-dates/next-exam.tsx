/** The next exam on the profile: how many days are left. */
import { Link } from 'react-router'
import { examDates as words } from '#text/exam-dates.ts'
import type { ExamDate } from '#server/exam-dates/index.ts'

export function NextExam({ dates }: { dates: readonly ExamDate[] }) {
  const next = dates.find(({ daysLeft }) => daysLeft >= 0)
  return (
    <section className="next" aria-labelledby="next-exam">
      <h2 id="next-exam">{words.nextExam}</h2>
      {next ? (
        <>
          <p className="big-figure">
            {next.daysLeft}
            <small> {words.dayWord(next.daysLeft)}</small>
          </p>
          <p className="soft">{`${next.certificationId.toUpperCase()}, ${words.examOn(next.day)}`}</p>
        </>
      ) : (
        <p className="soft">{words.noExamDates}</p>
      )}
      <p>
        <Link className="button" to="/profile/exam-dates">
          {next ? words.changeDate : words.setDate}
        </Link>
      </p>
    </section>
  )
}
