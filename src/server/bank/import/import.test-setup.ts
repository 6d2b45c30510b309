/** What the tests of imports share: an importer on a database, files to import, and what they change. */
import { setTimeout } from 'node:timers/promises'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter, type Importer } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport } from '#server/bank/import/messages.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { openFileStore, type FileStore } from '#server/platform/file-store.ts'
import { aBankItem, aCertification } from '#tests/factories.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

export let database: TestDatabase
export let importer: Importer
export let imageEncoder: ReturnType<typeof openImageEncoder>

type Options = { fileName?: string; isDryRun?: boolean; actorId?: string | null }

export async function linesOf(file: Uint8Array | string | unknown[], options: Options = {}): Promise<ImportLine[]> {
  const bytes = file instanceof Uint8Array ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file, null, 2))
  const lines: ImportLine[] = []
  for await (const line of importer.run({ bytes, fileName: 'questions.json', isDryRun: false, actorId: null, ...options })) lines.push(line)
  return lines
}

export const reportIn = (lines: readonly ImportLine[]) => lines.find((line) => line.type === 'report') as ImportReport
export const dryRun = async (file: Parameters<typeof linesOf>[0]) => reportIn(await linesOf(file, { isDryRun: true }))
export const messageOf = async (file: Parameters<typeof linesOf>[0], options?: Options) => {
  const last = (await linesOf(file, options)).at(-1)
  return last?.type === 'failed' ? last.message : 'none'
}
export const stored = () => database.db.selectFrom('questions').selectAll().orderBy('created_at').orderBy('id').execute()

export const id = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
/** Questions with different words. */
export const anItem = (number: number, values: Record<string, unknown> = {}) =>
  aBankItem({ id: id(number), text: `<p>${words(number)}</p>`, created_at: undefined, ...values })
export const words = (number: number) => Array.from({ length: 20 }, (_, i) => `word${number}x${i}`).join(' ')

export const withoutId = (number: number, values: Record<string, unknown> = {}) => anItem(number, { id: undefined, ...values })

/** Imports an archive and returns all lines. `act` runs when the image is stored, after checking and before writing. */
export async function linesWhile(
  act: () => Promise<void>,
  files: Record<string, unknown[]>,
  { actorId = null }: Options = {},
  store: Partial<FileStore> = {},
): Promise<ImportLine[]> {
  const image = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const texts = Object.entries(files).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))] as const)
  const fileStore: FileStore = {
    put: () => act(),
    get: () => Promise.resolve(undefined),
    list: () => Promise.resolve([]),
    remove: () => Promise.resolve(),
    ...store,
  }
  const ownImporter = openImporter({ db: database.db, files: fileStore, imageEncoder, log: silentLog })
  const bytes = zipSync({ ...Object.fromEntries(texts), 'images/red.png': image })
  const lines: ImportLine[] = []
  for await (const line of ownImporter.run({ bytes, fileName: 'bank.zip', isDryRun: false, actorId })) lines.push(line)
  return lines
}

/** The last line of {@link linesWhile}. */
export async function importWhile(...given: Parameters<typeof linesWhile>): Promise<ImportLine | undefined> {
  return (await linesWhile(...given)).at(-1)
}

/** Waits until an abandoned import has stopped. */
export async function waitUntilFree(): Promise<void> {
  while ((await messageOf('[]')).startsWith('Another')) await setTimeout(10)
}

/** Opens a database and an importer for the tests in a file. */
export function prepareImports(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
    imageEncoder = openImageEncoder()
    importer = openImporter({ db: database.db, files: openFileStore({ dataDir: '/nowhere', s3: undefined }), imageEncoder, log: silentLog })
    await saveCertification(database.db, aCertification(), 0)
  })
  afterEach(async () => {
    for (const table of ['question_versions', 'questions', 'case_studies', 'audit_log', 'users'] as const)
      await database.db.deleteFrom(table).execute()
  })
  afterAll(async () => {
    await importer.close()
    await imageEncoder.close()
    await database.close()
  })
}
