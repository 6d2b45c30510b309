/** The state of a dialog whose script loads when it is first opened, and again after a failure. */
import { useState } from 'react'

/** The dialog is open in one `place`, such as a question: a slow script does not open it after the user has moved on. */
export function useLazyDialog<Props>(load: () => Promise<React.ComponentType<Props>>, place: string) {
  const [Dialog, setDialog] = useState<React.ComponentType<Props>>()
  const [openFor, setOpenFor] = useState<string>()
  const [failedFor, setFailedFor] = useState<string>()

  const open = () => {
    setFailedFor(undefined)
    setOpenFor(place)
    if (Dialog) return
    load().then(
      (loaded) => setDialog(() => loaded),
      () => {
        setOpenFor(undefined)
        setFailedFor(place)
      },
    )
  }

  return { Dialog, isOpen: openFor === place, hasFailed: failedFor === place, open, close: () => setOpenFor(undefined) }
}
