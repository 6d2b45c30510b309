import { join } from 'node:path'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { isDiskFull } from '#server/db/free-space.ts'
import { imagesFolder, openFileStore } from '#server/platform/file-store.ts'
import { createLog } from '#server/log.ts'
import { openServices, type Services } from '#server/services.ts'
import { servicesContext } from '#web/context.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { handlersOf } from '#tests/site-routes.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

/** When files no longer fit on the disk, the next one takes the rest of it. */
const disk = vi.hoisted(() => ({ takesFiles: true, freeBytes: 1e9 }))
vi.mock(import('node:fs/promises'), async (importOriginal) => {
  const original = await importOriginal()
  const write: typeof original.writeFile = async (path, data, options) => {
    await original.writeFile(path, disk.takesFiles ? data : '', options)
    if (disk.takesFiles) return
    disk.freeBytes = 0
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  return { ...original, writeFile: write }
})

const megabyte = 1_000_000
const at = new Date('2026-11-23T12:00:00Z')
const folders = { migrations: migrationsFolder, content: contentFolder }

/** The status with which the middleware of the root answers a form, or `undefined` if the form reaches its route. */
async function statusOfForm(services: Services): Promise<number | undefined> {
  const { middleware } = await import('#web/root.tsx')
  const { action } = handlersOf({ action: () => new Response(), middleware })
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  const request = new Request('http://localhost:3000/contact', { method: 'POST' })
  return Promise.resolve(action({ request, context } as never)).then(
    () => undefined,
    (refusal: unknown) => (refusal as Response).status,
  )
}

describe('a start with an existing database on a full disk', () => {
  let folder: string
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push((JSON.parse(line) as { message: string }).message) })
  const start = (freeMb: number, content = contentFolder) =>
    openServices(readConfig({ DATA_DIR: join(folder, 'data') }), { ...folders, content }, at, log, () => freeMb * megabyte)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'praxam-full-'))
    const services = await openServices(readConfig({ DATA_DIR: join(folder, 'data') }), folders, at, silentLog)
    await services.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('serves what is stored, and refuses to write', async () => {
    const services = await start(3)
    try {
      expect(services.hasRoom()).toBe(false)
      expect(await services.db.selectFrom('questions').select('id').limit(1).execute()).toHaveLength(1)
      const failure: unknown = await services.db
        .deleteFrom('questions')
        .execute()
        .catch((error: unknown) => error)
      expect(isDiskFull(failure)).toBe(true)
      expect(await statusOfForm(services)).toBe(503)
      expect(lines).toEqual(['The disk is nearly full, so the site is read-only until 28 MB and 560 inodes are free'])
    } finally {
      await services.close()
    }
  })

  test('is refused with a sentence if the content has changed', async () => {
    const content = join(folder, 'content')
    await cp(contentFolder, content, { recursive: true })
    await writeFile(join(content, 'edition.json'), JSON.stringify({ edition: 1_000_000, sha256: '' }))
    await expect(start(3, content)).rejects.toThrow(
      /^Praxam cannot start because the disk of .* is full \(3 MB free\); free at least 28 MB/,
    )
  })
})

describe('an upload on a disk that is nearly full', () => {
  const png = Buffer.alloc(4_800_000)
  const key = (index: number) => `${imagesFolder}${index}.png`

  test('leaves enough room for the database', async () => {
    const { settings, dispose } = await copyTemplateDatabase(undefined, silentLog)
    onTestFinished(dispose)
    const { dataDir } = settings
    const readFree = () => disk.freeBytes
    disk.freeBytes = 31 * megabyte
    onTestFinished(() => void (disk.freeBytes = 1e9))
    const services = await openServices(readConfig({ DATA_DIR: dataDir }), folders, at, silentLog, readFree)
    onTestFinished(services.close)
    const uploads = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => services.files.put(key(index), png)))
    const refused = uploads.filter((upload) => upload.status === 'rejected').map(({ reason }) => reason as unknown)
    expect(refused.map(isDiskFull)).toEqual(Array(9).fill(true))
    expect(await services.files.list(imagesFolder)).toHaveLength(1)
  })

  test('fails like any other request without room if the disk is full after all', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'praxam-full-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    disk.takesFiles = false
    onTestFinished(() => void Object.assign(disk, { takesFiles: true, freeBytes: 1e9 }))
    const files = openFileStore({ dataDir, s3: undefined })
    expect(isDiskFull(await files.put(key(1), png).catch((error: unknown) => error))).toBe(true)
    expect(await readdir(join(dataDir, 'storage', imagesFolder))).toEqual([])
  })
})

test('a start that has no room for its secrets is refused with a sentence, and leaves no incomplete file', async () => {
  const { settings, dispose } = await copyTemplateDatabase(undefined, silentLog)
  onTestFinished(dispose)
  const { dataDir } = settings
  disk.takesFiles = false
  onTestFinished(() => void (disk.takesFiles = true))
  await expect(openServices(readConfig({ DATA_DIR: dataDir }), folders, at, silentLog, () => disk.freeBytes)).rejects.toThrow(
    new DatabaseProblem(`Praxam cannot start because the disk of ${dataDir} is full (0 MB free); free at least 28 MB, then start again.`),
  )
  expect(await readdir(dataDir)).toEqual(['db'])
})
