import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { listAppliedMigrations, listMigrations, migrate } from '#server/db/migrate.ts'
import type { DatabaseTimeouts } from '#server/db/postgres-pool.ts'
import { hasPgBouncer, withPgBouncer } from '#tests/pgbouncer.ts'
import { migrationsFolder, silentLog } from '#tests/services.ts'
import { withServerDatabase } from '#tests/template-database.ts'

const server = process.env['DATABASE_URL'] ?? ''
const timeouts: DatabaseTimeouts = { connectMs: 8_000, statementMs: 300, idleTransactionMs: 8_000, responseMs: 8_000 }

/** Runs the work on an empty database that is opened twice: through PgBouncer, and directly. */
function behindPgBouncer(work: (open: () => Promise<Database>, direct: Database) => Promise<void>): Promise<void> {
  return withServerDatabase(server, async (address) => {
    const direct = await openDatabase({ dataDir: '', databaseUrl: address }, silentLog)
    const opened: Database[] = [direct]
    const open = async (databaseUrl: string) => {
      const database = await openDatabase({ dataDir: '', databaseUrl }, silentLog, timeouts)
      opened.push(database)
      return database
    }
    try {
      await withPgBouncer(address, (behind) => work(() => open(behind), direct))
    } finally {
      for (const database of opened) await database.close()
    }
  })
}

const start = (database: Database) => database.withoutTimeouts((db) => migrate(db, migrationsFolder))

async function countLocks({ db }: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database()`.execute(db)
  return rows[0]?.count
}

describe.skipIf(!server || !hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  test('processes that start at the same time on an empty database all come up', async () => {
    await behindPgBouncer(async (open, direct) => {
      const processes = [await open(), await open(), await open()]
      await Promise.all(processes.map(start))
      expect(await listAppliedMigrations(direct.db)).toEqual(await listMigrations(migrationsFolder))
    })
  })

  test('starts under load leave no lock behind', async () => {
    await behindPgBouncer(async (open, direct) => {
      const busy = await open()
      await start(busy)
      const stopping = new AbortController()
      const load = Array.from({ length: 6 }, async () => {
        while (!stopping.signal.aborted)
          await busy.db.transaction().execute((transaction) => sql`select pg_sleep(0.002)`.execute(transaction))
      })
      const starting = await open()
      for (let i = 0; i < 5; i++) await start(starting)
      stopping.abort()
      await Promise.all(load)
      expect(await countLocks(direct)).toBe(0)
    })
  })

  test('a failed migration is reported and leaves no lock behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'praxam-failing-migration-'))
    writeFileSync(join(folder, '0001_failing.sql'), 'select from missing_table')
    await behindPgBouncer(async (open, direct) => {
      const database = await open()
      await expect(database.withoutTimeouts((db) => migrate(db, folder))).rejects.toThrow('Migration 0001_failing failed')
      expect(await countLocks(direct)).toBe(0)
    })
    rmSync(folder, { recursive: true })
  })

  test('the database is available from the start, although the pooler refuses the time limits', async () => {
    await behindPgBouncer(async (open) => expect((await open()).isAvailable()).toBe(true))
  })

  test('a transaction has time limits, which the connection of the next one does not keep', async () => {
    await behindPgBouncer(async (open) => {
      const { db } = await open()
      const slow = db.transaction().execute((transaction) => sql`select pg_sleep(5)`.execute(transaction))
      await expect(slow).rejects.toThrow('canceling statement due to statement timeout')
      const { rows } = await sql`show statement_timeout`.execute(db)
      expect(rows).toEqual([{ statement_timeout: '0' }])
    })
  })
})

test.skipIf(!server)('a server without a pooler applies the time limits to every statement', async () => {
  await withServerDatabase(server, async (databaseUrl) => {
    const { db, close } = await openDatabase({ dataDir: '', databaseUrl }, silentLog, timeouts)
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toThrow('canceling statement due to statement timeout')
    await close()
  })
})
