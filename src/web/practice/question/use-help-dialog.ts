/** The state of the help dialog. Its script loads when the dialog is first opened, and again after a failure. */
import { useState } from 'react'
import type { HelpDialog } from '#web/practice/question/help-dialog.tsx'

export function useHelpDialog(questionId: string) {
  const [Dialog, setDialog] = useState<typeof HelpDialog>()
  // Names the question, so that a slow script does not open the dialog after the candidate has moved on.
  const [openFor, setOpenFor] = useState<string>()
  const [failedFor, setFailedFor] = useState<string>()

  const open = () => {
    setFailedFor(undefined)
    setOpenFor(questionId)
    if (Dialog) return
    import('#web/practice/question/help-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.HelpDialog),
      () => {
        setOpenFor(undefined)
        setFailedFor(questionId)
      },
    )
  }

  return { Dialog, isOpen: openFor === questionId, hasFailed: failedFor === questionId, open, close: () => setOpenFor(undefined) }
}
