/** What a process starts and cleans up when it opens its services. */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { imagesFolder } from '#server/platform/file-store.ts'
import { openServices, type OpenedServices } from '#server/services.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

const watched = vi.hoisted((): string[] => [])
vi.mock(import('#server/db/statement-watch.ts'), () => ({
  createStatementWatch: () => ({
    begin: (text) => void watched.push(text),
    end: () => void watched.push('end'),
    start: () => void watched.push('start'),
    close: () => Promise.resolve(),
  }),
}))

let services: OpenedServices
let dispose: () => Promise<void>
let images: string
let content: string

beforeAll(async () => {
  content = await mkdtemp(join(tmpdir(), 'praxam-content-'))
  for (const name of ['certifications.json', 'outlines/mb-800.json', 'bank/mb-800.json', 'edition.json', 'guides'])
    await cp(join(contentFolder, name), join(content, name), { recursive: true })
  const database = await copyTemplateDatabase(undefined, silentLog)
  dispose = database.dispose
  images = join(database.settings.dataDir, 'storage', imagesFolder)
  await mkdir(images, { recursive: true })
  for (const name of ['one.png', 'one.png.1.partial']) await writeFile(join(images, name), '')
  services = await openServices(
    readConfig({ DATA_DIR: database.settings.dataDir }),
    { migrations: migrationsFolder, content },
    new Date(),
    silentLog,
  )
})
afterAll(async () => {
  await services.close()
  await dispose()
  await rm(content, { recursive: true })
})

test('the statements of the embedded database are watched', async () => {
  expect(watched.filter((entry) => entry === 'start')).toHaveLength(1)
  watched.length = 0
  await services.db.selectFrom('users').select('id').execute()
  expect(watched.join(' ')).toMatch(/select "id" from "users".* end$/s)
})

test('incomplete files of a killed process are removed', async () => {
  expect(await readdir(images)).toEqual(['one.png'])
})
