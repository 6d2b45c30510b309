import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { preparedMark } from '#server/db/prepared-statements.ts'
import { hasPgBouncer, withPgBouncer } from '#tests/pgbouncer.ts'
import { silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

describe.skipIf(!process.env['DATABASE_URL'])('a marked statement', () => {
  async function listPreparedStatements(databaseUrl: string): Promise<string[]> {
    const { db, close } = await openDatabase({ dataDir: '', databaseUrl }, silentLog)
    try {
      // On one connection, one after the other.
      return await db.connection().execute(async (connection) => {
        for (const number of [7, 8]) {
          const { rows } = await sql<{ number: number }>`${preparedMark} select ${number}::int as number`.execute(connection)
          expect(rows).toEqual([{ number }])
        }
        await sql`select ${9}::int as number`.execute(connection)
        const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(connection)
        return rows.map(({ statement }) => statement)
      })
    } finally {
      await close()
    }
  }

  async function copyDatabase(): Promise<string> {
    const copy = await copyTemplateDatabase(process.env['DATABASE_URL'], silentLog)
    onTestFinished(() => copy.dispose())
    return copy.settings.databaseUrl ?? ''
  }

  test('is prepared once per connection, and others are not', async () => {
    expect(await listPreparedStatements(await copyDatabase())).toEqual(['/* prepared */ select $1::int as number'])
  })

  test.skipIf(!hasPgBouncer)('is not prepared behind a connection pooler', async () => {
    expect(await withPgBouncer(await copyDatabase(), listPreparedStatements)).toEqual([])
  })
})
