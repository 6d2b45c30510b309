/** The numbered pager. Each link's name includes the status that it draws. */
import { pagerPlaces } from '#exam/pager.ts'
import type { OverviewProps } from '#web/practice/attempt/question-status.ts'
import { useTexts } from '#web/text/texts.ts'

export function Pager({ statuses, current, onGo }: OverviewProps) {
  const { exam } = useTexts()
  return (
    <nav className="pager" aria-label={exam.questions}>
      <ol className="tabs" role="list">
        {pagerPlaces(current + 1, statuses.length).map((entry) => {
          if (entry.type === 'gap') {
            return (
              <li key={`gap-${entry.after}`}>
                <span aria-hidden="true">…</span>
              </li>
            )
          }
          const { number } = entry
          const { answered = null, isFlagged = false } = statuses[number - 1] ?? {}
          return (
            <li key={number}>
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
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
