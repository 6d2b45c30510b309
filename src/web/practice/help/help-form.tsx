/** Quick actions and the field for the candidate's own question. */
import { useId } from 'react'
import { hintsMax, isBusy, type HelpConversation } from '#web/practice/help/conversation.ts'
import { help } from '#web/text/en/help.ts'

type Props = {
  conversation: HelpConversation
  /** Letters of the chosen options. */
  chosen: readonly string[]
  isRevealed: boolean
  notice: string
  onEdit: (draft: string) => void
  onAsk: (message: string) => void
}

export function HelpForm({ conversation, chosen, isRevealed, notice, onEdit, onAsk }: Props) {
  const inputId = useId()
  const busy = isBusy(conversation)
  const { draft, hintsGiven } = conversation
  const send = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (draft.trim() === '' || busy) return
    onEdit('')
    onAsk(draft)
  }
  const hint = hintsGiven === 0 ? help.hint : help.nextHint
  const actions = [
    ...(isRevealed || hintsGiven >= hintsMax ? [] : [hint]),
    ...chosen.map(isRevealed ? help.why : help.whyNot),
    help.simply,
    help.source,
  ]
  return (
    <div className="foot">
      <div className="quick-actions" role="group" aria-label={help.quick}>
        {actions.map((action) => (
          // Not disabled while busy, because a disabled button loses the focus.
          <button
            key={action === help.nextHint ? help.hint : action}
            className="button"
            type="button"
            aria-disabled={busy}
            onClick={() => onAsk(action)}
          >
            {action}
          </button>
        ))}
      </div>
      <form onSubmit={send}>
        <label className="visually-hidden" htmlFor={inputId}>
          {help.inputLabel}
        </label>
        <input
          id={inputId}
          className="input"
          data-first-focus
          value={draft}
          onChange={(event) => onEdit(event.target.value)}
          placeholder={help.input}
          maxLength={500}
          autoComplete="off"
        />
        <button className="button" data-kind="primary" type="submit" disabled={draft.trim() === '' || busy}>
          {help.send}
        </button>
      </form>
      <p className="small">{notice}</p>
    </div>
  )
}
