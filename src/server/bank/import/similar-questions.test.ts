import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listWordingBuckets, wordingOf } from '#exam/near-duplicate.ts'
import type { ImportLine } from '#server/bank/import/messages.ts'
import { listSimilarWordings, listWordingsWithoutBuckets, saveBuckets } from '#server/bank/import/question-buckets.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { anItem, database, dryRun, id, linesOf, prepareImports, reportIn, words } from '#server/bank/import/import.test-setup.ts'

prepareImports()

const nearOf = (lines: readonly ImportLine[]) => reportIn(lines).rows.map(({ nearDuplicate }) => nearDuplicate?.id)
const stagesOf = (lines: readonly ImportLine[]) => lines.flatMap((line) => (line.type === 'progress' ? [line.stage] : []))
const firstId = '00000000-0000-0000-0000-000000000000'

describe('the check of a small file', () => {
  test('reads only the similar questions of the bank', async () => {
    await linesOf(Array.from({ length: 50 }, (_, i) => anItem(i)))
    const first = await linesOf([anItem(90, { text: `${words(7)} more` })], { isDryRun: true })
    expect(nearOf(first)).toEqual([id(7)])
    expect(stagesOf(first)).toContain('comparing')
    const second = await linesOf([anItem(91, { text: `${words(8)} more` }), anItem(92)], { isDryRun: true })
    expect(nearOf(second)).toEqual([id(8), undefined])
    expect(stagesOf(second)).not.toContain('comparing')
    const similar = await listSimilarWordings(database.db, 'mb-800', listWordingBuckets(wordingOf(anItem(8) as never)), [])
    expect(similar.length).toBeLessThan(10)
    expect(similar.map((one) => one.id)).toContain(id(8))
  })

  test('finds the same long text with other options', async () => {
    await linesOf([anItem(1)])
    await dryRun([anItem(90)])
    const options = Array.from({ length: 4 }, (_, i) => words(500 + i))
    expect(nearOf(await linesOf([anItem(91, { options })], { isDryRun: true }))).toEqual([undefined])
    expect(nearOf(await linesOf([anItem(92, { text: words(1), options })], { isDryRun: true }))).toEqual([id(1)])
  })

  test('compares with the current words of a changed question, and no longer with a deleted one', async () => {
    await linesOf([anItem(1), anItem(2)])
    await dryRun([anItem(90)])
    const options = [301, 302, 303, 304].map(words)
    await changeQuestion(database.db, null, id(1), { text: `<p>${words(300)}</p>`, options }, undefined, new Date())
    await database.db.deleteFrom('questions').where('id', '=', id(2)).execute()
    const items = [300, 1, 2].map((number, i) => anItem(90 + i, { text: `${words(number)} more`, ...(number === 300 && { options }) }))
    expect(nearOf(await linesOf(items, { isDryRun: true }))).toEqual([id(1), undefined, undefined])
  })

  test('finds similar questions even if the buckets cannot be stored', async () => {
    await linesOf([anItem(1)])
    await sql`alter table question_buckets add constraint full_disk check (false)`.execute(database.db)
    const lines = await linesOf([anItem(90, { text: `${words(1)} more` })], { isDryRun: true })
    await sql`alter table question_buckets drop constraint full_disk`.execute(database.db)
    expect(nearOf(lines)).toEqual([id(1)])
  })
})

test('buckets of a question that was changed or deleted meanwhile are left out', async () => {
  await linesOf([anItem(1), anItem(2)])
  await changeQuestion(database.db, null, id(2), { difficulty: 1 }, undefined, new Date())
  const rows = [1, 2, 3].map((number) => ({ id: id(number), version: 1, buckets: [number] }))
  await saveBuckets(database.db, 'mb-800', rows)
  expect(await database.db.selectFrom('question_buckets').select('question_id').execute()).toEqual([{ question_id: id(1) }])
  expect((await listWordingsWithoutBuckets(database.db, 'mb-800', firstId)).map((one) => one.id)).toEqual([id(2)])
})
