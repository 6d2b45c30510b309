/** Work on many rows that several processes share: each row is locked by the process that works on it, and skipped by the others. */
import type { Kysely } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'

/** Finds the first row after `last`, or the very first one, and locks it with `FOR UPDATE SKIP LOCKED`. */
export type FindNextRow<Row> = (transaction: Db, last: Row | undefined) => Promise<Row | undefined>

/** `signal` ends the work after the current row; the next call continues with the rows that are left. */
export type RowLimits = { rowsMax?: number; signal?: AbortSignal | undefined }

/**
 * Calls `work` for up to `rowsMax` rows, each in its own transaction. A failure undoes only the work on that row.
 *
 * @throws the first failure, after all other rows
 */
export async function forEachLocked<Row>(
  db: Kysely<Tables>,
  findNext: FindNextRow<Row>,
  work: (transaction: Db, row: Row) => Promise<void>,
  { rowsMax = Infinity, signal }: RowLimits = {},
): Promise<void> {
  // Usually there is no row, and no transaction is needed.
  if (!(await findNext(db, undefined))) return
  const failures: unknown[] = []
  let last: Row | undefined
  for (let count = 0; count < rowsMax; count++) {
    if (signal?.aborted) break
    let found: Row | undefined
    try {
      await transact(db, async (transaction) => {
        found = await findNext(transaction, last)
        if (found) await work(transaction, found)
      })
    } catch (error) {
      failures.push(error)
    }
    if (!found) break
    last = found
    await yieldToRequests()
  }
  if (failures.length > 0) throw failures[0]
}
