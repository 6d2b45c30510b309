/** A modal dialog with a scrolling body. Escape, Close, and a click outside close it; the focus returns to the opener. */
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { site } from '#text/site.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
  foot?: React.ReactNode
  /** Controls between the title and the Close button. */
  tools?: React.ReactNode
  onKeyDown?: React.KeyboardEventHandler
  kind?: 'narrow' | 'reading' | 'wide'
  /** Prevents closing while an action is in progress. */
  isBusy?: boolean
  /** Called instead of closing when input could be lost. A click outside the dialog then does nothing. */
  onAsk?: () => void
}

export function Dialog({ title, isOpen, onClose, children, foot, tools, onKeyDown, kind = 'narrow', isBusy = false, onAsk }: Props) {
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

  // Closing on unmount returns the focus to the opener.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  useEffect(() => {
    if (!isOpen || !(isBusy || onAsk)) return
    // The browser closes the dialog on a second Escape even if the first was canceled, so the key itself is handled.
    const onKey = (event: KeyboardEvent) => {
      const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1) === element.current
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !isOnTop) return
      event.preventDefault()
      if (!isBusy) onAsk?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onAsk, isBusy, isOpen])

  return (
    <dialog
      ref={element}
      className="dialog"
      data-kind={kind}
      aria-labelledby={titleId}
      // The event arrives late: the dialog may be open again.
      onClose={() => element.current?.open || onClose()}
      onKeyDown={onKeyDown}
      onCancel={(event) => (isBusy || onAsk) && event.preventDefault()}
      closedby={isBusy || onAsk ? 'none' : 'any'}
    >
      <div className="head">
        <h2 id={titleId}>{title}</h2>
        {tools}
        <button
          className="button"
          data-kind="quiet"
          data-size="icon"
          type="button"
          aria-label={site.close}
          disabled={isBusy}
          onClick={() => (onAsk ? onAsk() : element.current?.close())}
        >
          <Icon name="cross" />
        </button>
      </div>
      {children}
      {foot && <div className="foot">{foot}</div>}
    </dialog>
  )
}
