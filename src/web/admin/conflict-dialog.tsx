/** Two people changed the same thing: where both differ, and which of them is to stay. */
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'

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
    <table className="table" data-stack>
      <thead>
        <tr>
          <th scope="col">{catalogueAdmin.field}</th>
          <th scope="col">{catalogueAdmin.theirs}</th>
          <th scope="col">{catalogueAdmin.mine}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ label, theirs, mine }) => (
          <tr key={label}>
            <td>{label}</td>
            <td data-label={catalogueAdmin.theirs}>{theirs || catalogueAdmin.none}</td>
            <td data-label={catalogueAdmin.mine}>{mine || catalogueAdmin.none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
