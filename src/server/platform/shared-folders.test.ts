import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { checkSharedFolders, folderIdFile } from '#server/platform/shared-folders.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof import('node:fs/promises')>()
  return { ...original, link: vi.fn<typeof original.link>(original.link) }
})

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

  /** The warnings of a process that starts with a data folder. */
  async function start(dataDir: string, variables: Record<string, string> = {}, db = database.db, now = Date.now()) {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) }
    await checkSharedFolders(db, readConfig({ DATABASE_URL, DATA_DIR: join(root, dataDir), ...variables }), log, now)
    return warnings
  }

  /** The warnings of a process that starts on a standby server, which refuses changes. */
  const startReadOnly = (dataDir: string, variables: Record<string, string> = {}) =>
    database.db.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection)
      try {
        return await start(dataDir, variables, connection)
      } finally {
        // After this error, the pool of PostgreSQL has closed the connection: the server may be a standby.
        await sql`reset default_transaction_read_only`.execute(connection).catch(() => undefined)
      }
    })

  test('cause no warning for one process, or for processes with one data folder', async () => {
    for (let starts = 0; starts < 3; starts++) expect(await start('a')).toEqual([])
    expect(statSync(join(root, 'a/storage')).mode & 0o777).toBe(0o700)
  })

  test('cause a warning whenever a process with another folder started before, which says what to set', async () => {
    await start('a')
    for (const folder of ['b', 'a', 'b'])
      expect(await start(folder)).toEqual([
        `Another process used this database with another folder for images than ${root}/${folder}/storage, so images may be missing; set DATA_DIR to one folder for all processes, or set S3_ENDPOINT`,
        `Another process used this database with another folder for assets than ${root}/${folder}/assets, so pages may miss their scripts during a release; set ASSETS_DIR to one folder for all processes`,
      ])
    expect(await start('b')).toEqual([])
  })

  test('do not stop the start if the database is read-only', async () => {
    await start('a')
    expect(await startReadOnly('a')).toEqual([])
    // Only one folder is compared, because this error closes the connection of the test.
    expect(await startReadOnly('b', store)).toEqual([expect.stringContaining('set ASSETS_DIR'), 'The id of the folder could not be stored'])
    expect(await start('a')).toEqual([])
  })

  test('do not stop the start if they cannot be compared', async () => {
    onTestFinished(async () => void (await sql`alter table renamed rename to shared_folders`.execute(database.db)))
    await sql`alter table shared_folders rename to renamed`.execute(database.db)
    const message = 'The folder could not be compared with the folders of other processes'
    expect(await start('a')).toEqual([message, message])
  })

  test('cause a warning if the other process stores its id after the comparison', async () => {
    await start('b', store)
    const findNothing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => Promise.resolve({ ...result, rows: [] }),
    }
    expect(await start('a', store, database.db.withPlugin(findNothing))).toEqual([expect.stringContaining('set ASSETS_DIR')])
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

  test('have the id of the process that was first on a file system without links', async () => {
    onTestFinished(() => void vi.mocked(link).mockReset())
    vi.mocked(link).mockRejectedValue(new Error('EPERM'))
    await start('a')
    expect(readFileSync(join(root, 'a/assets', folderIdFile), 'utf8')).toMatch(/^[\da-f-]{36}$/)
    vi.mocked(link).mockImplementation(async (_, path) => {
      writeFileSync(String(path), 'first')
      throw new Error('EPERM')
    })
    await start('b')
    expect(readFileSync(join(root, 'b/assets', folderIdFile), 'utf8')).toBe('first')
    expect(readdirSync(join(root, 'b/assets'))).toEqual([folderIdFile])
  })

  test('get an id if their file has been empty for a minute', async () => {
    await start('a', store)
    const path = join(root, 'a/assets', folderIdFile)
    writeFileSync(path, '')
    await start('a', store, database.db, Date.now() + 50_000)
    expect(readFileSync(path, 'utf8')).toBe('')
    await start('a', store, database.db, Date.now() + 70_000)
    expect(readFileSync(path, 'utf8')).toMatch(/^[\da-f-]{36}$/)
  })

  test('lose the incomplete files of processes that were killed', async () => {
    await start('a')
    const [abandoned, recent] = ['0', '1'].map((id) => `${folderIdFile}.${id}.partial`)
    for (const name of [abandoned, recent]) writeFileSync(join(root, `a/assets/${name}`), '')
    utimesSync(join(root, `a/assets/${abandoned}`), 0, 0)
    await start('a')
    expect(readdirSync(join(root, 'a/assets'))).toEqual([folderIdFile, recent])
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
