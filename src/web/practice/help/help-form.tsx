/** Quick actions and the field for the candidate's own question. */
import { useId } from 'react'
import { tutorMessageLengthMax } from '#exam/tutor/tutor-contract.ts'
import type { HelpPart } from '#exam/help/help-parts.ts'
import { isBusy, type HelpConversation } from '#web/practice/help/conversation.ts'
import type { HelpAction } from '#web/practice/help/help-provider.ts'
import { QuickActions } from '#web/practice/help/quick-actions.tsx'
import { help } from '#text/help.ts'

type Props = {
  conversation: HelpConversation
  /** Letters of the chosen options. */
  chosen: readonly string[]
  /** Options, steps, or items that can be compared. */
  parts: readonly HelpPart[]
  isRevealed: boolean
  notice: string
  onEdit: (draft: string) => void
  /** Without an action, the message is the candidate's own question. */
  onAsk: (message: string, action?: HelpAction) => void
}

export function HelpForm({ conversation, chosen, parts, isRevealed, notice, onEdit, onAsk }: Props) {
  const inputId = useId()
  const busy = isBusy(conversation)
  const { draft } = conversation
  const send = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (draft.trim() === '' || busy) return
    onEdit('')
    onAsk(draft)
  }
  return (
    <div className="foot">
      <QuickActions {...{ conversation, chosen, parts, isRevealed, onAsk }} />
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
          maxLength={tutorMessageLengthMax}
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
