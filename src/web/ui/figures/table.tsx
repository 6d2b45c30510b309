/** A table of records. On a narrow screen, each row becomes a block that starts with its first cell. */
import type { Key, ReactNode } from 'react'

export type TableColumn<Row> = {
  title: string
  renderCell: (row: Row) => ReactNode
  /** Shows the title before the cell on a narrow screen, where the header row is hidden. */
  isLabeled?: boolean
  /** Aligns the column to its end edge, as for numbers and buttons. */
  isFigure?: boolean
  /** Hides the title visually; screen readers still read it. */
  isTitleHidden?: boolean
  className?: string
}

type Props<Row> = {
  rows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  rowKey: (row: Row) => Key
  /** Value of `data-family`, which colors the row. */
  rowFamily?: (row: Row) => string | undefined
  isBusy?: boolean
  /** False for a table of a few short figures, which fits a phone as it is. */
  isStacked?: boolean
  className?: string
}

export function Table<Row>({ rows, columns, rowKey, rowFamily, isBusy, isStacked = true, className }: Props<Row>) {
  return (
    <table className={className ? `table ${className}` : 'table'} data-stack={isStacked || undefined} aria-busy={isBusy}>
      <thead>
        <tr>
          {columns.map(({ title, isFigure, isTitleHidden }) => (
            <th key={title} scope="col" className={isFigure ? 'figure' : undefined}>
              {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-family={rowFamily?.(row)}>
            {columns.map(({ title, renderCell, isLabeled, isFigure, className }) => (
              <td key={title} className={className ?? (isFigure ? 'figure' : undefined)} data-label={isLabeled ? title : undefined}>
                {renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
