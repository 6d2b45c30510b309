/** Today, the home of a member: the days to the exam, the most useful next step, and the last four weeks. */
import { useEffect } from 'react'
import { Link } from 'react-router'
import { OutcomeQuestion } from '#web/exam-dates/index.ts'
import { ExamHeading } from '#web/today/exam-heading.tsx'
import { ExamList } from '#web/today/exam-list.tsx'
import { FourWeeks } from '#web/today/four-weeks.tsx'
import { ReadinessCard } from '#web/readiness/index.ts'
import { GoalCard } from '#web/today/goal-card.tsx'
import { TodayLines } from '#web/today/today-lines.tsx'
import { ResumeLink } from '#web/today/today-strip.tsx'
import { TodayWaiting } from '#web/today/today-waiting.tsx'
import { useToday } from '#web/today/use-today.ts'
import { CorrectionNotices } from '#web/rescoring/index.ts'
import { familyMark } from '#exam/certification.ts'
import { today as words } from '#text/today.ts'
import { Message } from '#web/ui/message.tsx'
import { useOnline } from '#web/ui/use-online.ts'

export default function MemberHome({ memberId }: { memberId: string }) {
  const { status, summary, unfinished, loadedAt, reload } = useToday(memberId)
  const isOnline = useOnline()
  useTodayTitle()
  const resume = unfinished[0]
  if (!summary) {
    if (status === 'loading') return <TodayWaiting />
    const toList = (
      <Link className="button" to="/certifications">
        {words.certifications}
      </Link>
    )
    const retry = isOnline && (
      <button className="button" type="button" onClick={reload}>
        {words.tryAgain}
      </button>
    )
    return (
      <div className="today-place">
        <Message
          title={isOnline ? words.unreachableTitle : words.offlineTitle}
          actions={
            <>
              {resume && <ResumeLink attempt={resume} />}
              {retry}
              {toList}
            </>
          }
        >
          {resume ? `${words.open(resume)}. ` : ''}
          {isOnline ? words.unreachableText : words.offlineText}
        </Message>
      </div>
    )
  }
  const { exam, exams, pending, goal, days, readiness } = summary
  return (
    <div className="today-place" data-family={exam ? familyMark(exam.family) : undefined}>
      <CorrectionNotices memberId={memberId} />
      {pending && (
        <OutcomeQuestion
          key={pending.certificationId}
          memberId={memberId}
          certificationId={pending.certificationId}
          day={pending.day}
          onSaved={reload}
        />
      )}
      <ExamHeading memberId={memberId} summary={summary} resume={resume} onChanged={reload} />
      <div className="beside">
        <div>
          <TodayLines summary={summary} unfinished={unfinished} now={loadedAt} onNothingDue={reload} />
          <FourWeeks days={days} perDay={goal.perDay} />
          {exams.length > 0 && <ExamList exams={exams} />}
        </div>
        <aside className="next-list" aria-label={words.goalTitle}>
          <GoalCard memberId={memberId} goal={goal} onChanged={reload} />
          {exam && readiness && <ReadinessCard certificationId={exam.id} readiness={readiness} />}
        </aside>
      </div>
    </div>
  )
}

/** Sets the title of Today. The home page arrives with the title for guests, because the server sends the same page to everyone. */
function useTodayTitle(): void {
  useEffect(() => {
    const before = document.title
    document.title = words.pageTitle
    return () => {
      // After a navigation, the document already has the title of the next page.
      if (document.title === words.pageTitle) document.title = before
    }
  }, [])
}
