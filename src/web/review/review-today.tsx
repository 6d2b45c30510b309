/** What a member may review of one certification today: a sentence, and the button when there is something. */
import { StartReview } from '#web/review/start-review.tsx'
import { useDue } from '#web/review/use-due-reviews.ts'
import { review } from '#web/text/en/review.ts'
import type { DueReviews } from '#server/review/index.ts'

type Props = {
  certificationId: string
  kind?: 'primary'
}

export function ReviewToday({ certificationId, kind }: Props) {
  const { asked, ask } = useDue(certificationId)
  if (asked === undefined) {
    return (
      <p className="sign late" role="status">
        <span className="spinner" /> {review.loadingDue}
      </p>
    )
  }
  const { due, isUnderWay } = asked
  const label = isUnderWay || !due ? review.continueReview : review.start(due.questionIds.length)
  const start = <StartReview certificationId={certificationId} label={label} {...(kind && { kind })} onNothing={ask} />
  if (!due) {
    return (
      <>
        <p role="status">{review.unanswered}</p>
        {isUnderWay && start}
        <button className="button" type="button" onClick={ask}>
          {review.tryAgain}
        </button>
      </>
    )
  }
  return (
    <>
      <p role="status">{sayDue(due)}</p>
      {(isUnderWay || due.questionIds.length > 0) && start}
    </>
  )
}

function sayDue({ questionIds, dueCount, nextDueOn }: DueReviews): string {
  if (questionIds.length > 0) return review.due(questionIds.length, dueCount)
  if (dueCount > 0) return review.enoughToday(dueCount)
  return nextDueOn === null ? review.nothingScheduled : review.nextOn(nextDueOn)
}
