/** All questions of a simulation before it is submitted: their status, and a button that goes to each. */
import { simulation as words } from '#text/simulation.ts'
import { exam } from '#text/practice.ts'
import type { OverviewProps } from '#web/practice/index.ts'

export function QuestionOverview({ statuses, current, onGo }: OverviewProps) {
  const count = (answered: OverviewProps['statuses'][number]['answered']) =>
    statuses.filter((status) => status.answered === answered).length
  const blank = count(null)
  return (
    <>
      <ul className="facts" role="list">
        <li>{words.counts.answered(count('answered'))}</li>
        <li>{words.counts.partly(count('partly answered'))}</li>
        <li>{words.counts.blank(blank)}</li>
        <li>{words.counts.flagged(statuses.filter(({ isFlagged }) => isFlagged).length)}</li>
      </ul>
      {blank > 0 && <p>{words.blankCounts}</p>}
      <ol className="overview pager" role="list" aria-label={exam.questions}>
        {statuses.map(({ position, answered, isFlagged, isClosed }) => (
          <li key={position} className="tabs">
            <button
              type="button"
              aria-label={exam.pagerName(position + 1, isClosed ? 'locked' : answered, isFlagged)}
              disabled={isClosed}
              aria-current={position === current ? 'step' : undefined}
              data-answered={answered === 'answered' || undefined}
              data-partly={answered === 'partly answered' || undefined}
              data-flagged={isFlagged || undefined}
              onClick={() => onGo(position)}
            >
              {position + 1}
            </button>
          </li>
        ))}
      </ol>
      <p className="small">{words.reviewHint}</p>
    </>
  )
}
