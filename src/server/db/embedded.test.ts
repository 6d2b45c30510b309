import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { DatabaseProblem, openEmbedded } from '#server/db/embedded.ts'
import { watchFreeSpace } from '#server/db/free-space.ts'
import { flushes } from '#server/db/pglite-internals.ts'
import { createPglitePool } from '#server/db/pglite-pool.ts'
import { silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

const folders: string[] = []
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-embedded-'))
  folders.push(folder)
  return folder
}

/** A data folder with an existing database, which opens faster than a new one. */
const aDatabase = async () => {
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  folders.push(settings.dataDir)
  return settings
}
const aDatabaseFolder = async () => join((await aDatabase()).dataDir, 'db')

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe('the embedded database', () => {
  test('flushes every commit to the disk', async () => {
    const { db, close } = await openDatabase(await aDatabase(), silentLog)
    await sql`create table notes (id integer primary key)`.execute(db)
    for (const id of [1, 2, 3]) {
      const before = flushes.count
      await sql`insert into notes values (${id})`.execute(db)
      expect(flushes.count).toBeGreaterThan(before)
    }
    await close()
  })

  test('cannot be opened twice, but again after closing', async () => {
    const folder = await aDatabaseFolder()
    const first = await openEmbedded(folder)
    await expect(openEmbedded(folder)).rejects.toThrow(DatabaseProblem)
    await expect(openEmbedded(folder)).rejects.toThrow(/in use by another process/)
    await first.close()
    const second = await openEmbedded(folder)
    await second.close()
  })

  test('is private to the user of the process', async () => {
    const folder = aFolder()
    const pglite = await openEmbedded(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await pglite.close()
  })

  test('is not opened if another PostgreSQL version wrote it', async () => {
    const folder = await aDatabaseFolder()
    writeFileSync(join(folder, 'pgdata/PG_VERSION'), '17\n')
    await expect(openEmbedded(folder)).rejects.toThrow('was written by PostgreSQL 17')
  })

  test.each([
    ['a truncated control file', 'pgdata/global/pg_control', (path: string) => truncateSync(path, 100), /is damaged \(Aborted\(\)\.\); /],
    ['no write-ahead log', 'pgdata/pg_wal', (path: string) => rmSync(path, { recursive: true }), /is damaged/],
    ['no version', 'pgdata/PG_VERSION', (path: string) => rmSync(path), /is damaged \(ENOENT/],
    ['a damaged catalog', 'pgdata/base/5/1259', (path: string) => writeFileSync(path, 'x'.repeat(100_000)), /is damaged/],
    [
      'a damaged lock file',
      'lock.sqlite',
      (path: string) => writeFileSync(path, 'x'.repeat(5000)),
      /lock\.sqlite cannot be used .* delete the file/,
    ],
  ])('with %s is not opened, with a sentence', async (_, name, damage, sentence) => {
    const folder = await aDatabaseFolder()
    damage(join(folder, name))
    const problem = await openEmbedded(folder).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(DatabaseProblem)
    expect(String(problem)).toMatch(sentence)
    await expect(openEmbedded(folder, { readFree: () => 3_000_000 })).rejects.toThrow(
      /disk of .* is full \(3 MB free\); free at least 28 MB/,
    )
  })

  test('is not created without room, and nothing remains', async () => {
    const folder = aFolder()
    await expect(openEmbedded(folder, { readFree: () => 91_000_000 })).rejects.toThrow(
      /cannot be created because the disk .* free at least 92 MB/,
    )
    expect(readdirSync(folder)).toEqual(['lock.sqlite'])
  })

  test('refuses statements that write while its disk is full, reads on, and then writes again', async () => {
    let freeBytes = 1e9
    const pglite = await openEmbedded(await aDatabaseFolder())
    const { requireRoom } = watchFreeSpace('/data/db', silentLog, { readFree: () => freeBytes })
    const pool = createPglitePool(pglite, silentLog, { requireRoom })
    await pool.query('create table notes (id integer primary key)')
    freeBytes = 1e6
    const client = await pool.connect()
    await client.query('begin')
    await expect(client.query('insert into notes values ($1)', [1])).rejects.toThrow('The disk of /data/db is full (1 MB free).')
    await client.query('rollback')
    client.release()
    await expect(pool.query({ text: 'delete from notes' })).rejects.toThrow('is full')
    expect((await pool.query('select count(*)::int as count from notes')).rows).toEqual([{ count: 0 }])
    freeBytes = 1e9
    expect((await pool.query('insert into notes values ($1)', [1])).rowCount).toBe(1)
    await pool.end()
    await pglite.close()
  })

  test.each([
    // The file size limit is below the size of a log file, so the next log file cannot be created.
    ['cannot write its log', `await pool.query("select pg_logical_emit_message(false, 'x', repeat('x', 500000))")`],
    ['crashes', 'await pool.query("select 1"); crash = () => { throw new WebAssembly.RuntimeError("unreachable") }'],
    ['does not respond', 'await pool.query("select 1"); pglite.execProtocolStream = async () => []'],
  ])('ends the process with a sentence when it %s', async (_, statement) => {
    const { dataDir } = await aDatabase()
    const script = `
      import { PGlite } from '@electric-sql/pglite'
      import { createLog } from ${JSON.stringify(import.meta.resolve('../log.ts'))}
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))}
      let pglite
      const create = PGlite.create
      PGlite.create = async (options) => {
        pglite = await create.call(PGlite, options)
        const run = pglite.mod._PostgresMainLoopOnce
        pglite.mod._PostgresMainLoopOnce = () => crash ? crash() : run()
        return pglite
      }
      let crash
      const { pool } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }, createLog('silent'))
      for (let count = 0; count < 1000; count += 1) { ${statement} }`
    const { code, errors } = await new Promise<{ code: unknown; errors: string }>((resolve) => {
      const command = ['-c', 'ulimit -f 32767; exec "$0" --input-type=module --eval "$1"', process.execPath, script]
      execFile('sh', command, { timeout: 25_000, killSignal: 'SIGKILL' }, (error, __, errors) => resolve({ code: error?.code, errors }))
    })
    expect(errors).toMatch(/^Praxam is stopping because the embedded database has failed \(.+\); start it again\./)
    expect(code).toBe(1)
  })

  test('times out a query outside an open transaction', async () => {
    const pglite = await openEmbedded(await aDatabaseFolder())
    const pool = createPglitePool(pglite, silentLog, { connectionTimeoutMillis: 100 })
    const inside = await pool.connect()
    await inside.query('begin')
    await expect(pool.query('select 1')).rejects.toThrow(/timeout/)
    inside.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
    await pglite.close()
  })

  test('rolls back a failed list of statements before the next query', async () => {
    const { db, close } = await openDatabase(await aDatabase(), silentLog)
    await expect(sql.raw('begin; select 1; select nonsense;').execute(db)).rejects.toThrow('nonsense')
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await close()
  })
})

describe('a frequent statement', () => {
  test('is prepared once, with the same results and errors', async () => {
    const { db, close } = await openDatabase(await aDatabase(), silentLog)
    const countPrepared = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(db)).rows[0]?.count
    const add = (id: unknown) => sql`insert into notes values (${id}, ${`note ${String(id)}`})`.execute(db)
    const find = async (id: unknown) => (await sql<{ text: string }>`select text from notes where id = ${id}`.execute(db)).rows
    await sql`create table notes (id integer primary key, text text not null)`.execute(db)
    for (let id = 0; id < 15; id++) await add(id)
    expect(await countPrepared()).toBe(1)
    for (let id = 0; id < 15; id++) expect(await find(id)).toEqual([{ text: `note ${id}` }])
    for (let id = 0; id < 15; id++) await sql`select id from notes where text like ${`%${id}`}`.execute(db)
    expect(await countPrepared()).toBe(2)
    await expect(find('no number')).rejects.toMatchObject({ code: '22P02' })
    await expect(add(7)).rejects.toMatchObject({ code: '23505' })
    await expect(sql`select text from nowhere where id = ${7}`.execute(db)).rejects.toMatchObject({ code: '42P01' })
    expect(await find(7)).toEqual([{ text: 'note 7' }])
    await close()
  })

  test('uses an index, even if the table was empty when it was prepared', async () => {
    const { db, close } = await openDatabase(await aDatabase(), silentLog)
    await sql`create table notes (id integer primary key)`.execute(db)
    // Records that the table is empty. Without this, the planner expects ten pages.
    await sql`vacuum notes`.execute(db)
    for (let id = 0; id < 20; id++) await sql`select id from notes where id = ${id}`.execute(db)
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)
    expect(rows).toHaveLength(1)
    const plan = await sql`explain execute ${sql.id(rows[0]?.name ?? '')}(7)`.execute(db)
    expect(JSON.stringify(plan.rows)).toContain('using notes_pkey')
    await close()
  })
})

/** Prints each number once its row is committed, until it is killed. */
const writer = `
  import { sql } from 'kysely'
  import { openDatabase } from '#server/db/database.ts'
  import { createLog } from '#server/log.ts'
  const { db } = await openDatabase({ dataDir: process.argv[2], databaseUrl: undefined }, createLog('silent'))
  await sql\`create table if not exists notes (id integer primary key)\`.execute(db)
  const { rows } = await sql\`select coalesce(max(id), 0)::int as last from notes\`.execute(db)
  for (let id = rows[0].last + 1; ; id++) {
    await sql\`insert into notes values (\${id})\`.execute(db)
    console.log(id)
  }
`

test('the embedded database loses no acknowledged row when its process is killed', async () => {
  const folder = (await aDatabase()).dataDir
  // The import map of the project applies only to files inside the project.
  const script = join(import.meta.dirname, `writer-${process.pid}.tmp.ts`)
  writeFileSync(script, writer)
  try {
    let acknowledged = 0
    for (let kill = 1; kill <= 10; kill++) {
      const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      const exit = once(child, 'exit')
      let lines = 0
      for await (const line of createInterface(child.stdout)) {
        acknowledged = Number(line)
        lines += 1
        if (lines === kill * 7) child.kill('SIGKILL')
      }
      await exit
    }
    const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: undefined }, silentLog)
    const { rows } = await sql<{ count: number; last: number }>`select count(*)::int as count, max(id)::int as last from notes`.execute(db)
    expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged)
    expect(rows[0]?.count).toBe(rows[0]?.last)
    await close()
  } finally {
    rmSync(script)
  }
  // Starts a database eleven times, on a machine that may be busy.
}, 120_000)
