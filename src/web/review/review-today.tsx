/** A member's due questions of one certification: a sentence and, when questions are due, a button. */
import { Link } from 'react-router'
import { mixedPracticePath } from '#exam/question-set.ts'
import { StartReview } from '#web/review/start-review.tsx'
import { useDueReviews } from '#web/review/use-due-reviews.ts'
import { review } from '#text/review.ts'
import { starting } from '#text/start-attempt.ts'
import type { DueReviews } from '#server/review/index.ts'

type Props = {
  certificationId: string
  kind?: 'primary'
}

export function ReviewToday({ certificationId, kind }: Props) {
  const { loaded, reload } = useDueReviews(certificationId)
  if (loaded === undefined) {
    return (
      <p className="indicator delayed" role="status">
        <span className="spinner" /> {review.loadingDue}
      </p>
    )
  }
  const { due, isInProgress } = loaded
  const label = isInProgress || !due ? review.continueReview : review.start(due.questionIds.length)
  const start = <StartReview certificationId={certificationId} label={label} {...(kind && { kind })} onNothing={reload} />
  if (!due) {
    return (
      <>
        <p role="status">{review.unanswered}</p>
        {isInProgress && start}
        <button className="button" type="button" onClick={reload}>
          {review.tryAgain}
        </button>
      </>
    )
  }
  return (
    <>
      <p role="status">{dueText(due)}</p>
      {isInProgress || due.questionIds.length > 0 ? (
        start
      ) : (
        <p>
          <Link className="button" data-kind={kind} to={mixedPracticePath(certificationId)}>
            {starting.startCount(10)}
          </Link>
        </p>
      )}
    </>
  )
}

function dueText({ questionIds, dueCount, nextDueOn }: DueReviews): string {
  if (questionIds.length > 0) return review.due(questionIds.length, dueCount)
  if (dueCount > 0) return review.enoughToday(dueCount)
  return nextDueOn === null ? review.nothingScheduled : review.nextOn(nextDueOn)
}
