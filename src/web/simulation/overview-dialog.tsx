/** Every question before one submits: what is answered, partly, blank and flagged, and a way to each. */
import { isBlank } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'
import { simulation as words } from '#web/text/en/simulation.ts'
import { useTexts } from '#web/text/texts.ts'
import { FinishDialog } from '#web/practice/index.ts'

type Props = {
  isOpen: boolean
  run: Attempt
  isPartly: (position: number) => boolean
  onClose: () => void
  onGo: (position: number) => void
  onSubmit: () => void
}

export function OverviewDialog({ isOpen, run, isPartly, onClose, onGo, onSubmit }: Props) {
  const { exam } = useTexts()
  const places = run.questionIds.map((id, position) => ({
    position,
    state: isPartly(position) ? ('partly' as const) : isBlank(run.answers[id]) ? ('blank' as const) : ('answered' as const),
    isFlagged: run.flagged.includes(id),
  }))
  const count = (state: (typeof places)[number]['state']) => places.filter((place) => place.state === state).length
  const blank = count('blank')
  return (
    <FinishDialog title={words.reviewTitle} finish={words.submit} isOpen={isOpen} onClose={onClose} onFinish={onSubmit}>
      <ul className="facts" role="list">
        <li>{words.counts.answered(count('answered'))}</li>
        <li>{words.counts.partly(count('partly'))}</li>
        <li>{words.counts.blank(blank)}</li>
        <li>{words.counts.flagged(places.filter(({ isFlagged }) => isFlagged).length)}</li>
      </ul>
      {blank > 0 && <p>{words.blankCounts}</p>}
      <ol className="overview pager" role="list" aria-label={exam.questions}>
        {places.map(({ position, state, isFlagged }) => (
          <li key={position} className="tabs">
            <button
              type="button"
              aria-label={exam.pagerName(
                position + 1,
                state === 'blank' ? null : state === 'partly' ? 'partly answered' : 'answered',
                isFlagged,
              )}
              aria-current={position === run.current ? 'step' : undefined}
              data-answered={state === 'answered' || undefined}
              data-partly={state === 'partly' || undefined}
              data-flagged={isFlagged || undefined}
              onClick={() => onGo(position)}
            >
              {position + 1}
            </button>
          </li>
        ))}
      </ol>
      <p className="small">{words.reviewHint}</p>
    </FinishDialog>
  )
}
