import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter, type Importer } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport } from '#server/bank/import/messages.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { aCertification } from '#tests/factories.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
let importer: Importer
const imageEncoder = openImageEncoder()
beforeAll(async () => {
  database = await openTestDatabase()
  importer = openImporter({ db: database.db, files: openFileStore({ dataDir: '/nowhere', s3: undefined }), imageEncoder, log: silentLog })
  await saveCertification(database.db, aCertification(), 0)
})
afterAll(async () => {
  await importer.close()
  await imageEncoder.close()
  await database.close()
})

async function linesOf(files: Record<string, string | Uint8Array>): Promise<ImportLine[]> {
  const bytes = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, one]) => [name, typeof one === 'string' ? strToU8(one) : one])),
  )
  const choices = { examId: 'mb-800', reference: 'https://learn.microsoft.com/x' }
  const lines: ImportLine[] = []
  for await (const line of importer.run({ bytes, fileName: 'pkg.zip', isDryRun: false, actorId: null, choices })) lines.push(line)
  return lines
}
const countsIn = (lines: ImportLine[]) => (lines.find(({ type }) => type === 'report') as ImportReport | undefined)?.counts
const messageIn = (lines: ImportLine[]) => lines.flatMap((line) => (line.type === 'failed' ? [line.message] : []))[0]

const item = (id: string, interaction: string) =>
  `<assessmentItem identifier="${id}" title="Title ${id}"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>a</value></correctResponse></responseDeclaration><itemBody><p>Question ${id}?</p>${interaction}</itemBody></assessmentItem>`
const choice =
  '<choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="a">Yes</simpleChoice><simpleChoice identifier="b">No</simpleChoice><simpleChoice identifier="c">Maybe</simpleChoice></choiceInteraction>'
const pkg = {
  'imsmanifest.xml': '<manifest identifier="P"><resources/></manifest>',
  'a.xml': item('a', choice),
  'b.xml': item('b', choice),
}

test('a package is imported without its essays, and the second import changes nothing', async () => {
  const files = { ...pkg, 'c.xml': item('c', '<extendedTextInteraction responseIdentifier="R"/>') }
  expect(countsIn(await linesOf(files))).toEqual({ new: 2, changed: 0, same: 0, refused: 1 })
  expect(await database.db.selectFrom('questions').select('id').execute()).toHaveLength(2)
  expect(countsIn(await linesOf(files))).toEqual({ new: 0, changed: 0, same: 2, refused: 1 })
})

test('a hostile package is refused with a reason, and the next one is read', async () => {
  expect(messageIn(await linesOf({ ...pkg, '../outside.xml': item('x', choice) }))).toMatch(/unsafe path/)
  expect(messageIn(await linesOf({ ...pkg, 'bomb.xml': new Uint8Array(200_000_000) }))).toMatch(/larger than/)
  expect(await database.db.selectFrom('questions').select('id').execute()).toHaveLength(2)
  expect(countsIn(await linesOf(pkg))).toEqual({ new: 0, changed: 0, same: 2, refused: 0 })
})
