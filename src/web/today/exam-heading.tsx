/** The heading of Today: the days to the exam, a button to change its date, and the most useful next step as one large button. */
import { useState } from 'react'
import { Link } from 'react-router'
import { mixedPracticePath } from '#exam/question-set.ts'
import type { OpenAttempt } from '#exam/planning/resume.ts'
import type { TodaySummary } from '#server/today/index.ts'
import { ExamDateForm } from '#web/exam-dates/index.ts'
import { StartReview } from '#web/review/index.ts'
import { ResumeLink } from '#web/today/today-strip.tsx'
import { examDates } from '#text/exam-dates.ts'
import { today as words } from '#text/today.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'

type Props = { memberId: string; summary: TodaySummary; resume: OpenAttempt | undefined; onChanged: () => void }

export function ExamHeading({ memberId, summary, resume, onChanged }: Props) {
  const { exam, goal, today, choices, asksForExam } = summary
  const [isOpen, setOpen] = useState(false)
  const canSetDay = !asksForExam && (exam?.daysLeft != null || choices.some(({ id }) => id === exam?.id))
  const save = () => {
    setOpen(false)
    onChanged()
  }
  return (
    <>
      <div className="title">
        <div>
          <p className="facts">
            {exam && <IdBadge id={exam.id} />}
            <span>{words.examOn(exam?.day ?? today)}</span>
            {goal.perDay !== null && <span>{words.goalToday(goal.answered, goal.perDay)}</span>}
            {canSetDay && (
              <button className="link" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {exam?.day ? examDates.changeDate : examDates.setDate}
              </button>
            )}
          </p>
          <h1>{headingOf(summary)}</h1>
        </div>
        <NextStep summary={summary} resume={resume} onNothingDue={onChanged} />
      </div>
      {isOpen && exam && (
        <ExamDateForm
          memberId={memberId}
          today={today}
          certificationId={exam.id}
          day={exam.day}
          onSaved={save}
          onCancel={() => setOpen(false)}
        />
      )}
      {asksForExam && (
        <section className="today-ask" aria-labelledby="ask">
          <h2 id="ask">{words.asks}</h2>
          <p className="soft">{words.asksWhy}</p>
          <ExamDateForm memberId={memberId} today={today} choices={choices} canBeUnsure onSaved={save} />
        </section>
      )}
    </>
  )
}

function headingOf({ exam, preparingFor }: TodaySummary): string {
  if (exam?.daysLeft != null) return words.daysTo(exam.daysLeft, exam.id.toUpperCase())
  return exam && preparingFor === exam.id ? words.preparing(exam.id.toUpperCase()) : words.title
}

/** A button to resume an attempt; otherwise, to start the daily review, to start ten questions, or to choose an exam. */
function NextStep({
  summary: { exam, due },
  resume,
  onNothingDue,
}: {
  summary: TodaySummary
  resume: OpenAttempt | undefined
  onNothingDue: () => void
}) {
  if (resume) return <ResumeLink attempt={resume} size="large" />
  const review = due.find(({ certificationId }) => certificationId === exam?.id) ?? due[0]
  if (review) {
    return (
      <StartReview
        certificationId={review.certificationId}
        label={words.review(review.count)}
        subject={review.certificationId.toUpperCase()}
        kind="primary"
        size="large"
        onNothing={onNothingDue}
      />
    )
  }
  const isStartable = exam !== null && exam.bankSize > 0
  return (
    <Link className="button" data-kind="primary" data-size="large" to={isStartable ? mixedPracticePath(exam.id) : '/certifications'}>
      {isStartable ? words.startTen(exam.bankSize) : words.chooseExam}
    </Link>
  )
}
