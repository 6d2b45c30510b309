/** The quick actions in the help panel. */
import { useState } from 'react'
import type { HelpPart } from '#exam/help/help-parts.ts'
import { CompareForm } from '#web/practice/help/compare-form.tsx'
import { hintsMax, isBusy, type HelpConversation } from '#web/practice/help/conversation.ts'
import type { HelpAction } from '#web/practice/help/help-provider.ts'
import { help } from '#text/help.ts'

type Props = {
  conversation: HelpConversation
  /** Letters of the chosen options. */
  chosen: readonly string[]
  /** Options, steps, or items that can be compared. */
  parts: readonly HelpPart[]
  isRevealed: boolean
  onAsk: (message: string, action: HelpAction) => void
}

export function QuickActions({ conversation, chosen, parts, isRevealed, onAsk }: Props) {
  const [isComparing, setComparing] = useState(false)
  const busy = isBusy(conversation)
  const { hintsGiven } = conversation
  const stage = hintsGiven === 0 ? 1 : hintsGiven === 1 ? 2 : 3
  const actions: { key: string; text: string; action: HelpAction }[] = [
    ...(isRevealed || hintsGiven >= hintsMax
      ? []
      : [{ key: 'hint', text: hintsGiven === 0 ? help.hint : help.nextHint, action: { type: 'hint', stage } as const }]),
    ...chosen.map((label) => ({
      key: label,
      text: (isRevealed ? help.why : help.whyNot)(label),
      action: { type: 'whyNot', label } as const,
    })),
    { key: 'simple', text: help.simply, action: { type: 'simple' } },
    { key: 'docs', text: help.docs, action: { type: 'docs' } },
    { key: 'quiz', text: help.quiz, action: { type: 'followUp' } },
  ]
  return (
    <>
      <div className="quick-actions" role="group" aria-label={help.quick}>
        {!isComparing &&
          actions.map(({ key, text, action }) => (
            // Not disabled while busy, because a disabled button loses the focus.
            <button key={key} className="button" type="button" aria-disabled={busy} onClick={() => onAsk(text, action)}>
              {text}
            </button>
          ))}
        {parts.length > 1 && (
          <button className="button" type="button" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            {help.compare}
          </button>
        )}
      </div>
      {isComparing && (
        <CompareForm
          parts={parts}
          first={chosen[0]}
          isBusy={busy}
          onCompare={(one, other) => {
            setComparing(false)
            const name = ({ kind, label }: HelpPart) => (kind === 'choice' ? label : `${kind} ${label}`)
            onAsk(help.compareTwo(name(one), name(other)), { type: 'compare', labels: [one.label, other.label] })
          }}
        />
      )}
    </>
  )
}
