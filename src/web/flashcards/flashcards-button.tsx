/** The button that opens the dialog for downloading questions. The dialog loads on the first click. */
import type { FlashcardsDialogProps } from '#web/flashcards/flashcards-dialog.tsx'
import { flashcards } from '#text/flashcards.ts'
import { useLazyDialog } from '#web/ui/use-lazy-dialog.ts'

const loadFlashcardsDialog = () => import('#web/flashcards/flashcards-dialog.tsx').then(({ FlashcardsDialog }) => FlashcardsDialog)

type FlashcardsButtonProps = Omit<FlashcardsDialogProps, 'isOpen' | 'onClose'> & { kind?: 'quiet' }

export function FlashcardsButton({ kind, ...props }: FlashcardsButtonProps) {
  const { Dialog, isOpen, hasFailed, open, close } = useLazyDialog(loadFlashcardsDialog, 'flashcards')
  return (
    <>
      <button className="button" data-kind={kind} type="button" onClick={open}>
        {flashcards.open}
      </button>
      {hasFailed && (
        <span className="problem" role="alert">
          {flashcards.openFailed}
        </span>
      )}
      {Dialog && <Dialog {...props} isOpen={isOpen} onClose={close} />}
    </>
  )
}
