/**
 * Transactions. `tests/architecture.test.ts` forbids other modules from opening one, because a transaction must be retried if a concurrent
 * one made it fail. With CockroachDB and YugabyteDB, that happens often.
 */
import type { ControlledTransaction, Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

const triesMax = 3
/**
 * PostgreSQL's codes for a serialization failure, a deadlock, a foreign key violation, and a unique violation. Nothing was
 * written. In a retry, the checks in `work` see the rows that the concurrent transaction inserted or deleted.
 */
const retryableCodes = new Set(['40001', '40P01', '23503', '23505'])

/** Runs the work in one transaction, and again if the database aborted it. The work must not have other side effects. */
export async function transact<Result>(db: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transactOnce(db, work)
    } catch (error) {
      if (tries === triesMax || !isRetryable(error)) throw error
    }
  }
}

function isRetryable(error: unknown): boolean {
  return retryableCodes.has((error as { code?: string }).code ?? '')
}

/**
 * Runs work in one transaction without retries, for work that reads a stream to its end. No other transaction may write to the same rows.
 *
 * @throws the error of the work, even if the connection was lost and the rollback failed as well
 */
export async function transactOnce<Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  let failure: { error: unknown } | undefined
  try {
    return await db.transaction().execute((transaction) =>
      work(transaction).catch((error: unknown) => {
        failure = { error }
        throw error
      }),
    )
  } catch (error) {
    throw failure ? failure.error : error
  }
}

/** Opens a transaction that sees the database as it is now, and cannot write. The caller must roll it back. */
export function openSnapshot(db: Kysely<Tables>): Promise<ControlledTransaction<Tables>> {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
}
