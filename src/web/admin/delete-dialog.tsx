/** Asks for confirmation before something is deleted. Source: spec §8, delete confirmation. */
import { BusyButton } from '#web/ui/busy-button.tsx'
import { bank } from '#web/text/en/admin/bank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  title: string
  confirmLabel: string
  isDeleting: boolean
  /** Why the deletion failed. */
  problem?: string | undefined
  onDelete: () => void
  onClose: () => void
  children: React.ReactNode
}

export function DeleteDialog({ title, confirmLabel, isDeleting, problem, onDelete, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      isOpen
      isBusy={isDeleting}
      onClose={onClose}
      foot={
        <>
          <button className="button" type="button" data-first-focus disabled={isDeleting} onClick={onClose}>
            {bank.cancel}
          </button>
          <BusyButton label={confirmLabel} busy={bank.deleting} isBusy={isDeleting} kind="danger" onPress={onDelete} />
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
