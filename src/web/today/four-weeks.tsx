/**
 * Questions per day over four weeks as bars on a line, with the goal as a horizontal line. A table lists the days with answers. The chart uses SVG
 * attributes, because the content security policy blocks style attributes.
 */
import type { TodaySummary } from '#server/today/index.ts'
import { today as words } from '#text/today.ts'
import { Table } from '#web/ui/figures/table.tsx'

type Props = { days: TodaySummary['days']; perDay: number | null }

const daysPerWeek = 7
/** Height of the tallest bar, in pixels; above it there is room for its figure. */
const barHeightMax = 84
const baseY = 104
const radius = 10

export function FourWeeks({ days, perDay }: Props) {
  const active = days.filter(({ answers }) => answers > 0)
  return (
    <section className="apart" aria-labelledby="weeks">
      <h2 id="weeks">{words.weeksTitle}</h2>
      <p className="soft">{active.length === 0 ? words.nothing : words.weeksText(perDay)}</p>
      {active.length > 0 && (
        <>
          <Chart days={days} perDay={perDay} />
          <details>
            <summary>{words.table}</summary>
            <Table
              rows={active.toReversed()}
              rowKey={({ day }) => day}
              isStacked={false}
              columns={[
                { title: words.columns.day, renderCell: ({ day }) => words.day(day) },
                { title: words.columns.answers, renderCell: ({ answers }) => answers, isFigure: true },
              ]}
            />
            <p className="small">{words.daysLeftOut}</p>
          </details>
        </>
      )}
    </section>
  )
}

function Chart({ days, perDay }: Props) {
  const most = Math.max(perDay ?? 0, ...days.map(({ answers }) => answers))
  const heightOf = (answers: number) => (answers === 0 ? 1 : Math.max((answers / most) * barHeightMax, 4))
  const isMet = (answers: number) => perDay === null || answers >= perDay
  const active = days.filter(({ answers }) => answers > 0)
  const goal = perDay === null ? undefined : { perDay, metDays: active.filter(({ answers }) => isMet(answers)).length }
  const label = words.weeksLabel(
    active.reduce((sum, { answers }) => sum + answers, 0),
    active.length,
    goal,
  )
  const width = 100 / days.length
  const goalY = perDay === null ? 0 : baseY - heightOf(perDay)
  return (
    <svg className="day-bars" role="img" aria-label={label} data-goal={perDay ?? undefined}>
      {days.map(({ day, answers }, i) => (
        <g key={day}>
          <svg x={`${i * width}%`} width={`${width}%`} height={baseY}>
            {/* The bar extends below the line, so that only its top is round. */}
            <rect
              className={answers > 0 && isMet(answers) ? 'day-bar' : 'day-bar-quiet'}
              x="8%"
              y={baseY - heightOf(answers)}
              width="84%"
              height={heightOf(answers) + radius}
              rx={answers === 0 ? 0 : Math.min(radius, heightOf(answers))}
            />
          </svg>
          {answers > 0 && (
            <text className="day-figure" x={`${(i + 0.5) * width}%`} y={baseY - heightOf(answers) - 5}>
              {answers}
            </text>
          )}
          {i % daysPerWeek === 0 && (
            <text className="day-week" x={`${i * width}%`} y={baseY + 18}>
              {words.weekLabel(day)}
            </text>
          )}
        </g>
      ))}
      <rect className="day-base" y={baseY} />
      {perDay !== null && (
        <>
          <rect className="day-goal" y={goalY} />
          <text className="day-goal-mark" x="100%" y={goalY} dx="0.7rem" dy="0.3em">
            {words.goalMark(perDay)}
          </text>
        </>
      )}
    </svg>
  )
}
