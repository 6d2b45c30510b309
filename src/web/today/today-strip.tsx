/** A strip above a list or the home page: the days left, what is due, the goal, and the attempt to resume. A guest sees only the last of these. */
import { useEffect } from 'react'
import { Link } from 'react-router'
import { familyMark } from '#exam/certification.ts'
import { attemptPath } from '#exam/question-set.ts'
import type { OpenAttempt } from '#exam/planning/resume.ts'
import type { TodaySummary } from '#server/today/index.ts'
import { rememberUnfinished } from '#web/layout/remember-unfinished.ts'
import { useLikelyMember } from '#web/today/use-likely-member.ts'
import { useToday } from '#web/today/use-today.ts'
import { today } from '#text/today.ts'
import '#web/styles/today.css'

/** `only`: shows the strip only to these visitors. */
export function TodayStrip({ only }: { only?: 'guests' }) {
  const memberId = useLikelyMember()
  if (memberId === undefined || (memberId !== null && only === 'guests'))
    return <div className="today-strip-place" data-only={only} aria-hidden="true" />
  return <LoadedStrip key={memberId} memberId={memberId} />
}

function LoadedStrip({ memberId }: { memberId: string | null }) {
  const { status, summary, unfinished } = useToday(memberId)
  const resume = unfinished[0]
  const isGuest = memberId === null
  useEffect(() => {
    if (isGuest && status !== 'loading') rememberUnfinished(unfinished)
  }, [isGuest, status, unfinished])
  if (status === 'loading' && !summary) return <div className="today-strip-place" aria-hidden="true" />
  if (isGuest && !resume) return null
  const facts = summary ? listFacts(summary) : []
  return (
    <div
      className="today-strip"
      role="region"
      aria-label={today.strip}
      data-family={summary?.exam ? familyMark(summary.exam.family) : undefined}
    >
      <ul role="list">
        {facts.map(({ figure, text }) => (
          <li key={text}>
            <b>{figure}</b> {text}
          </li>
        ))}
        {facts.length === 0 && resume && <li>{today.open(resume)}</li>}
        {facts.length === 0 && !resume && <li>{status === 'unreachable' ? today.unreachableTitle : today.stripNoExam}</li>}
      </ul>
      <p className="row">
        {resume && <ResumeLink attempt={resume} />}
        {!isGuest && (
          <Link className="button" to="/">
            {today.toToday}
          </Link>
        )}
      </p>
    </div>
  )
}

export function ResumeLink({ attempt, size }: { attempt: OpenAttempt; size?: 'large' }) {
  return (
    <Link className="button" data-kind="primary" data-size={size} to={attemptPath(attempt.certificationId, attempt.set)}>
      {today.resumeAt(attempt.position)}
      <span className="visually-hidden"> {attempt.certificationId.toUpperCase()}</span>
    </Link>
  )
}

function listFacts({ exam, due, goal }: TodaySummary): { figure: string; text: string }[] {
  const dueCount = due.reduce((sum, { count }) => sum + count, 0)
  return [
    ...(exam?.daysLeft == null ? [] : [today.stripDays(exam.daysLeft, exam.id.toUpperCase())]),
    ...(dueCount > 0 ? [today.stripDue(dueCount)] : []),
    ...(goal.perDay === null ? [] : [today.stripGoal(goal.answered, goal.perDay)]),
  ]
}
