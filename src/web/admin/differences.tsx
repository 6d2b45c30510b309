/** Two versions of a record side by side, field by field. */
import type { ReactNode } from 'react'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'

/** A field by its label, with its value on each side. An empty text means that the field is empty. */
export type FieldDifference = { label: string; values: readonly [ReactNode, ReactNode] }

/** `sides` are the names of the two versions. */
export function Differences({ sides, differences }: { sides: readonly [string, string]; differences: readonly FieldDifference[] }) {
  return (
    <dl className="editor-differences">
      {differences.map(({ label, values }) => (
        <div key={label}>
          <dt>{label}</dt>
          {sides.map((side, i) => (
            <dd key={side}>
              <p className="small">{side}</p>
              {values[i] === '' ? catalogueAdmin.none : values[i]}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
