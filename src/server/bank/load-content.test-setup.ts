/** What the tests of loading content share: a database, and a short copy of the content of the project that tests may change. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { printOriginalFields } from '#exam/bank-file/index.ts'
import { hashText } from '#server/bank/original-hash.ts'
import { contentFolder, openTestDatabase, type TestDatabase } from '#tests/services.ts'

export const now = new Date('2026-11-20T12:00:00Z')
export let database: TestDatabase
/** The content of the project with a part of each bank, so that it is loaded in a third of the time. */
export let shortContent: string
/** A copy of the short content for each test. */
export let folder: string

export type Item = Record<string, unknown>

export async function edit(path: string, change: (items: Item[]) => unknown): Promise<void> {
  const items = JSON.parse(await readFile(join(folder, path), 'utf8')) as Item[]
  await writeFile(join(folder, path), JSON.stringify(change(items)))
}
export const changeItem = (index: number, values: Item) => (items: Item[]) =>
  items.map((item, i) => (i === index ? { ...item, ...values } : item))

/** Opens a database for the tests in a file, and makes a copy of the content for each test. */
export function prepareContent(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
    folder = shortContent = await mkdtemp(join(tmpdir(), 'praxam-content-'))
    await cp(contentFolder, folder, { recursive: true })
    const hashes = new Map<unknown, string>()
    for (const name of (await readdir(join(folder, 'bank'))).filter((one) => one.endsWith('.json')))
      await edit(`bank/${name}`, (items) => {
        const some = items.filter((item, i) => i < 10 || item['case_study_id'])
        for (const item of some) if (item['state'] !== 'draft') hashes.set(item['id'], hashText(printOriginalFields(item)))
        return some
      })
    for (const name of (await readdir(join(folder, 'bank/fr'))).filter((one) => !one.endsWith('-case-studies.json')))
      // Questions may have changed since they were translated.
      await edit(`bank/fr/${name}`, (items) => items.filter(({ id, of }) => hashes.get(id) === of))
  })
  afterAll(async () => {
    await database.close()
    await rm(shortContent, { recursive: true })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'praxam-content-'))
    await cp(shortContent, folder, { recursive: true })
    // A question cannot be removed while it has a translation.
    await rm(join(folder, 'bank/fr'), { recursive: true })
  })
  afterEach(async () => {
    await database.empty()
    await rm(folder, { recursive: true })
  })
}
