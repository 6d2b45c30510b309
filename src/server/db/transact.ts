/** Transactions that are retried after a serialization failure or a deadlock. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

const triesMax = 3
/** PostgreSQL's codes for a serialization failure and a deadlock. Nothing was written, and a retry may succeed. */
const retryableCodes = new Set(['40001', '40P01'])

/** Runs the work in one transaction, and again if the database aborted it. The work must not have other side effects. */
export async function transact<Result>(db: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === triesMax || !isRetryable(error)) throw error
    }
  }
}

function isRetryable(error: unknown): boolean {
  return retryableCodes.has((error as { code?: string }).code ?? '')
}
