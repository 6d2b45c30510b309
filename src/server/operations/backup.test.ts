import { cpSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackup, readTableSums, writeBackup } from '#server/operations/backup.ts'
import { checkBackup, readBackupFile } from '#server/operations/read-backup.ts'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { restoreBackup } from '#server/operations/restore.ts'
import { migrationsFolder, openTestDatabase } from '#tests/services.ts'
import {
  aBackupFile,
  aFolder,
  fillOdd,
  fingerprints,
  now,
  makeOddMigrations,
  openEmbedded,
  openTarget,
  prepareBackups,
} from '#server/operations/backup.test-setup.ts'

prepareBackups()

const oddMigrations = makeOddMigrations()

/** A read-only database with unusual values for all tests. */
let source: Database
beforeAll(async () => {
  source = await fillOdd(await openTestDatabase(), oddMigrations)
})
afterAll(() => source.close())

const damaged = 'The file is not a Praxam backup, or it is truncated or damaged; use another file.'

const options = { migrations: oddMigrations, dataDir: undefined, mayReplace: false }

async function* inPieces(text: string, length = 1000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

describe('a backup', () => {
  test('restores every value unchanged', async () => {
    const target = await openTarget()
    await restoreBackup(target, readBackupFile(await aBackupFile(source)), options)
    const before = await fingerprints(source)
    expect(before['odd_values']).toHaveLength(3)
    for (const table of ['questions', 'question_versions', 'removals', 'image_uses', 'question_statistics', 'audit_log'])
      expect(before[table]).toHaveLength(1)
    expect(await fingerprints(target)).toEqual(before)
    expect(await readTableSums(target.db)).toEqual(await readTableSums(source.db))
  })

  test('restores foreign keys', async () => {
    const target = await openTarget()
    await restoreBackup(target, writeBackup(source, undefined, now), options)
    await expect(sql`update odd_values set parent = 77`.execute(target.db)).rejects.toThrow(/foreign key/)
    await expect(sql`update left_side set right_id = 77`.execute(target.db)).rejects.toThrow(/foreign key/)
  })

  test.skipIf(!process.env['DATABASE_URL'])('goes from embedded to PostgreSQL and back', async () => {
    const target = await openTarget()
    const from = await fillOdd((await openEmbedded()).database, oddMigrations)
    expect(target.engine).toBe('postgres')
    await restoreBackup(target, writeBackup(from, undefined, now), options)
    const { database: back } = await openEmbedded()
    await restoreBackup(back, writeBackup(target, undefined, now), options)
    const before = await fingerprints(from)
    expect(await fingerprints(target)).toEqual(before)
    expect(await fingerprints(back)).toEqual(before)
    expect(await readTableSums(target.db)).toEqual(await readTableSums(from.db))
  })

  test('contains one consistent snapshot of a changing database', async () => {
    const target = await openTarget()
    const { db } = target
    for (const side of ['account_from', 'account_to']) {
      await sql`create table ${sql.table(side)} (id int primary key, amount int not null)`.execute(db)
      await sql`insert into ${sql.table(side)} select id, 100 from generate_series(1, 3000) id`.execute(db)
    }
    const reading = new AbortController()
    let moves = 0
    const writer = async () => {
      for (; !reading.signal.aborted; moves++) {
        const id = 1 + ((moves * 7) % 3000)
        await db.transaction().execute(async (transaction) => {
          await sql`update account_from set amount = amount - 1 where id = ${id}`.execute(transaction)
          await sql`update account_to set amount = amount + 1 where id = ${id}`.execute(transaction)
        })
        // The embedded database never yields to timers.
        await setImmediate()
      }
    }
    const writing = writer()
    let total = 0
    for await (const piece of writeBackup(target, undefined, now)) {
      for (const [, amount] of piece.matchAll(/^\["\d+","(-?\d+)"\]$/gm)) total += Number(amount)
      await setTimeout(5)
    }
    reading.abort()
    await writing
    expect(moves).toBeGreaterThan(0)
    expect(total).toBe(600_000)
  })

  test('unblocks the embedded database when its reader disconnects', async () => {
    const database = await fillOdd((await openEmbedded()).database, oddMigrations)
    const bytes = openBackup(database, aFolder(), now)
    bytes.destroy()
    const text = writeBackup(database, undefined, now)
    await text.next()
    await text.return(undefined)
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })
})

describe('the files of a backup', () => {
  test('include neither database, mail, socket, ids of folders, nor incomplete files', async () => {
    const target = await openTarget()
    const dataDir = aFolder()
    const big = Buffer.alloc(500_000, 'binary\0\xff')
    const keep = { 'secrets.json': Buffer.from('{}'), 'images/ab/ü 1.webp': big, 'images/empty': Buffer.alloc(0) }
    const leave = ['db/pgdata/PG_VERSION', 'outbox/1.eml', 'secrets.json.partial', 'restore-1.tmp/x', 'control.sock', 'storage/folder-id']
    for (const [path, bytes] of [...Object.entries(keep), ...leave.map((path) => [path, Buffer.from('no')] as const)]) {
      mkdirSync(join(dataDir, path, '..'), { recursive: true })
      writeFileSync(join(dataDir, path), bytes)
    }
    symlinkSync('/etc/passwd', join(dataDir, 'linked'))
    const to = aFolder()
    const file = await aBackupFile(target, dataDir)
    const restore = (mayReplace: boolean) => restoreBackup(target, readBackupFile(file), { ...options, dataDir: to, mayReplace })
    await restore(false)
    const filesIn = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    expect(filesIn(to)).toHaveLength(3)
    for (const [path, bytes] of Object.entries(keep)) expect(readFileSync(join(to, path)).equals(bytes)).toBe(true)
    expect(statSync(join(to, 'secrets.json')).mode & 0o777).toBe(0o600)

    writeFileSync(join(to, 'images/later'), 'x')
    await expect(restore(false)).rejects.toThrow('already contains files, such as images/ab/ü 1.webp; choose an empty folder')
    await restore(true)
    expect(filesIn(to)).toHaveLength(3)
  })

  test.each(['../outside', '/etc/x', 'db/pgdata/PG_VERSION', 'control.sock', 'a//b', 'a\\b'])(
    'are refused at the path %s',
    async (path) => {
      const text = await textOf(writeBackup(source, undefined, now))
      const [head] = text.split('\n')
      await expect(checkBackup(inPieces(`${head}\n${JSON.stringify({ file: path })}\n`))).rejects.toThrow(damaged)
    },
  )
})

describe('a damaged backup', () => {
  test('is refused wherever it is truncated', async () => {
    const file = await aBackupFile(source)
    const whole = readFileSync(file)
    const text = gunzipSync(whole).toString('utf8')
    for (const share of [0, 0.01, 0.3, 0.6, 0.9]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * share)))
      await expect(checkBackup(readBackupFile(file)), `cut at ${share}`).rejects.toThrow(damaged)
    }
    writeFileSync(file, whole.subarray(0, -1))
    await expect(checkBackup(readBackupFile(file))).rejects.toThrow(damaged)
    const lines = text.trimEnd().split('\n')
    for (let count = 0; count < lines.length; count++) {
      await expect(
        checkBackup(
          inPieces(
            lines
              .slice(0, count)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        ),
      ).rejects.toThrow(damaged)
    }
    expect((await checkBackup(inPieces(text, 7))).tables['odd_values']?.rows).toBe(3)
  })

  test('is refused if a row was changed, removed or duplicated, and leaves the target unchanged', async () => {
    const target = await openTarget()
    const text = await textOf(writeBackup(source, undefined, now))
    const row = '["public","7"]\n'
    expect(text).toContain(row)
    await sql`insert into content_versions values ('public', 3)`.execute(target.db)
    for (const other of ['["public","8"]\n', '', row + row]) {
      await expect(checkBackup(inPieces(text.replace(row, other)))).rejects.toThrow(damaged)
      await expect(restoreBackup(target, inPieces(text.replace(row, other)), { ...options, mayReplace: true })).rejects.toThrow()
    }
    expect((await sql`select version from content_versions`.execute(target.db)).rows).toEqual([{ version: 3 }])
    expect((await sql`select to_regclass('odd_values') is null as gone`.execute(target.db)).rows).toEqual([{ gone: true }])
  })

  test.each([
    ['plain text', 'hello'],
    ['another gzip file', gzipSync('hello\n')],
    ['an empty gzip file', gzipSync('')],
  ])('is %s', async (_, bytes) => {
    const file = join(aFolder(), 'backup.gz')
    writeFileSync(file, bytes)
    await expect(checkBackup(readBackupFile(file))).rejects.toThrow(damaged)
  })
})

describe('restoring', () => {
  test('refuses a database with rows, and replaces it with --replace', async () => {
    const target = await openTarget()
    await sql`insert into content_versions values ('public', 3)`.execute(target.db)
    const restore = (mayReplace: boolean) => restoreBackup(target, writeBackup(source, undefined, now), { ...options, mayReplace })
    await expect(restore(false)).rejects.toThrow(
      'The database already contains rows, such as in content_versions; choose an empty database, or use --replace to delete them.',
    )
    expect((await sql`select version from content_versions`.execute(target.db)).rows).toEqual([{ version: 3 }])
    await restore(true)
    expect(await fingerprints(target)).toEqual(await fingerprints(source))
  })

  test('migrates an older backup', async () => {
    const target = await openTarget()
    const text = await textOf(writeBackup(source, undefined, now))
    const newer = aFolder()
    cpSync(oddMigrations, newer, { recursive: true })
    writeFileSync(
      join(newer, '9999_doubled.sql'),
      'update odd_values set doubled = 2 * id where id < 10; alter table odd_values drop column asked',
    )
    await restoreBackup(target, inPieces(text), { ...options, migrations: newer })
    const { rows } = await sql`select doubled::int as doubled from odd_values where id < 10 order by id`.execute(target.db)
    expect(rows).toEqual([{ doubled: 2 }, { doubled: 4 }])
    await migrate(target.db, newer)
  })

  test('refuses a backup of a later version with its migration', async () => {
    const target = await openTarget()
    const text = await textOf(writeBackup(source, undefined, now))
    await expect(restoreBackup(target, inPieces(text), { ...options, migrations: migrationsFolder })).rejects.toThrow(
      /migration 9998_odd_values, which/,
    )
    await expect(checkBackup(inPieces(text.replace('"format":1', '"format":2')))).rejects.toThrow('The backup has format 2')
  })

  test('refuses a table without a migration', async () => {
    const target = await openTarget()
    await sql`create table foreign_to_us (id int)`.execute(target.db)
    const text = await textOf(writeBackup(target, undefined, now))
    const restoring = restoreBackup(target, inPieces(text), { migrations: migrationsFolder, dataDir: undefined, mayReplace: true })
    await expect(restoring).rejects.toThrow('The table foreign_to_us of the backup is unknown to this version')
  })
})
