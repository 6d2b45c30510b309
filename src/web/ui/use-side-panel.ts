/** A panel beside the question on wide screens, or a modal sheet over the question on narrow screens. Its class is `side-panel`. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

const wideScreen = '(width >= 64rem)'

/** Opens and closes the dialog. Closing returns the focus to the opener. */
export function useSidePanel(isOpen: boolean) {
  const panel = useRef<HTMLDialogElement>(null)
  const isWide = useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wideScreen)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(wideScreen).matches,
  )
  useEffect(() => {
    const dialog = panel.current
    if (!dialog) return
    const isModal = dialog.matches(':modal')
    if (dialog.open && (!isOpen || isModal === isWide)) dialog.close()
    if (!isOpen || dialog.open) return
    if (isWide) dialog.show()
    else dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }, [isOpen, isWide])
  useLayoutEffect(() => {
    const dialog = panel.current
    return () => dialog?.close()
  }, [])
  return { panel, isWide }
}
