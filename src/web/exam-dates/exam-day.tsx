/** The member's exam date on the page of a certification. The page is the same for everyone, so the date is loaded in the browser. */
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useAuth } from '#web/accounts/index.ts'
import type { ExamDatesResponse } from '#web/exam-dates/api/exam-dates.ts'
import { fetchExamDates } from '#web/exam-dates/change-exam-dates.ts'
import { ExamDateForm } from '#web/exam-dates/exam-date-form.tsx'
import { OutcomeQuestion } from '#web/exam-dates/outcome-question.tsx'
import { settings as words } from '#web/text/en/settings.ts'
import '#web/styles/exam-dates.css'

export function ExamDay({ certificationId }: { certificationId: string }) {
  const { state } = useAuth()
  const memberId = state.status === 'signed-in' ? state.member.id : undefined
  const [response, setResponse] = useState<ExamDatesResponse>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (memberId === undefined) return
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
  if (memberId === undefined || !response) {
    return (
      <p className="exam-day">
        <Link to={`/profile/exam-dates?exam=${certificationId}`}>{words.takingIt}</Link>
      </p>
    )
  }
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
            <b>{words.daysTo(upcoming.daysLeft, id)}</b> <span className="soft">{words.examOn(upcoming.day)}</span>
          </span>
        ) : (
          <span className="soft" role="status">
            {date?.outcome && <b>{words.outcomeFacts[date.outcome]}. </b>}
            {words.noDay(id)}
          </span>
        )}
        <button className="link" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {upcoming ? words.changeDay : words.setDay}
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
