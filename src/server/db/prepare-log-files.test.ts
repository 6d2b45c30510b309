import { mkdtempSync, rmSync } from 'node:fs'
import { cp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLogFilePreparation, nextLogFile, writesMin } from '#server/db/prepare-log-files.ts'
import { silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

const timeline = '00000001'
const logFiles = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith(timeline))

/** A folder with empty log files. The last one was written last. */
async function aFolder(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = async (name: string, second: number) => {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), second, second)
  }
  for (const [index, name] of names.entries()) await write(name, index + 1)
  return { folder, write }
}

test.each([
  ['000000010000000000000004', '000000010000000000000005'],
  ['00000001000000000000000F', '000000010000000000000010'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['0000000200000009000000FF', '000000020000000A00000000'],
])('the log file after %s is %s', (name, next) => {
  expect(nextLogFile(name)).toBe(next)
})

test('PostgreSQL uses the prepared file, and finds its content after a crash', async () => {
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  onTestFinished(() => rmSync(settings.dataDir, { recursive: true }))
  const { db, close } = await openDatabase(settings, silentLog)
  const folder = join(settings.dataDir, 'db/pgdata/pg_wal')
  const { check } = createLogFilePreparation(folder)
  const fillFile = () => sql`select pg_logical_emit_message(false, 'x', 'y'), pg_switch_wal()`.execute(db)
  const write = (id: number) => sql`insert into notes values (${id})`.execute(db)
  await sql`create table notes (id integer primary key)`.execute(db)

  const before = await logFiles(folder)
  for (let id = 1; id <= writesMin; id++) {
    expect(await logFiles(folder)).toEqual(before)
    await write(id)
    await check()
  }
  const prepared = (await logFiles(folder)).toSorted().at(-1) ?? ''
  expect([before.includes(prepared), prepared]).toEqual([false, nextLogFile(await currentFile())])
  const { ino, size, mode } = await stat(join(folder, prepared))
  expect([size, mode & 0o777]).toEqual([16 * 1024 * 1024, 0o600])
  expect((await readFile(join(folder, prepared))).every((byte) => byte === 0)).toBe(true)

  await fillFile()
  await write(0)
  expect([await currentFile(), (await stat(join(folder, prepared))).ino]).toEqual([prepared, ino])
  // Recovery reads the file: without a checkpoint, the row is only in the log.
  const copy = join(mkdtempSync(join(tmpdir(), 'praxam-log-')), 'data')
  onTestFinished(() => rmSync(join(copy, '..'), { recursive: true }))
  await cp(settings.dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('lock.sqlite') })
  await close()
  const recovered = await openDatabase({ ...settings, dataDir: copy }, silentLog)
  expect((await sql<{ id: number }>`select min(id) as id from notes`.execute(recovered.db)).rows).toEqual([{ id: 0 }])
  await recovered.close()

  async function currentFile(): Promise<string> {
    const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(db)
    return rows[0]?.name ?? ''
  }
})

test('no file is prepared while the log is not written all the time, if there is a next one, or without room on the disk', async () => {
  const [first, second, third, fourth] = [4, 5, 6, 7].map((number) => `${timeline}${'0'.repeat(15)}${number}`) as [
    string,
    string,
    string,
    string,
  ]
  const { folder, write } = await aFolder(first)
  let freeBytes = 1e9
  let seconds = 1
  const { check } = createLogFilePreparation(folder, () => freeBytes)
  const checkOften = async (name: string, count: number) => {
    for (let i = 0; i < count; i++) {
      await write(name, ++seconds)
      await check()
    }
  }
  await checkOften(first, writesMin - 1)
  await check()
  await checkOften(first, writesMin - 1)
  expect(await logFiles(folder)).toEqual([first])
  freeBytes = 5e7
  await checkOften(first, writesMin)
  expect(await logFiles(folder)).toEqual([first])
  freeBytes = 1e9
  await checkOften(first, 2)
  expect(await readdir(folder)).toEqual([first, second])
  await checkOften(second, 1)
  expect(await readdir(folder)).toEqual([first, second, third])
  // A file that PostgreSQL keeps for later was written before the current one.
  await write(fourth, 1)
  await checkOften(third, writesMin)
  expect(await readdir(folder)).toEqual([first, second, third, fourth])
})
