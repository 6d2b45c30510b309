import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openQuestionChunks, type QuestionChunks } from '#server/bank/question-chunks.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { openStoredEditions } from '#server/bank/stored-editions.ts'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { aCertification, aQuestion } from '#tests/factories.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const idOf = (number: number) => `01a1f7f8-3000-7dd5-a155-${String(number).padStart(12, '0')}`
const questionNumber = (i: number) =>
  aQuestion({ id: idOf(i), text: `<p>Question ${i}?</p>`, createdAt: new Date(1_000_000 + i).toISOString() })
/** In 64 chunks. */
const questions = Array.from({ length: 1_000 }, (_, i) => questionNumber(i))

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await saveCertification(database.db, aCertification(), 0)
  for (let i = 0; i < questions.length; i += 200) await saveQuestions(database.db, questions.slice(i, i + 200))
  await bumpContentVersion(database.db)
})
afterEach(() => database.empty())

const startProcess = (build = 'build-1') => openQuestionChunks(database.db, { stored: openStoredEditions(database.db, build, silentLog) })

const readRow = () => database.db.selectFrom('stored_editions').select('edition').executeTakeFirst()

async function readAndStore(process: QuestionChunks) {
  const before = await readRow()
  const bank = await process.readBank('mb-800')
  await expect.poll(readRow, { timeout: 20_000 }).not.toEqual(before)
  return bank
}

/** Not a change that the site makes, because the version stays the same. A process notices it only if it reads the question. */
const changeSecretly = () => database.db.updateTable('questions').set({ text: '<p>Secret?</p>' }).where('id', '=', idOf(40)).execute()

describe('the stored edition of a large bank', () => {
  test('is used by a process that starts, without reading the questions', async () => {
    const bank = await readAndStore(startProcess())
    await changeSecretly()
    const started = startProcess()
    expect(await started.readBank('mb-800')).toEqual(bank)
    expect(await started.readIndex('mb-800')).toHaveLength(questions.length)
    expect(await started.findChunk(bank.chunks[0] ?? '')).toBeDefined()
  })

  test('is not used by another build', async () => {
    const bank = await readAndStore(startProcess())
    await changeSecretly()
    expect((await readAndStore(startProcess('build-2'))).chunks).not.toEqual(bank.chunks)
  })

  test('is the beginning of a later edition', async () => {
    await readAndStore(startProcess())
    await changeSecretly()
    await saveQuestions(database.db, [questionNumber(1_000), { ...questionNumber(7), text: '<p>Changed?</p>' }])
    await bumpContentVersion(database.db)
    const { chunks, size, first } = await startProcess().readBank('mb-800')
    expect([size, first.questions[7]?.text]).toEqual([1_001, '<p>Changed?</p>'])
    const all = (await openQuestionChunks(database.db).readBank('mb-800')).chunks
    // Only the chunk with the secret change was not read.
    expect(all.filter((address) => !chunks.includes(address))).toHaveLength(1)
  })

  test('is stored again if it has missed a change', async () => {
    const bank = await readAndStore(startProcess())
    await changeSecretly()
    const started = startProcess()
    await started.readBank('mb-800')
    const found = await Promise.all(bank.chunks.map((address) => started.findChunk(address)))
    expect(found.filter((content) => content === undefined)).toHaveLength(1)
    const again = await readAndStore(started)
    expect(again.chunks).toEqual((await openQuestionChunks(database.db).readBank('mb-800')).chunks)
    expect((await startProcess().readBank('mb-800')).chunks).toEqual(again.chunks)
  })

  test('is read again from the questions if its bytes are damaged', async () => {
    const bank = await readAndStore(startProcess())
    await database.db
      .updateTable('stored_editions')
      .set({ edition: Buffer.from('{}') })
      .execute()
    expect(await readAndStore(startProcess())).toEqual(bank)
  })
})
