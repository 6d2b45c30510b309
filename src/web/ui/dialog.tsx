/** A modal dialog: head and foot stay, the body scrolls. Escape, Close and a click beside it close it; focus returns to the opener. */
import { useEffect, useId, useRef } from 'react'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
  foot?: React.ReactNode
  kind?: 'narrow' | 'reading'
}

export function Dialog({ title, isOpen, onClose, children, foot, kind = 'narrow' }: Props) {
  const { site } = useTexts()
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (isOpen && dialog && !dialog.open) {
      dialog.showModal()
      dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    if (!isOpen && dialog?.open) dialog.close()
  }, [isOpen])

  return (
    <dialog ref={element} className="dialog" data-kind={kind} aria-labelledby={titleId} onClose={onClose} closedby="any">
      <div className="head">
        <h2 id={titleId}>{title}</h2>
        <button
          className="button"
          data-kind="quiet"
          data-size="icon"
          type="button"
          aria-label={site.close}
          onClick={() => element.current?.close()}
        >
          <Icon name="cross" />
        </button>
      </div>
      {children}
      {foot && <div className="foot">{foot}</div>}
    </dialog>
  )
}
