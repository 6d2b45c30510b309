/**
 * Twelve weeks, day by day: answers stand on a line, minutes hang below it. One picture to a screen reader, with the same
 * figures in a table. Drawn in SVG attributes, since the content policy refuses style attributes in the pages we send.
 */
import type { DailyActivity } from '#exam/progress.ts'
import { progress } from '#web/text/en/progress.ts'
import { Table } from '#web/ui/table.tsx'

const weekDays = 7

/** `days`: the oldest first, each of them there. */
export function Activity({ days, timeZone }: { days: readonly DailyActivity[]; timeZone: string }) {
  const busy = days.filter(({ activeMs, answers }) => activeMs > 0 || answers > 0)
  return (
    <section className="apart" aria-labelledby="activity">
      <h2 id="activity">{progress.activity}</h2>
      {busy.length === 0 ? <p className="soft">{progress.noActivity}</p> : <Drawing days={days} busy={busy} />}
      {busy.length > 0 && (
        <details>
          <summary>{progress.showDays}</summary>
          <DayTable days={busy.toReversed()} />
          <p className="small">
            {progress.daysLeftOut} {progress.activityZone(timeZone)}
          </p>
        </details>
      )}
    </section>
  )
}

function Drawing({ days, busy }: { days: readonly DailyActivity[]; busy: readonly DailyActivity[] }) {
  const answersMost = Math.max(...busy.map(({ answers }) => answers))
  const msMost = Math.max(...busy.map(({ activeMs }) => activeMs))
  const answers = busy.reduce((sum, day) => sum + day.answers, 0)
  const place = (i: number) => `${(i / days.length) * 100}%`
  return (
    <figure className="activity">
      <svg className="activity-days" role="img" aria-label={progress.activityLabel(answers, busy.length)}>
        <svg className="activity-answers" height="62%">
          {days.map(({ day, answers: count }, i) =>
            count === 0 ? null : <Bar key={day} x={place(i)} part={count / answersMost} width={100 / days.length} stands />,
          )}
        </svg>
        <rect className="activity-line" y="62%" />
        <svg className="activity-minutes" y="62%" height="24%">
          {days.map(({ day, activeMs }, i) =>
            activeMs === 0 ? null : <Bar key={day} x={place(i)} part={activeMs / msMost} width={100 / days.length} />,
          )}
        </svg>
        {days.map(({ day }, i) =>
          i % weekDays === 0 ? (
            <text key={day} x={place(i)} y="100%" dy="-0.25rem" data-rare={i % (3 * weekDays) === 0 ? undefined : ''}>
              {progress.weekLabel(day)}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption className="small">{progress.activityCaption(answersMost, msMost)}</figcaption>
    </figure>
  )
}

/** `part` of the whole height, 0 to 1; `width` in percent. A small one is still to be seen. */
function Bar({ x, part, width, stands = false }: { x: string; part: number; width: number; stands?: boolean }) {
  const height = Math.max(part * 100, 3)
  return <rect x={x} y={stands ? `${100 - height}%` : '0%'} width={`${width * 0.8}%`} height={`${height}%`} />
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
