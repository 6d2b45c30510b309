/** Opens the embedded database, or PostgreSQL if an address is set. No other module distinguishes the two. */
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { DatabaseProblem, openEmbedded } from '#server/db/embedded.ts'
import { createPglitePool } from '#server/db/pglite-pool.ts'
import type { Log } from '#server/log.ts'
import type { Tables } from '#server/db/tables.ts'

const connectTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const poolSizeMax = 10

export type Database = {
  db: Kysely<Tables>
  /** The pool of `db`. Other users of the database must share it instead of opening their own connection. */
  pool: Pool
  engine: 'embedded' | 'postgres'
  close: () => Promise<void>
}

/**
 * @throws {DatabaseProblem} if the folder is in use or the server does not respond
 */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Log): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, log) : openInFolder(join(config.dataDir, 'db'), log)
}

async function openInFolder(folder: string, log: Log): Promise<Database> {
  const pglite = await openEmbedded(folder)
  const pool = createPglitePool(pglite, log)
  const db = createKysely(pool)
  return {
    db,
    pool,
    engine: 'embedded',
    close: async () => {
      await db.destroy()
      await pglite.close()
    },
  }
}

async function openPostgres(connectionString: string, log: Log): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: poolSizeMax,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  pool.on('error', (error) => log.warn({ error }, 'A database connection was lost'))
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await pool.end()
    throw new DatabaseProblem(
      `The database at DATABASE_URL does not respond: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
    )
  }
  const db = createKysely(pool)
  return { db, pool, engine: 'postgres', close: () => db.destroy() }
}

function createKysely(pool: Pool): Kysely<Tables> {
  // A date column is a day. As a `Date`, it would shift with the time zone of the machine.
  types.setTypeParser(types.builtins.DATE, (text) => text)
  // Weights are small decimals. The default would return them as text.
  types.setTypeParser(types.builtins.NUMERIC, Number)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
