/** The questions of a solution series, with a lock on each closed question. Replaces the pager and the map. */
import { isClosed } from '#exam/series.ts'
import type { SeriesBarProps } from '#web/practice/index.ts'
import { simulation } from '#text/simulation.ts'
import { Icon } from '#web/ui/icon.tsx'

export function SeriesBar({ attempt, series }: SeriesBarProps) {
  const { questionIds, current } = attempt
  return (
    <div className="series">
      <p className="soft">{simulation.series(series.length)}</p>
      <ol role="list" aria-label={simulation.seriesName}>
        {series.map((id) => {
          const position = questionIds.indexOf(id)
          const isLocked = isClosed(attempt, id)
          return (
            <li key={id} data-locked={isLocked || undefined} aria-current={position === current ? 'step' : undefined}>
              {isLocked && <Icon name="lock" />} {position + 1}
              {isLocked && <span className="visually-hidden">, {simulation.closed}</span>}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
