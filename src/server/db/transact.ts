/** Transactions that are retried when a concurrent transaction made them fail. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

const triesMax = 3
/**
 * PostgreSQL's codes for a serialization failure, a deadlock, a foreign key violation, and a unique violation. Nothing was
 * written. In a retry, the checks of the work see the rows that the concurrent transaction inserted or deleted.
 */
const retryableCodes = new Set(['40001', '40P01', '23503', '23505'])

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
