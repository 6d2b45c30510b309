/** The end of a daily review: what the member remembered, and when each question comes back. */
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { Attempt } from '#exam/attempt.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { QuestionReview } from '#web/practice/results/question-review.tsx'
import { ReturnBars } from '#web/practice/results/return-bars.tsx'
import { useAnswerTimes } from '#web/practice/results/use-answer-times.ts'
import { useReviewState, type ReviewState } from '#web/practice/results/use-review-state.ts'
import { FlashcardsButton, listSetsOfResult } from '#web/flashcards/index.ts'
import type { DeviceOwner } from '#web/sync/index.ts'
import { dayOf } from '#text/figures/dates.ts'
import { span } from '#text/figures/durations.ts'
import { results } from '#text/results.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'

type Props = {
  certification: AttemptCertification
  questions: readonly Question[]
  caseStudies: readonly CaseStudy[]
  bankSize: number
  attempt: Attempt
  /** The attempt's id on this device. */
  deviceId?: string | undefined
  /** The attempt's id in the account, once the account has all answers. */
  attemptId: string | undefined
  owner: DeviceOwner
  takesFocus: boolean
  notice: React.ReactNode
}

export function ReviewEnd({ certification, questions, caseStudies, bankSize, attempt, deviceId, takesFocus, notice, ...account }: Props) {
  const { id, skillAreas } = certification
  const review = useReviewState(id, account)
  const times = useAnswerTimes(deviceId, account.owner)
  const result = useMemo(
    () =>
      gradeAttempt(
        attempt,
        questions,
        skillAreas.map(({ name }) => name),
      ),
    [attempt, questions, skillAreas],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const finishedAt = attempt.finishedAt ?? attempt.startedAt
  const dueOn = new Map(review?.returns.map((one) => [one.questionId, one.dueOn]))
  return (
    <SitePage>
      {notice}
      <p className="facts">
        <IdBadge id={id} />
        <span>{results.reviewFinishedOn(dayOf(finishedAt), span(finishedAt - attempt.startedAt))}</span>
      </p>
      <h1 ref={heading} className="title" tabIndex={-1}>
        {!review ? results.reviewedTitle : review.dueCount === 0 ? results.nothingDue : results.moreDue(review.dueCount)}
      </h1>
      <p className="lede">
        {!result?.total ? results.reviewNothing : results.remembered(result.correct, result.total)}{' '}
        {result && result.total > 0 && result.blank > 0 && results.reviewNotAnswered(result.blank)}
      </p>
      <section className="apart" aria-labelledby="returns">
        <h2 id="returns">{results.returnsTitle}</h2>
        {review && review.returns.length > 0 ? (
          <ReturnBars returns={countByDay(review.returns)} />
        ) : (
          <p className="soft" role="status">
            {results.waiting}
          </p>
        )}
      </section>
      <Actions certificationId={id} bankSize={bankSize} canContinue={review !== undefined && review.dueCount > 0 && review.leftToday > 0}>
        {result && result.total > 0 && (
          <FlashcardsButton kind="quiet" certificationId={id} {...account} readSets={() => listSetsOfResult(result)} />
        )}
      </Actions>
      {result && (
        <QuestionReview
          result={result}
          certificationId={id}
          caseStudies={caseStudies}
          origin={{ seed: attempt.seed }}
          times={times}
          renderFact={(questionId) => {
            const on = dueOn.get(questionId)
            return on && <span className="small">{results.nextOn(on)}</span>
          }}
        />
      )}
    </SitePage>
  )
}

type ActionsProps = { certificationId: string; bankSize: number; canContinue: boolean; children: React.ReactNode }

function Actions({ certificationId, bankSize, canContinue, children }: ActionsProps) {
  return (
    <div className="row apart">
      {canContinue && (
        <Link className="button" data-kind="primary" to={`/exam/${certificationId}/review`}>
          {results.reviewMore}
        </Link>
      )}
      <Link className="button" data-kind={canContinue ? undefined : 'primary'} to="/">
        {results.doneForToday}
      </Link>
      <Link className="button" to={`/exam/${certificationId}?start=10`}>
        {results.nextQuestions(Math.min(10, bankSize))}
      </Link>
      {children}
    </div>
  )
}

function countByDay(returns: ReviewState['returns']): { day: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { dueOn } of returns) counts.set(dueOn, (counts.get(dueOn) ?? 0) + 1)
  return [...counts].map(([day, count]) => ({ day, count })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
