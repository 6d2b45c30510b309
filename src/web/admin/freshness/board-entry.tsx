/** One question on the board: its state, its pages, what changed, and possible actions. */
import { Link } from 'react-router'
import { freshnessListOf } from '#exam/freshness.ts'
import { printAddress } from '#web/admin/list-address.ts'
import { CitedPageFacts } from '#web/admin/freshness/cited-page-facts.tsx'
import type { Confirmation } from '#web/admin/freshness/use-confirmations.ts'
import { dayOf } from '#web/admin/timestamp.tsx'
import { freshnessAdmin as words } from '#web/text/en/admin/freshness.ts'
import { day } from '#web/text/en/figures/dates.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ListedFreshness } from '#server/freshness/index.ts'

type Props = {
  question: ListedFreshness
  confirmation: Confirmation
  isCurrent: boolean
  onConfirm: () => void
  onUndo: () => void
}

export function BoardEntry({ question: listed, confirmation, isCurrent, onConfirm, onUndo }: Props) {
  const { questionId, examId, question, isPublished, objective, outlineVersion, state, reason, since, setBy, actor, checkedOn } = listed
  const { status, problem } = confirmation
  const titleId = `question-${questionId}`
  return (
    <li className="flow" tabIndex={isCurrent ? 0 : -1} aria-labelledby={titleId} data-confirmed={status === 'confirmed' || undefined}>
      <h2 id={titleId}>{question}</h2>
      <p className="row">
        <span className="badge">{examId.toUpperCase()}</span>
        {!isPublished && <span className="badge">{words.draft}</span>}
        <strong>{reason ? words.reasons[reason] : words.lists[freshnessListOf(state, checkedOn)]}</strong>
      </p>
      <p className="small">
        {words.since(dayOf(since), setBy, actor)}. {words.checkedOn(checkedOn ? day(checkedOn) : undefined)}.
      </p>
      {objective !== null && (
        <p className="small">
          {words.objectiveOf(objective, outlineVersion ? day(outlineVersion) : undefined, reason === 'objective-removed')}
        </p>
      )}
      {listed.pages.length === 0 && <p className="small">{words.noPages}</p>}
      {listed.pages.map((page) => (
        <CitedPageFacts key={page.part} page={page} />
      ))}
      {problem && <Notice verdict="wrong">{problem}</Notice>}
      <div className="row">
        {status === 'confirmed' ? (
          <>
            <span className="freshness-done">
              <Icon name="check" /> {words.confirmed}
            </span>
            <button className="button" type="button" onClick={onUndo}>
              {words.undo}
              <span className="visually-hidden">{words.about(question)}</span>
            </button>
          </>
        ) : (
          state !== 'orphaned' && (
            <BusyButton label={words.confirm} busy={words.busy} isBusy={status === 'busy'} isDisabled={false} onPress={onConfirm} />
          )
        )}
        <Link className="button" to={printAddress('/admin', { exam: examId, edit: questionId })}>
          {words.edit}
          <span className="visually-hidden">{words.about(question)}</span>
        </Link>
      </div>
      {state === 'orphaned' && <p className="small soft">{words.nothingLeft}</p>}
    </li>
  )
}
