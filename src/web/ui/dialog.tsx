/** A modal dialog: head and foot stay, the body scrolls. Escape, Close and a click beside it close it; focus returns to the opener. */
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTexts } from '#web/text/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
  foot?: React.ReactNode
  kind?: 'narrow' | 'reading' | 'wide'
  /** While something is under way that would go on behind a closed dialog: nothing closes it, and nothing is asked. */
  isBusy?: boolean
  /** Where something could be lost: Escape and Close ask instead of closing, and a click beside the dialog does nothing. */
  onAsk?: () => void
}

export function Dialog({ title, isOpen, onClose, children, foot, kind = 'narrow', isBusy = false, onAsk }: Props) {
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

  // One that is taken out of the page while it is open gives the focus back like one that is closed.
  useLayoutEffect(() => {
    const dialog = element.current
    return () => dialog?.close()
  }, [])

  useEffect(() => {
    if (!isOpen || !(isBusy || onAsk)) return
    // Asked of the key itself: the second Escape in a row would close the dialog whatever we say to the first.
    const ask = (event: KeyboardEvent) => {
      const isOnTop = [...document.querySelectorAll('dialog[open]')].at(-1) === element.current
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !isOnTop) return
      event.preventDefault()
      if (!isBusy) onAsk?.()
    }
    document.addEventListener('keydown', ask)
    return () => document.removeEventListener('keydown', ask)
  }, [onAsk, isBusy, isOpen])

  return (
    <dialog
      ref={element}
      className="dialog"
      data-kind={kind}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => (isBusy || onAsk) && event.preventDefault()}
      closedby={isBusy || onAsk ? 'none' : 'any'}
    >
      <div className="head">
        <h2 id={titleId}>{title}</h2>
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
