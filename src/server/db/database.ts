/** Opens the embedded database, or PostgreSQL if an address is set. Queries are the same for both. */
import { Kysely, type LogEvent } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { isRefusedSetting, trackAvailability } from '#server/db/availability.ts'
import { watchDamage } from '#server/db/damage.ts'
import { PooledDialect, type TransactionVariables } from '#server/db/dialect.ts'
import { DatabaseProblem, openEmbedded, type EmbeddedOptions } from '#server/db/embedded.ts'
import { describeFullDisk, readOnlyBelowBytes, watchFreeSpace, type FreeSpace, type WithRoomFor } from '#server/db/free-space.ts'
import { chooseBackend, type EngineFacts, type JobBackend } from '#server/db/engine.ts'
import { setValueTypes } from '#server/db/value-types.ts'
import { createStatementWatch } from '#server/db/statement-watch.ts'
import { createPglitePool } from '#server/db/pglite-pool.ts'
import { createLogFilePreparation } from '#server/db/prepare-log-files.ts'
import { prepareMarkedStatements } from '#server/db/prepared-statements.ts'
import { commandTimeouts, createPostgresPool, requestTimeouts, serverTimeouts, type DatabaseTimeouts } from '#server/db/postgres-pool.ts'
import type { Log } from '#server/log.ts'
import { statements } from '#server/platform/events.ts'
import type { Tables } from '#server/db/tables.ts'

const poolSizeMax = 10

export type Database = {
  db: Kysely<Tables>
  /** The pool of `db`. Other users of the database must share it instead of opening their own connection. */
  pool: Pool
  engine: 'embedded' | 'postgres'
  /** The settings of the job runner for this engine. */
  jobBackend: JobBackend
  /** `false` after a connection has failed, until the server responds again. */
  isAvailable: () => boolean
  /** `false` while the disk of the embedded database is nearly full. The site is read-only then. */
  hasRoom: () => boolean
  /** Protects the disk of the embedded database from other files of the data folder. */
  withRoomFor: WithRoomFor
  /** `true` after a statement of the embedded database has read a damaged file. */
  isDamaged: () => boolean
  /** For a server with the embedded database: from now on, ends the process if a statement does not return, and prepares log files. */
  startWatching: () => void
  /** Runs work whose statements may take minutes, such as migrations, on a separate connection if possible. */
  withoutTimeouts: <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Opens the database for the requests of a server. An embedded database that does not exist is created, from the template if there is one.
 *
 * @throws {DatabaseProblem} if the folder or the server cannot be used
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Log,
  timeouts: DatabaseTimeouts = requestTimeouts,
  options: EmbeddedOptions = {},
): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, log, timeouts) : openInFolder(join(config.dataDir, 'db'), log, options)
}

/** Opens the database for a command, whose statements may take minutes. @throws {DatabaseProblem} if it cannot be used */
export function openDatabaseForCommand(config: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Log): Promise<Database> {
  return openDatabase(config, log, commandTimeouts)
}

async function openInFolder(folder: string, log: Log, options: EmbeddedOptions): Promise<Database> {
  const pglite = await openEmbedded(folder, options)
  const space = watchFreeSpace(folder, log, options)
  const watch = createStatementWatch()
  const logFiles = createLogFilePreparation(join(folder, 'pgdata', 'pg_wal'), options.readFree)
  const damage = watchDamage(folder, log)
  const onEnd = (reason: unknown) => endProcess(folder, space, reason)
  const events = { onEnd, onFailure: damage.reportFailure, onStatement: watch.begin, onStatementEnd: watch.end }
  const pool = createPglitePool(pglite, log, { events, requireRoom: space.requireRoom })
  const db = createKysely(pool, {})
  return {
    db,
    pool,
    engine: 'embedded',
    jobBackend: 'pglite',
    isAvailable: () => true,
    hasRoom: space.hasRoom,
    withRoomFor: space.withRoomFor,
    isDamaged: damage.isDamaged,
    startWatching: () => {
      watch.start()
      logFiles.start()
    },
    withoutTimeouts: (work) => work(db),
    close: async () => {
      await watch.close()
      await logFiles.close()
      await db.destroy()
      await pglite.close()
    },
  }
}

/** Ends the process after a failure that PGlite cannot recover from. A new process recovers the database from its log. */
function endProcess(folder: string, space: FreeSpace, reason: unknown): never {
  const freeBytes = space.freeBytes()
  console.error(
    freeBytes < readOnlyBelowBytes
      ? `Praxam is stopping because ${describeFullDisk(folder, freeBytes)} Nothing that was saved is lost.`
      : `Praxam is stopping because the embedded database has failed (${(reason as Error).message}); start it again. Nothing that was saved is lost.`,
  )
  process.exit(1)
}

async function openPostgres(connectionString: string, log: Log, timeouts: DatabaseTimeouts): Promise<Database> {
  const availability = trackAvailability(log)
  const options = { connectionString, availability }
  const { pool, hasTimeouts, facts } = await openPool({ ...options, sizeMax: poolSizeMax, timeouts })
  const jobBackend = await chooseOrClose(pool, facts, log)
  // Without the time limits, the connections are those of a pooler, so statements must not stay prepared.
  if (hasTimeouts) prepareMarkedStatements(pool)
  const db = createKysely(pool, hasTimeouts ? {} : serverTimeouts(timeouts))
  const withoutTimeouts: Database['withoutTimeouts'] = async (work) => {
    const own = createPostgresPool({ ...options, sizeMax: 1, timeouts: commandTimeouts, asksForTimeouts: false })
    const ownDb = createKysely(own, serverTimeouts(commandTimeouts))
    try {
      return await work(ownDb)
    } finally {
      await ownDb.destroy()
    }
  }
  return {
    db,
    pool,
    engine: 'postgres',
    jobBackend,
    isAvailable: availability.isAvailable,
    hasRoom: () => true,
    withRoomFor: (_bytes, write) => write(),
    isDamaged: () => false,
    startWatching: () => undefined,
    withoutTimeouts,
    close: async () => {
      await db.destroy()
      // Kysely ends the pool only if it has run a query.
      if (!pool.ending) await pool.end()
    },
  }
}

async function chooseOrClose(pool: Pool, facts: EngineFacts, log: Log): Promise<JobBackend> {
  try {
    return chooseBackend(facts, log)
  } catch (error) {
    await pool.end()
    throw error
  }
}

const factsQuery = `
  SELECT version() AS version,
    (SELECT setting FROM pg_settings WHERE name = 'statement_timeout') AS timeout,
    EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS has_citus`

type OpenPoolOptions = Omit<Parameters<typeof createPostgresPool>[0], 'asksForTimeouts'>

/**
 * Opens a pool whose connections have the time limits, if the server accepts them. A connection pooler refuses or ignores them. In that
 * case, each transaction sets the limits, and statements outside of transactions have only the limit of this process.
 *
 * @throws {DatabaseProblem}
 */
async function openPool(
  options: OpenPoolOptions,
  asksForTimeouts = true,
): Promise<{ pool: Pool; hasTimeouts: boolean; facts: EngineFacts }> {
  const pool = createPostgresPool({ ...options, asksForTimeouts })
  try {
    const { rows } = await pool.query<{ timeout: string; version: string; has_citus: boolean }>(factsQuery)
    const { timeout, version = '', has_citus: hasCitus = false } = rows[0] ?? {}
    return { pool, hasTimeouts: Number(timeout) === options.timeouts.statementMs, facts: { version, hasCitus } }
  } catch (error) {
    await pool.end()
    const { message, code } = error as NodeJS.ErrnoException
    if (asksForTimeouts && isRefusedSetting(error)) return openPool(options, false)
    const what = error instanceof DatabaseError ? 'refused the connection' : 'does not respond'
    throw new DatabaseProblem(`The database at DATABASE_URL ${what}: ${message || code}.`)
  }
}

function createKysely(pool: Pool, variables: TransactionVariables): Kysely<Tables> {
  setValueTypes()
  return new Kysely<Tables>({ dialect: new PooledDialect(pool, variables), ...(statements.hasSubscribers() && { log: publishStatement }) })
}

function publishStatement(event: LogEvent): void {
  const error = event.level === 'error' ? event.error : undefined
  statements.publish({ text: event.query.sql, durationMs: event.queryDurationMillis, error })
}
