/** The numbered pager of an attempt. The accessible name of each link includes the status that the link shows. */
import type { OverviewProps } from '#web/practice/attempt/overview-props.ts'
import { exam } from '#text/practice.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'

export function Pager({ statuses, current, onGo }: OverviewProps) {
  return (
    <PageNumbers label={exam.questions} current={current + 1} total={statuses.length}>
      {(number) => {
        const { answered = null, isFlagged = false, isClosed } = statuses[number - 1] ?? {}
        if (isClosed)
          return (
            <span data-locked="">
              <Icon name="lock" /> <span aria-hidden="true">{number}</span>
              <span className="visually-hidden">{exam.pagerName(number, 'locked', isFlagged)}</span>
            </span>
          )
        return (
          <a
            href={`#question-${number}`}
            aria-label={exam.pagerName(number, answered, isFlagged)}
            aria-current={number === current + 1 ? 'step' : undefined}
            data-answered={answered === 'answered' || undefined}
            data-flagged={isFlagged || undefined}
            onClick={(event) => {
              event.preventDefault()
              onGo(number - 1)
            }}
          >
            {number}
          </a>
        )
      }}
    </PageNumbers>
  )
}
