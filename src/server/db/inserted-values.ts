/** For `doUpdateSet`: these columns get the values of the row that could not be inserted. */
import { sql } from 'kysely'

export function insertedValues(columns: readonly string[]) {
  return Object.fromEntries(columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]))
}
