/** Opens the database: the embedded one, or PostgreSQL when an address is set. The only place that knows which. */
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { DatabaseProblem, openEmbedded } from '#server/db/embedded.ts'
import { litePool } from '#server/db/pglite-pool.ts'
import type { Log } from '#server/log.ts'
import type { Tables } from '#server/db/tables.ts'

const connectTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const poolSizeMax = 10

export type Database = {
  db: Kysely<Tables>
  /** The one pool below `db`; whoever else needs the database takes this, never a connection of its own. */
  pool: Pool
  engine: 'embedded' | 'postgres'
  close: () => Promise<void>
}

/**
 * @throws {DatabaseProblem} when the folder is in use or the server does not answer
 */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>, log: Log): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl, log) : openInFolder(join(config.dataDir, 'db'), log)
}

async function openInFolder(folder: string, log: Log): Promise<Database> {
  const lite = await openEmbedded(folder)
  const pool = litePool(lite, log)
  const db = kyselyOn(pool)
  return {
    db,
    pool,
    engine: 'embedded',
    close: async () => {
      await db.destroy()
      await lite.close()
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
      `The database at DATABASE_URL does not answer: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
    )
  }
  const db = kyselyOn(pool)
  return { db, pool, engine: 'postgres', close: () => db.destroy() }
}

function kyselyOn(pool: Pool): Kysely<Tables> {
  // A date column is a day, not an instant: as Date it would move with the time zone of the machine.
  types.setTypeParser(types.builtins.DATE, (text) => text)
  // Weights are small decimals; as text, which is the default, they could not be drawn.
  types.setTypeParser(types.builtins.NUMERIC, Number)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
