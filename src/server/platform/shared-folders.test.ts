import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { folderIdFile, listFolderWarnings } from '#server/platform/shared-folders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

const DATABASE_URL = 'postgres://db/praxam'
const store = { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }

describe('the folders of processes on one PostgreSQL database', () => {
  let database: TestDatabase
  let root: string
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'praxam-folders-'))
    await database.db.deleteFrom('shared_folders').execute()
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** The warnings of a process that starts with a data folder, by the first settings that they name. */
  const start = (dataDir: string, variables: Record<string, string> = {}) =>
    listFolderWarnings(database.db, readConfig({ DATABASE_URL, DATA_DIR: join(root, dataDir), ...variables }))

  test('cause no warning for one process, or for processes with one data folder', async () => {
    for (let starts = 0; starts < 3; starts++) expect(await start('a')).toEqual([])
    expect(statSync(join(root, 'a/storage')).mode & 0o777).toBe(0o700)
  })

  test('cause a warning at each start if they are separate, which says what to set', async () => {
    await start('a')
    for (const folder of ['b', 'a', 'b'])
      expect(await start(folder)).toEqual([
        `Another process used this database with another folder for images than ${root}/${folder}/storage, so images may be missing; set DATA_DIR to one folder for all processes, or set S3_ENDPOINT`,
        `Another process used this database with another folder for assets than ${root}/${folder}/assets, so pages may miss their scripts during a release; set ASSETS_DIR to one folder for all processes`,
      ])
  })

  test('cause no warning if images are in a store and assets in a shared folder', async () => {
    await start('a', store)
    expect(await start('b', store)).toEqual([expect.stringContaining('set ASSETS_DIR')])
    const shared = { ASSETS_DIR: join(root, 'shared') }
    await start('a', shared)
    expect(await start('b', shared)).toEqual([expect.stringContaining('set S3_ENDPOINT')])
    expect(await start('a', { ...store, ...shared })).toEqual([])
    expect(await start('b', { ...store, ...shared })).toEqual([])
  })

  test('cause a single warning if a folder is new, and none if it was moved', async () => {
    await start('a')
    renameSync(join(root, 'a'), join(root, 'moved'))
    expect(await start('moved')).toEqual([])
    rmSync(join(root, 'moved'), { recursive: true })
    expect(await start('moved')).toHaveLength(2)
    expect(await start('moved')).toEqual([])
  })

  test('have one id if processes start at the same time', async () => {
    expect((await Promise.all(Array.from({ length: 10 }, () => start('a')))).flat()).toEqual([])
    expect(readFileSync(join(root, 'a/assets', folderIdFile), 'utf8')).toMatch(/^[\da-f-]{36}$/)
    expect(readdirSync(join(root, 'a/assets'))).toEqual([folderIdFile])
  })

  test('are not compared if they cannot be written', async () => {
    await start('a')
    writeFileSync(join(root, 'file'), '')
    expect(await start('file')).toEqual([])
  })

  test('do not exist for the embedded database, which only one process uses', async () => {
    expect(await start('a', { DATABASE_URL: '' })).toEqual([])
    expect(existsSync(join(root, 'a'))).toBe(false)
  })
})
