/** Converts an error that ended a start to a sentence that says what the operator can do. */
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { DatabaseProblem, describeDamage } from '#server/db/embedded.ts'
import { describeFullDisk, isDiskFull, newDatabaseBytes, writableFromBytes, type readFreeBytes } from '#server/db/free-space.ts'
import { describeRefusal } from '#server/db/refusals.ts'

/**
 * A {@link DatabaseProblem} if a disk is full, if a statement has read a damaged file of the embedded database, or if the database refused to
 * write. Otherwise the same error.
 */
export function explainFailedStart(
  { engine, isDamaged }: Pick<Database, 'engine' | 'isDamaged'>,
  dataDir: string,
  error: unknown,
  readFree: typeof readFreeBytes,
): unknown {
  if (isFolderFull(error) || (engine === 'embedded' && isDiskFull(error))) {
    const freeBytes = readFree(dataDir)
    // Measured after the failure: the schema or the content needs more than is free now.
    const neededBytes = freeBytes < writableFromBytes ? writableFromBytes : newDatabaseBytes
    return new DatabaseProblem(`Praxam cannot start because ${describeFullDisk(dataDir, freeBytes, neededBytes)}`, { cause: error })
  }
  if (isDamaged()) return describeDamage(join(dataDir, 'db'), error)
  const refusal = describeRefusal(error)
  return refusal ? new DatabaseProblem(`Praxam cannot start because ${refusal}, then start again.`, { cause: error }) : error
}

/** Whether the data folder had no room for a file, such as `secrets.json`. */
function isFolderFull(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOSPC'
}
