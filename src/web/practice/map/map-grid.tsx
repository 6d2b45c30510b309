/** The grid of the question map. It is one tab stop: arrow keys, Home, and End move the focus within it, and Enter goes to the question. */
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { QuestionStatus } from '#exam/question-status.ts'
import type { OverviewProps } from '#web/practice/attempt/overview-props.ts'
import { Icon } from '#web/ui/icon.tsx'
import { questionMap as words } from '#text/question-map.ts'

/** With more questions than this, the grid is split into groups of this size, each with a heading. */
export const groupSize = 50

/** `statuses`: the questions to show. `total`: how many questions the attempt has. */
type Props = OverviewProps & { total: number }

export function MapGrid({ statuses, total, current, onGo }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(current)
  const stop = (statuses.find(({ position }) => position === focused) ?? statuses[0])?.position

  const moveFocus = useCallback((event: React.KeyboardEvent<HTMLButtonElement>) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const target = findTarget(event.key, buttons, buttons.indexOf(event.currentTarget))
    if (!target) return
    event.preventDefault()
    target.focus()
  }, [])
  const groups = useMemo(() => groupByNumber(statuses, total), [statuses, total])
  return (
    <div ref={grid} className="flow">
      {groups.map(({ first, last, entries }) => {
        const stopsHere = stop !== undefined && first <= stop + 1 && stop < last
        const list = { statuses: entries, current, stop: stopsHere ? stop : undefined, onGo, onFocus: setFocused, onKeyDown: moveFocus }
        return total <= groupSize ? (
          <MapList key={first} {...list} />
        ) : (
          <div key={first} className="map-group">
            <h3 className="small">{words.group(first, last)}</h3>
            <MapList {...list} label={words.group(first, last)} />
          </div>
        )
      })}
    </div>
  )
}

/** `stop`: the position of the tab stop of the grid, if it is in this list. */
type MapListProps = OverviewProps & {
  label?: string
  stop: number | undefined
  onFocus: (position: number) => void
  onKeyDown: (event: React.KeyboardEvent<HTMLButtonElement>) => void
}

/** Moving the focus renders only the lists that lose or get it, because an attempt may have 2,000 questions. */
const MapList = memo(function MapList({ statuses, label, current, stop, onGo, onFocus, onKeyDown }: MapListProps) {
  return (
    <ol className="map" role="list" aria-label={label}>
      {statuses.map((status) => (
        <li key={status.position}>
          <MapButton
            status={status}
            isCurrent={status.position === current}
            isStop={status.position === stop}
            onFocus={() => onFocus(status.position)}
            onClick={() => !status.isClosed && onGo(status.position)}
            onKeyDown={onKeyDown}
          />
        </li>
      ))}
    </ol>
  )
})

/** `isStop`: this button is the tab stop of the grid. */
type MapButtonProps = { status: QuestionStatus; isCurrent: boolean; isStop: boolean } & Pick<
  React.ComponentProps<'button'>,
  'onFocus' | 'onClick' | 'onKeyDown'
>

function MapButton({ status, isCurrent, isStop, ...on }: MapButtonProps) {
  const { position, verdict, isFlagged, isRemoved, isClosed } = status
  const state = stateOf(status)
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      data-first-focus={isStop || undefined}
      aria-label={words.questionName(position + 1, words.states[state], isFlagged)}
      aria-current={isCurrent ? 'step' : undefined}
      data-verdict={verdict ?? undefined}
      data-answered={state === 'answered' || undefined}
      data-partly={state === 'partly' || undefined}
      data-removed={isRemoved || undefined}
      aria-disabled={isClosed}
      data-flagged={isFlagged || undefined}
      {...on}
    >
      {isClosed && <Icon name="lock" />}
      {position + 1}
    </button>
  )
}

function stateOf({ answered, verdict, isRemoved, isClosed }: QuestionStatus): keyof typeof words.states {
  if (isClosed) return 'closed'
  if (isRemoved) return 'removed'
  if (verdict) return verdict
  return answered === 'partly answered' ? 'partly' : (answered ?? 'open')
}

type NumberGroup = { first: number; last: number; entries: QuestionStatus[] }

/** Numbers 1 to 50, 51 to 100, and so on. Groups without an entry are left out. */
function groupByNumber(statuses: readonly QuestionStatus[], total: number): NumberGroup[] {
  const groups = new Map<number, NumberGroup>()
  for (const status of statuses) {
    const first = status.position - (status.position % groupSize) + 1
    const group = groups.get(first) ?? { first, last: Math.min(first + groupSize - 1, total), entries: [] }
    group.entries.push(status)
    groups.set(first, group)
  }
  return [...groups.values()]
}

/** The button that a key moves the focus to; `undefined` for other keys. Up and Down go to the nearest button of the row above or below. */
function findTarget(key: string, buttons: readonly HTMLButtonElement[], at: number): HTMLButtonElement | undefined {
  const from = buttons[at]
  if (!from) return undefined
  switch (key) {
    case 'ArrowRight':
      return buttons[Math.min(at + 1, buttons.length - 1)]
    case 'ArrowLeft':
      return buttons[Math.max(at - 1, 0)]
    case 'Home':
      return buttons[0]
    case 'End':
      return buttons.at(-1)
    case 'ArrowDown':
      return findInNextRow(from, buttons.slice(at + 1)) ?? from
    case 'ArrowUp':
      return findInNextRow(from, buttons.slice(0, at).toReversed()) ?? from
    default:
      return undefined
  }
}

/**
 * The nearest button in the first row that differs from the row of `from`. `others` are sorted by distance. Measures as few buttons as possible,
 * because measuring one that is not in view lays out its group.
 */
function findInNextRow(from: HTMLButtonElement, others: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
  const { top, left } = from.getBoundingClientRect()
  const row: { button: HTMLButtonElement; distance: number }[] = []
  let rowTop: number | undefined
  for (const button of others) {
    const box = button.getBoundingClientRect()
    if (rowTop === undefined && Math.abs(box.top - top) > 1) rowTop = box.top
    if (rowTop === undefined) continue
    if (Math.abs(box.top - rowTop) > 1) break
    row.push({ button, distance: Math.abs(box.left - left) })
  }
  return row.toSorted((a, b) => a.distance - b.distance)[0]?.button
}
