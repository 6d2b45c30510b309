/** The daily review on the profile: the number of due questions per certification. */
import { useRevalidator } from 'react-router'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import { StartReview } from '#web/review/start-review.tsx'
import { review } from '#text/review.ts'
import type { ReviewCounts } from '#server/review/index.ts'

export function DailyReview({ reviews: { leftToday, certifications } }: { reviews: ReviewCounts }) {
  const { revalidate } = useRevalidator()
  const isAnyDue = certifications.some(({ dueCount }) => dueCount > 0)
  return (
    <section className="apart" aria-labelledby="daily-review">
      <h2 id="daily-review">{review.title}</h2>
      <p className="soft">
        {review.what} {certifications.length === 0 ? review.nothingScheduled : isAnyDue && review.leftToday(leftToday)}
      </p>
      <ul className="entries" role="list">
        {certifications.map(({ id, dueCount, nextDueOn }) => (
          <ListRow
            key={id}
            name={id.toUpperCase()}
            facts={[dueCount > 0 ? review.dueCount(dueCount) : nextDueOn ? review.dueOn(nextDueOn) : '']}
          >
            {dueCount > 0 && leftToday > 0 && (
              <StartReview
                certificationId={id}
                label={review.start(Math.min(dueCount, leftToday))}
                subject={id.toUpperCase()}
                onNothing={() => void revalidate()}
              />
            )}
          </ListRow>
        ))}
      </ul>
    </section>
  )
}
