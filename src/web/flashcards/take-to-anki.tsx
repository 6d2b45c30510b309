/** The button that opens the dialog for downloading questions. The dialog loads with the first click. */
import type { TakeDialogProps } from '#web/flashcards/take-dialog.tsx'
import { flashcards } from '#web/text/en/flashcards.ts'
import { useLazyDialog } from '#web/ui/use-lazy-dialog.ts'

const loadTakeDialog = () => import('#web/flashcards/take-dialog.tsx').then(({ TakeDialog }) => TakeDialog)

type TakeToAnkiProps = Omit<TakeDialogProps, 'isOpen' | 'onClose'> & { kind?: 'quiet' }

export function TakeToAnki({ kind, ...props }: TakeToAnkiProps) {
  const { Dialog, isOpen, hasFailed, open, close } = useLazyDialog(loadTakeDialog, 'take')
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
