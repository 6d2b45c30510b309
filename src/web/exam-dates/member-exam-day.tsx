/** The date of a member's exam, with a form to change it. After the exam date, asks once how the exam went. */
import { useEffect, useState } from 'react'
import type { ExamDatesResponse } from '#web/exam-dates/api/exam-dates.ts'
import { fetchExamDates } from '#web/exam-dates/change-exam-dates.ts'
import { ExamDateForm } from '#web/exam-dates/exam-date-form.tsx'
import { OutcomeQuestion } from '#web/exam-dates/outcome-question.tsx'
import { examDates as words } from '#text/exam-dates.ts'
import { daysTo } from '#text/figures/durations.ts'

/** `fallback` is shown until the dates have loaded, and if they cannot be loaded. */
export type MemberExamDayProps = { memberId: string; certificationId: string; fallback: React.ReactNode }

export default function MemberExamDay({ memberId, certificationId, fallback }: MemberExamDayProps) {
  const [response, setResponse] = useState<ExamDatesResponse>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isOutdated = false
    void fetchExamDates(memberId).then((fetched) => !isOutdated && setResponse(fetched))
    return () => {
      isOutdated = true
    }
  }, [memberId])
  const show = (saved: ExamDatesResponse) => {
    setResponse(saved)
    setOpen(false)
  }
  if (!response) return fallback
  const date = response.dates.find((one) => one.certificationId === certificationId)
  if (date && date.daysLeft < 0 && date.outcome === null)
    return <OutcomeQuestion memberId={memberId} certificationId={certificationId} day={date.day} onSaved={show} />
  const id = certificationId.toUpperCase()
  const upcoming = date && date.daysLeft >= 0 ? date : undefined
  return (
    <div className="exam-day" role="region" aria-label={words.examDate}>
      <p className="row">
        {upcoming ? (
          <span role="status">
            <b>{daysTo(upcoming.daysLeft, id)}</b> <span className="soft">{words.examOn(upcoming.day)}</span>
          </span>
        ) : (
          <span className="soft" role="status">
            {date?.outcome && <b>{words.outcomeFacts[date.outcome]}. </b>}
            {words.noDay(id)}
          </span>
        )}
        <button className="link" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {upcoming ? words.changeDate : words.setDate}
        </button>
      </p>
      {isOpen && (
        <ExamDateForm
          memberId={memberId}
          today={response.today}
          certificationId={certificationId}
          day={upcoming?.day ?? null}
          onSaved={show}
          onCancel={() => setOpen(false)}
        />
      )}
    </div>
  )
}
