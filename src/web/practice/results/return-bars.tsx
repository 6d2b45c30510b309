/** How many questions come back on each day, as bars. The label of the image has all figures. */
import { Fragment } from 'react'
import { results } from '#text/results.ts'
import { shortDay, weekday } from '#text/figures/dates.ts'

/** Later days are left out of the image. The list of questions gives the day of each question. */
const barsMax = 7
const barsHeight = 112
const fillHeightMax = 92

type Props = { returns: readonly { day: string; count: number }[] }

export function ReturnBars({ returns }: Props) {
  const shown = returns.slice(0, barsMax)
  const most = Math.max(...shown.map(({ count }) => count))
  const width = 100 / Math.max(shown.length, 4)
  return (
    <svg className="bars" role="img" aria-label={results.returnsLabel(returns)}>
      {shown.map(({ day, count }, i) => {
        const height = Math.max(10, (count / most) * fillHeightMax)
        const middle = `${(i + 0.5) * width}%`
        return (
          <Fragment key={day}>
            <svg x={`${i * width}%`} width={`${width}%`} height={barsHeight} overflow="hidden">
              <rect className="fill" x="8%" y={barsHeight - height} width="84%" height={height + 12} rx="10" />
            </svg>
            <text className="count" x={middle} y={barsHeight - height - 5}>
              {count}
            </text>
            <text x={middle} y={barsHeight + 18}>
              {weekday(day)}
            </text>
            <text x={middle} y={barsHeight + 33}>
              {shortDay(day)}
            </text>
          </Fragment>
        )
      })}
      <rect className="base" y={barsHeight} width="100%" height="2" />
    </svg>
  )
}
