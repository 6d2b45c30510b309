import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

test.each([
  ['a page of a table', 'damaged', 'XX001', (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length, 7))],
  ['a truncated table', 'damaged', 'XX001', (path: string) => truncateSync(path, 0)],
  ['a page of an index', 'damaged_pkey', 'XX002', (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
  ['a missing file', 'damaged', '58P01', (path: string) => rmSync(path)],
])('%s is reported once as damage', async (_, relation, errorCode, damage) => {
  const { settings, dispose } = await copyTemplateDatabase(undefined, silentLog)
  const healthy = await openDatabase(settings, silentLog)
  await sql`create table damaged (id integer primary key)`.execute(healthy.db)
  await sql`insert into damaged select generate_series(1, 1000)`.execute(healthy.db)
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath(${relation}) as path`.execute(healthy.db)
  await healthy.close()
  damage(join(settings.dataDir, 'db/pgdata', rows[0]?.path ?? ''))

  const lines: Record<string, unknown>[] = []
  const log = createLog('error', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const database = await openDatabase(settings, log)
  await expect(sql`select 1 / 0`.execute(database.db)).rejects.toThrow('division by zero')
  expect(database.isDamaged()).toBe(false)
  for (let i = 0; i < 2; i++) await expect(sql`select * from damaged where id = 500`.execute(database.db)).rejects.toThrow()
  expect(database.isDamaged()).toBe(true)
  const message = 'The database is damaged, so some requests fail; stop the server and restore a backup'
  expect(lines).toMatchObject([{ level: 'error', errorCode, message }])
  await database.close()
  await dispose()
})
