/** Two versions of a certification beside each other, where they differ. */
import { catalogueAdmin } from '#web/text/en/catalogue-admin.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { textFields } from './draft.ts'
import type { Draft } from './draft.ts'

type Props = { mine: Draft; theirs: Draft; onTake: () => void; onKeep: () => void; onClose: () => void }

export function ConflictDialog({ mine, theirs, onTake, onKeep, onClose }: Props) {
  const differences = compare(mine, theirs)
  return (
    <Dialog
      title={catalogueAdmin.conflict}
      isOpen
      onClose={onClose}
      kind="reading"
      foot={
        <>
          <button className="button" type="button" onClick={onTake}>
            {catalogueAdmin.takeTheirs}
          </button>
          <button className="button" data-kind="primary" type="button" onClick={onKeep}>
            {catalogueAdmin.keepMine}
          </button>
        </>
      }
    >
      <div className="body flow">
        <p>{catalogueAdmin.conflictLede}</p>
        {differences.length === 0 && <p>{catalogueAdmin.same}</p>}
        {differences.length > 0 && (
          <table className="table" data-stack>
            <thead>
              <tr>
                <th scope="col">{catalogueAdmin.field}</th>
                <th scope="col">{catalogueAdmin.theirs}</th>
                <th scope="col">{catalogueAdmin.mine}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(([label, their, my]) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td data-label={catalogueAdmin.theirs}>{their}</td>
                  <td data-label={catalogueAdmin.mine}>{my}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  )
}

function compare(mine: Draft, theirs: Draft): [label: string, theirs: string, mine: string][] {
  const facts = textFields.map((field): [string, string, string] => [catalogueAdmin.fields[field], theirs[field], mine[field]])
  const sources = Object.entries(catalogueAdmin.factNames).map(([fact, name]): [string, string, string] => [
    catalogueAdmin.source.of(name),
    sourceText(theirs, fact),
    sourceText(mine, fact),
  ])
  return [...facts, ...sources, [catalogueAdmin.outline, outlineText(theirs), outlineText(mine)] as const]
    .filter(([, their, my]) => their !== my)
    .map(([label, their, my]) => [label, their || catalogueAdmin.none, my || catalogueAdmin.none])
}

function sourceText({ sources }: Draft, fact: string): string {
  const { source, checkedOn, isApproximate } = sources[fact as keyof Draft['sources']]
  return [source, checkedOn, isApproximate && catalogueAdmin.source.approximate].filter(Boolean).join(', ')
}

function outlineText({ areas }: Draft): string {
  return areas.map(({ name, from, to, skills }) => `${name} (${from}–${to}): ${skills.split('\n').join('; ')}`).join(' · ')
}
