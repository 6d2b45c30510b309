/** The frame of a panel beside the question: its header with the title and a button that closes it. Escape closes it too. */
import { useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { useSidePanel } from '#web/ui/use-side-panel.ts'

type Props = {
  title: string
  /** A word beside the title. */
  label?: string
  /** The line below the title. */
  line: React.ReactNode
  closeLabel: string
  isOpen: boolean
  onClose: () => void
  /** The body, and what stays below it. */
  children: React.ReactNode
}

export function SidePanel({ title, label, line, closeLabel, isOpen, onClose, children }: Props) {
  const titleId = useId()
  const { panel, isWide } = useSidePanel(isOpen)
  return (
    <dialog
      ref={panel}
      className="side-panel"
      aria-labelledby={titleId}
      closedby={isWide ? 'closerequest' : 'any'}
      // The event can arrive after the panel has opened again.
      onClose={() => panel.current?.open || onClose()}
      onKeyDown={(event) => event.key === 'Escape' && isWide && panel.current?.close()}
    >
      <div className="head">
        <h2 id={titleId}>{title}</h2>
        {label && <span className="side-panel-label">{label}</span>}
        <button
          className="button push"
          data-kind="quiet"
          data-size="icon"
          type="button"
          aria-label={closeLabel}
          onClick={() => panel.current?.close()}
        >
          <Icon name="cross" />
        </button>
        <p className="small">{line}</p>
      </div>
      {children}
    </dialog>
  )
}
