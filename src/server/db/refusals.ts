/** Describes database errors that only the operator can fix, as clauses for the messages of starts and commands. */
import { isReadOnlyServer } from '#server/db/availability.ts'
import { DiskFull, isDiskFull } from '#server/db/free-space.ts'

/** PostgreSQL's code for a missing permission. */
const insufficientPrivilege = '42501'

/**
 * A clause with advice if the database refused to write: `'the database is read-only (cannot execute INSERT in a read-only transaction); set
 * DATABASE_URL to the primary server'`. `undefined` for other errors.
 */
export function describeRefusal(error: unknown): string | undefined {
  const origin = findOrigin(error)
  if (!(origin instanceof Error)) return undefined
  const reason = origin.message.replace(/\.$/, '')
  if (origin instanceof DiskFull) return `${reason.replace(/^The/, 'the')}; free space on it`
  if (isDiskFull(origin)) return `the disk of the database has no room (${reason}); free space on it`
  if (isReadOnlyServer(origin)) return `the database is read-only (${reason}); set DATABASE_URL to the primary server`
  if ('code' in origin && origin.code === insufficientPrivilege)
    return `the database user lacks permissions (${reason}); make this user the owner of the database, its schema, and its tables`
  return undefined
}

function findOrigin(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? findOrigin(error.cause) : error
}
