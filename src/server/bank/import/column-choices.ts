/** Remembers what administrators chose for the columns of tables, by the names of the columns. */
import { createHash } from 'node:crypto'
import { isColumnMeaning, type ColumnChoice } from '#server/bank/formats/table/column-meanings.ts'
import type { Db } from '#server/db/tables.ts'

export async function findColumns(db: Db, names: readonly string[]): Promise<ColumnChoice | undefined> {
  const row = await db.selectFrom('import_columns').selectAll().where('header', '=', hashNames(names)).executeTakeFirst()
  return row && { meanings: row.meanings.filter(isColumnMeaning), hasHeader: row.has_header }
}

export async function saveColumns(db: Db, names: readonly string[], { meanings, hasHeader }: ColumnChoice, at: Date): Promise<void> {
  const values = { meanings: JSON.stringify(meanings), has_header: hasHeader, changed_at: at }
  await db
    .insertInto('import_columns')
    .values({ header: hashNames(names), ...values })
    .onConflict((conflict) => conflict.column('header').doUpdateSet(values))
    .execute()
}

function hashNames(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex')
}
