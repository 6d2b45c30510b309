import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { packDatabase, unpackDatabase } from '#server/db/database-template.ts'
import { dropTemplateDatabases } from '#server/db/template-databases.ts'
import { startLogFile } from '#server/db/write-ahead-log.ts'
import { silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

let folder: string
let template: string
let logFiles: { packed: string; all: string[] }
const listLogFiles = (dataFolder: string) => readdirSync(join(dataFolder, 'pg_wal')).filter((name) => name.length === 24)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxam-template-'))
  template = join(folder, 'template.zst')
  const { settings, dispose } = await copyTemplateDatabase(undefined, silentLog)
  const { db, close } = await openDatabase(settings, silentLog)
  await sql`create table marks (word text)`.execute(db)
  await sql`insert into marks values ('from the template')`.execute(db)
  await dropTemplateDatabases(db)
  const logFile = await startLogFile(db)
  await close()
  const dataFolder = join(settings.dataDir, 'db/pgdata')
  logFiles = { packed: logFile, all: listLogFiles(dataFolder) }
  packDatabase(dataFolder, template, logFile)
  await dispose()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the database in a folder with this template, and returns the words in it, or `undefined` if there is no table. */
async function openWith(file: string, dataDir: string): Promise<string[] | undefined> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined }, silentLog, undefined, {
    findTemplate: () => Promise.resolve(file),
  })
  try {
    const { rows } = await sql<{ word: string }>`select word from marks`.execute(db).catch(() => ({ rows: undefined }))
    return rows?.map(({ word }) => word)
  } finally {
    await close()
  }
}

const aDataDir = () => mkdtempSync(join(folder, 'data-'))

describe('a new database', () => {
  test('is unpacked from the template, and only once', async () => {
    const dataDir = aDataDir()
    expect(await openWith(template, dataDir)).toEqual(['from the template'])
    expect(await openWith(join(folder, 'missing.zst'), dataDir)).toEqual(['from the template'])
    expect(readdirSync(join(dataDir, 'db')).toSorted()).toEqual(['lock.sqlite', 'pgdata'])
  })

  test('is unpacked again after the process was killed while it unpacked', async () => {
    const dataDir = aDataDir()
    const halfway = join(dataDir, 'db/pgdata.unfinished-killed')
    mkdirSync(join(halfway, 'base'), { recursive: true })
    writeFileSync(join(halfway, 'PG_VERSION'), '18\n')
    expect(await openWith(template, dataDir)).toEqual(['from the template'])
    expect(readdirSync(join(dataDir, 'db')).toSorted()).toEqual(['lock.sqlite', 'pgdata'])
  })

  test('has one file of the write-ahead log, which has room for what is written first', async () => {
    expect(logFiles.all.length).toBeGreaterThan(1)
    const dataFolder = aDataDir()
    unpackDatabase(template, dataFolder)
    expect(listLogFiles(dataFolder)).toEqual([logFiles.packed])
    const dataDir = aDataDir()
    await openWith(template, dataDir)
    const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined }, silentLog)
    // More rows than fit in one file of the log.
    await sql`insert into marks select repeat(n::text, 300) from generate_series(10_001, 25_000) as n`.execute(db)
    await close()
    expect(await openWith(template, dataDir)).toHaveLength(15_001)
  })

  test('from the template contains no other databases', async () => {
    const dataFolder = aDataDir()
    unpackDatabase(template, dataFolder)
    expect(readdirSync(join(dataFolder, 'base'))).toHaveLength(1)
  })

  test('is created empty without a template', async () => {
    expect(await openWith(join(folder, 'missing.zst'), aDataDir())).toBeUndefined()
  })

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['changed in one byte', (bytes: Buffer) => bytes.fill(bytes.readUInt8(bytes.length - 99) ^ 1, bytes.length - 99, bytes.length - 98)],
    ['something else', () => Buffer.from('<html>')],
  ])('is not unpacked from a template that is %s', (_, damage) => {
    const damaged = join(aDataDir(), 'damaged.zst')
    writeFileSync(damaged, damage(readFileSync(template)))
    const empty = aDataDir()
    expect(unpackDatabase(damaged, empty)).toBe(false)
    expect(readdirSync(empty)).toEqual([])
  })
})
