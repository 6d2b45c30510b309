/** Shown when two administrators changed the same record: the differences, and which version to keep. */
import { Differences, type FieldDifference } from '#web/admin/differences.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = {
  /** The stored value of each field first, then the value in the form. */
  differences: readonly FieldDifference[]
  /** Says who saved the other version, when that is known. */
  lede?: string
  kind?: 'reading' | 'wide'
  onTake: () => void
  onKeep: () => void
  /** Returns to the unchanged form. */
  onClose: () => void
}

export function ConflictDialog({ differences, lede = catalogueAdmin.conflictLede, kind = 'reading', onTake, onKeep, onClose }: Props) {
  const isSame = differences.length === 0
  return (
    <Dialog
      title={catalogueAdmin.conflict}
      isOpen
      onClose={onClose}
      kind={kind}
      foot={
        <>
          <button className="button" data-kind="quiet" type="button" data-first-focus onClick={onClose}>
            {catalogueAdmin.backToForm}
          </button>
          <button className="button" type="button" onClick={onTake}>
            {catalogueAdmin.takeTheirs}
          </button>
          <button className="button" type="button" disabled={isSame} onClick={onKeep}>
            {catalogueAdmin.keepMine}
          </button>
        </>
      }
    >
      <div className="body flow" tabIndex={0}>
        <p>{isSame ? catalogueAdmin.same : lede}</p>
        <Differences sides={[catalogueAdmin.theirs, catalogueAdmin.mine]} differences={differences} />
      </div>
    </Dialog>
  )
}
