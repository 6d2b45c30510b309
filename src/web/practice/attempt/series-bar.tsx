/** The questions of a solution series, with locks at those that the candidate has left. In a simulation it replaces pager and map. */
import type { Attempt } from '#exam/attempt.ts'
import { isClosed } from '#exam/series.ts'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { attempt: Attempt; series: readonly string[] }

export function SeriesBar({ attempt, series }: Props) {
  const { exam } = useTexts()
  const { questionIds, current } = attempt
  return (
    <div className="series">
      <p className="soft">{exam.series(series.length)}</p>
      <ol role="list" aria-label={exam.seriesName}>
        {series.map((id) => {
          const position = questionIds.indexOf(id)
          const isLocked = isClosed(attempt, id)
          return (
            <li key={id} data-locked={isLocked || undefined} aria-current={position === current ? 'step' : undefined}>
              {isLocked && <Icon name="lock" />} {position + 1}
              {isLocked && <span className="visually-hidden">, {exam.closed}</span>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
