/**
 * The question map: all questions of an attempt with their status, filters, a form that jumps to a number, and a button for the next unanswered
 * question.
 */
import { useMemo, useState } from 'react'
import { findNextNotAnswered, isNotAnswered, type AttemptTally, type QuestionStatus } from '#exam/question-status.ts'
import type { OverviewProps } from '#web/practice/attempt/overview-props.ts'
import { JumpForm } from '#web/practice/map/jump-form.tsx'
import { MapGrid, groupSize } from '#web/practice/map/map-grid.tsx'
import '#web/styles/question-map.css'
import { questionMap as words } from '#text/question-map.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type QuestionMapProps = OverviewProps & {
  tally: AttemptTally
  /** Whether this is a simulation, which shows no verdicts. */
  isSealed: boolean
  areShortcutsOn: boolean
  isOpen: boolean
  onClose: () => void
}

const filters = {
  all: () => true,
  open: isNotAnswered,
  answered: (status: QuestionStatus) => !status.isRemoved && !isNotAnswered(status) && !(status.isClosed && status.answered === null),
  flagged: ({ isFlagged }: QuestionStatus) => isFlagged,
  wrong: ({ verdict }: QuestionStatus) => verdict === 'wrong',
  right: ({ verdict }: QuestionStatus) => verdict === 'right',
}
type MapFilter = keyof typeof filters

const practiceFilters: readonly MapFilter[] = ['all', 'open', 'flagged', 'wrong', 'right']
const sealedFilters: readonly MapFilter[] = ['all', 'open', 'flagged', 'answered']

export function QuestionMap(props: QuestionMapProps) {
  const { statuses, current, onGo, tally, areShortcutsOn, isOpen, onClose } = props
  const next = findNextNotAnswered(statuses, current)
  const closeWithKey = (event: React.KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (!areShortcutsOn || isTyping || event.key.toLowerCase() !== 'g' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onClose()
  }
  return (
    <Dialog
      title={words.title}
      kind="reading"
      isOpen={isOpen}
      onClose={onClose}
      onKeyDown={closeWithKey}
      tools={
        areShortcutsOn && (
          <span className="small only-keyboard">
            <kbd>G</kbd> {words.opensAndCloses}
          </span>
        )
      }
      foot={
        <>
          <p className="soft">{words.counts(tally)}</p>
          {next !== undefined && (
            <button className="button" data-kind="primary" type="button" onClick={() => onGo(next)}>
              {words.nextNotAnswered}
            </button>
          )}
        </>
      }
    >
      {/* The map always opens with all questions, at the current one. */}
      {isOpen && <MapBody {...props} />}
    </Dialog>
  )
}

function MapBody({ statuses, current, onGo, isSealed }: QuestionMapProps) {
  const [filter, setFilter] = useState<MapFilter>('all')
  const matching = useMemo(() => statuses.filter(filters[filter]), [statuses, filter])
  // The form of a long map stays in view with the filters.
  const isLong = statuses.length > groupSize
  return (
    <div className="body flow question-map">
      <div className="map-controls flow">
        {isLong && <JumpForm total={statuses.length} onGo={onGo} />}
        <ul className="tabs" role="list" aria-label={words.show}>
          {(isSealed ? sealedFilters : practiceFilters).map((one) => (
            <li key={one}>
              <button type="button" aria-pressed={one === filter} onClick={() => setFilter(one)}>
                {words.filters[one](statuses.filter(filters[one]).length)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {matching.length === 0 ? (
        <p className="soft">{words.nothing[filter]}</p>
      ) : (
        <MapGrid key={filter} statuses={matching} total={statuses.length} current={current} onGo={onGo} />
      )}
      <Legend statuses={statuses} isSealed={isSealed} />
      {!isLong && <JumpForm total={statuses.length} onGo={onGo} />}
    </div>
  )
}

/** For sighted users only: the accessible name of each question includes its status. */
function Legend({ statuses, isSealed }: { statuses: readonly QuestionStatus[]; isSealed: boolean }) {
  const { legend } = words
  const hasPartial = statuses.some(({ answered, verdict }) => answered === 'partly answered' && verdict === null)
  return (
    <p className="map-legend" aria-hidden="true">
      {!isSealed && (
        <>
          <span>
            <i data-verdict="right" /> {legend.right}
          </span>
          <span>
            <i data-verdict="wrong" /> {legend.wrong}
          </span>
        </>
      )}
      <span>
        <i data-answered /> {isSealed ? legend.answeredOnly : legend.answered}
      </span>
      {hasPartial && (
        <span>
          <i data-partly /> {legend.partly}
        </span>
      )}
      <span>
        <i /> {legend.open}
      </span>
      {statuses.some(({ isRemoved }) => isRemoved) && (
        <span>
          <i data-removed /> {legend.removed}
        </span>
      )}
      {statuses.some(({ isClosed }) => isClosed) && (
        <span>
          <Icon name="lock" /> {legend.closed}
        </span>
      )}
      <span>
        <i data-flagged /> {legend.flagged}
      </span>
    </p>
  )
}
