/** Two people changed the same thing: where both differ, and which of them is to stay. */
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Table } from '#web/ui/table.tsx'

/** A field by its label, and what it says; `''` where it says nothing. */
export type Difference = { label: string; theirs: string; mine: string }

type Props = {
  differences: readonly Difference[]
  onTake: () => void
  onKeep: () => void
  /** Back to the form, with everything as it was. */
  onClose: () => void
}

export function ConflictDialog({ differences, onTake, onKeep, onClose }: Props) {
  return (
    <Dialog
      title={catalogueAdmin.conflict}
      isOpen
      onClose={onClose}
      kind="reading"
      foot={
        <>
          <button className="button" data-kind="quiet" type="button" data-first-focus onClick={onClose}>
            {catalogueAdmin.backToForm}
          </button>
          <button className="button" type="button" onClick={onTake}>
            {catalogueAdmin.takeTheirs}
          </button>
          <button className="button" type="button" onClick={onKeep}>
            {catalogueAdmin.keepMine}
          </button>
        </>
      }
    >
      <div className="body flow" tabIndex={0}>
        <p>{catalogueAdmin.conflictLede}</p>
        {differences.length > 0 ? <DifferenceTable differences={differences} /> : <p>{catalogueAdmin.same}</p>}
      </div>
    </Dialog>
  )
}

function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  return (
    <Table
      rows={differences}
      rowKey={({ label }) => label}
      columns={[
        { title: catalogueAdmin.field, renderCell: ({ label }) => label },
        { title: catalogueAdmin.theirs, renderCell: ({ theirs }) => theirs || catalogueAdmin.none, isLabeled: true },
        { title: catalogueAdmin.mine, renderCell: ({ mine }) => mine || catalogueAdmin.none, isLabeled: true },
      ]}
    />
  )
}
