/** Asks for confirmation before something is deleted or lost. Source: spec §8, delete confirmation. */
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { bank } from '#web/text/en/admin/bank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  title: string
  confirmLabel: string
  cancelLabel?: string
  isOpen?: boolean
  isDeleting?: boolean
  /** Why the deletion failed. */
  problem?: string | undefined
  onConfirm: () => void
  onClose: () => void
  children: React.ReactNode
}

export function ConfirmDialog(props: Props) {
  const { title, confirmLabel, cancelLabel = bank.cancel, isOpen = true, isDeleting = false, problem, onConfirm, onClose, children } = props
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isBusy={isDeleting}
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" data-first-focus disabled={isDeleting} onClick={onClose}>
            {cancelLabel}
          </button>
          <BusyButton label={confirmLabel} busy={bank.deleting} isBusy={isDeleting} kind="danger" onPress={onConfirm} />
        </>
      }
    >
      <div className="body flow">
        {problem && <Notice verdict="wrong">{problem}</Notice>}
        {children}
      </div>
    </Dialog>
  )
}
