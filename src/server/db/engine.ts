/**
 * Finds out which database engine answers at `DATABASE_URL`. PostgreSQL is the only server that Praxam has been run on. Engines that speak
 * its protocol need different settings for the job runner, and are named in the log. `docs/databases.md` says what is known about each.
 */
import type { ConstructorOptions } from 'pg-boss'
import { DatabaseProblem } from '#server/db/embedded.ts'
import type { Log } from '#server/log.ts'

/** A pg-boss profile. */
export type JobBackend = NonNullable<ConstructorOptions['backend']>

/** What the server says about itself. */
export type EngineFacts = { version: string; hasCitus: boolean }

/** The oldest version that the tests run on. */
const testedFromMajor = 15

/**
 * The pg-boss profile for a server's `version()`: `PostgreSQL 15.18 on x86_64…`, `PostgreSQL 15.12-YB-2025.2.0.0-b0 on…`, `CockroachDB CCL v25.2.0…`.
 *
 * @throws {DatabaseProblem} for another engine
 */
export function chooseBackend({ version, hasCitus }: EngineFacts, log: Pick<Log, 'warn'>): JobBackend {
  const backend = findBackend(version, hasCitus)
  if (!backend)
    throw new DatabaseProblem(
      `The database at DATABASE_URL is not PostgreSQL (it says “${version.slice(0, 60)}”); use PostgreSQL ${testedFromMajor} or newer, or remove DATABASE_URL.`,
    )
  const major = Number(/^PostgreSQL (\d+)/.exec(version)?.[1] ?? testedFromMajor)
  if (backend !== 'postgres' || major < testedFromMajor)
    log.warn({ version, backend }, 'Praxam was never run on this database; see docs/databases.md before you rely on it')
  return backend
}

function findBackend(version: string, hasCitus: boolean): JobBackend | undefined {
  if (/^CockroachDB\b/.test(version)) return 'cockroachdb'
  if (!/^PostgreSQL \d/.test(version) || /Redshift|Materialize|Greenplum/i.test(version)) return undefined
  if (/^PostgreSQL [\d.]+-YB-/.test(version)) return 'yugabytedb'
  return hasCitus ? 'citus' : 'postgres'
}
