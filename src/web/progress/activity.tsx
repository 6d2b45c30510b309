/**
 * A chart of twelve weeks: answers per day above a line, minutes below it, and the daily goal as a horizontal line. Screen readers get one image
 * and a table with the same figures. The chart uses SVG attributes, because the content security policy blocks style attributes.
 */
import type { DailyActivity } from '#exam/progress.ts'
import { progress } from '#text/progress.ts'
import { Table } from '#web/ui/figures/table.tsx'

const daysPerWeek = 7
/** Height of the part above the line, in percent of the chart. */
const answersHeightPercent = 62

/** `goalPerDay` is a number of questions; `null` without a goal. */
type Props = { days: readonly DailyActivity[]; timeZone: string; goalPerDay: number | null }

/** `days` has every day, the oldest first. */
export function Activity({ days, timeZone, goalPerDay }: Props) {
  const activeDays = days.filter(({ activeMs, answers }) => activeMs > 0 || answers > 0)
  return (
    <section className="apart" aria-labelledby="activity">
      <h2 id="activity">{progress.activity}</h2>
      {activeDays.length === 0 ? (
        <p className="soft">{progress.noActivity}</p>
      ) : (
        <>
          <p>{summarize(days, activeDays, goalPerDay)}</p>
          <Chart days={days} activeDays={activeDays} goalPerDay={goalPerDay} />
        </>
      )}
      {activeDays.length > 0 && (
        <details>
          <summary>{progress.showDays}</summary>
          <DayTable days={activeDays.toReversed()} />
          <p className="small">
            {progress.daysLeftOut} {progress.activityZone(timeZone)}
          </p>
        </details>
      )}
    </section>
  )
}

/** The figures of the chart in words: all twelve weeks, the last four compared with the four before, and the goal. */
function summarize(days: readonly DailyActivity[], activeDays: readonly DailyActivity[], goalPerDay: number | null): string {
  const total = (some: readonly DailyActivity[]) => some.reduce((sum, { answers }) => sum + answers, 0)
  const weeks = (from: number, to: number) => total(days.slice(days.length - from * daysPerWeek, days.length - to * daysPerWeek))
  const [best] = activeDays.toSorted((a, b) => b.answers - a.answers)
  return [
    progress.activitySummary(total(days), activeDays.length),
    best && best.answers > 0 && activeDays.length > 1 ? progress.activityBest(best.day, best.answers) : '',
    progress.activityTrend(weeks(4, 0), weeks(8, 4)),
    goalPerDay !== null && progress.activityGoal(goalPerDay, activeDays.filter((day) => day.answers >= goalPerDay).length),
  ]
    .filter(Boolean)
    .join(' ')
}

type ChartProps = Pick<Props, 'days' | 'goalPerDay'> & { activeDays: readonly DailyActivity[] }

function Chart({ days, activeDays, goalPerDay }: ChartProps) {
  const answersMax = Math.max(...activeDays.map(({ answers }) => answers))
  const msMax = Math.max(...activeDays.map(({ activeMs }) => activeMs))
  const answers = activeDays.reduce((sum, day) => sum + day.answers, 0)
  const scaleMax = Math.max(answersMax, goalPerDay ?? 0)
  const goal = goalPerDay !== null && { perDay: goalPerDay, y: `${(1 - goalPerDay / scaleMax) * answersHeightPercent}%` }
  const xOf = (i: number) => `${(i / days.length) * 100}%`
  return (
    <figure className="activity">
      <svg className="activity-days" role="img" aria-label={progress.activityLabel(answers, activeDays.length)}>
        <rect className="activity-scale" />
        <rect className="activity-scale" y={`${answersHeightPercent / 2}%`} />
        <text className="activity-scale-name" x="100%" y="-0.3rem">
          {progress.answersOf(scaleMax)}
        </text>
        {scaleMax > 1 && scaleMax % 2 === 0 && (
          <text className="activity-scale-name" x="100%" y={`${answersHeightPercent / 2}%`} dy="-0.3rem">
            {scaleMax / 2}
          </text>
        )}
        <svg className="activity-answers" height={`${answersHeightPercent}%`}>
          {days.map(({ day, answers: count }, i) =>
            count === 0 ? null : <Bar key={day} x={xOf(i)} share={count / scaleMax} width={100 / days.length} isAbove />,
          )}
        </svg>
        {goal && (
          <>
            <rect className="activity-goal" y={goal.y} />
            <text className="activity-goal-name" y={goal.y} dy="-0.3rem">
              {progress.goalMark(goal.perDay)}
            </text>
          </>
        )}
        <rect className="activity-line" y={`${answersHeightPercent}%`} />
        <svg className="activity-minutes" y={`${answersHeightPercent}%`} height="24%">
          {days.map(({ day, activeMs }, i) =>
            activeMs === 0 ? null : <Bar key={day} x={xOf(i)} share={activeMs / msMax} width={100 / days.length} />,
          )}
        </svg>
        {days.map(({ day }, i) =>
          i % daysPerWeek === 0 ? (
            <text key={day} x={xOf(i)} y="100%" dy="-0.25rem" data-rare={i % (3 * daysPerWeek) === 0 ? undefined : ''}>
              {progress.weekLabel(day)}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption className="small">{progress.activityCaption(answersMax, msMax)}</figcaption>
    </figure>
  )
}

/** `share` of the maximum, 0 to 1; `width` in percent. The minimum height keeps small values visible. */
function Bar({ x, share, width, isAbove = false }: { x: string; share: number; width: number; isAbove?: boolean }) {
  const height = Math.max(share * 100, 3)
  return <rect x={x} y={isAbove ? `${100 - height}%` : '0%'} width={`${width * 0.8}%`} height={`${height}%`} />
}

function DayTable({ days }: { days: readonly DailyActivity[] }) {
  const { day: dayName, answers: answersName, minutes: minutesName } = progress.dayColumns
  return (
    <Table
      rows={days}
      rowKey={({ day }) => day}
      isStacked={false}
      columns={[
        { title: dayName, renderCell: ({ day }) => progress.day(day) },
        { title: answersName, renderCell: ({ answers }) => answers, isFigure: true },
        { title: minutesName, renderCell: ({ activeMs }) => progress.minutes(activeMs), isFigure: true },
      ]}
    />
  )
}
