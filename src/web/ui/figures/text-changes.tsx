/** The differences between two texts. Removed and added words are marked by more than their color, and named for screen readers. */
import type { TextChange } from '#exam/freshness.ts'
import { textChanges as words } from '#text/text-changes.ts'
import '#web/styles/text-changes.css'

export function TextChanges({ label, changes }: { label: string; changes: readonly TextChange[] }) {
  return (
    <div className="text-changes" role="group" aria-label={label} tabIndex={0}>
      {changes.map(({ type, text }, i) => {
        // The parts of a difference never change their order.
        const key = `${i}`
        if (type === 'same') return <span key={key}>{text}</span>
        const Mark = type === 'removed' ? 'del' : 'ins'
        return (
          <Mark key={key}>
            <span className="visually-hidden">{words[type]} </span>
            {text}
          </Mark>
        )
      })}
    </div>
  )
}
