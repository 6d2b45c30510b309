/** Transactions that are tried again when the database gave them up for the sake of another one. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'

const triesMax = 3
/** PostgreSQL's codes for "could not serialize" and "deadlock": nothing was written, and the next try may succeed. */
const givenUp = new Set(['40001', '40P01'])

/** Does the work in one transaction, from the beginning again when it was given up. It may touch nothing but the transaction. */
export async function transact<Result>(db: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === triesMax || !isGivenUp(error)) throw error
    }
  }
}

function isGivenUp(error: unknown): boolean {
  return givenUp.has((error as { code?: string }).code ?? '')
}
