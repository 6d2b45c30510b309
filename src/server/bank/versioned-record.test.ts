import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addCaseStudy, findStoredCaseStudy } from '#server/bank/case-studies.ts'
import { addCertification } from '#server/bank/certification-editing.ts'
import { changeQuestions } from '#server/bank/question-changes.ts'
import { addQuestion, restoreVersion } from '#server/bank/question-editing.ts'
import { findStoredQuestion } from '#server/bank/question-history.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { findCertificationRow, nextPosition, saveCertification } from '#server/catalogue/certifications.ts'
import type { Tables } from '#server/db/tables.ts'
import { aBankItem, aCertification, aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { waitForBlockedTransaction } from '#tests/services.ts'

const now = new Date('2026-11-21T08:00:00Z')
const fabrikam = { id: 'fabrikam', title: 'Fabrikam', content: '<p>Fabrikam sells shoes.</p>' }
const { id } = aQuestion()
const certificationItem = {
  id: 'mb-900',
  name: 'Mine',
  description: 'Mine.',
  family: 'ERP',
  type: 'Expert',
  status: 'active',
  skill_areas: [{ name: 'Mine', weight_min: 10, weight_max: 20, skills: ['Skill'] }],
}

const database = prepareDatabase()
beforeEach(async () => {
  await saveCaseStudy(database.db, fabrikam)
})

/**
 * The database, in which queries find no rows of the table before the first insert, as if another transaction had inserted them at that
 * moment.
 */
function hideUntilInsert(table: keyof Tables) {
  let hasInserted = false
  const hidden = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'InsertQueryNode') hasInserted = true
      if (node.kind === 'SelectQueryNode' && !hasInserted && JSON.stringify(node.from).includes(`"${table}"`)) hidden.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => (hidden.has(queryId) ? { ...result, rows: [] } : result),
  }
  return database.db.withPlugin(plugin)
}

describe('a new record whose id another administrator added after the check', () => {
  test('gets another id when the id comes from the title of a case study', async () => {
    const added = await addCaseStudy(hideUntilInsert('case_studies'), null, { title: 'Fabrikam', content: '<p>Mine</p>' }, now)
    expect(added).toMatchObject({ ok: true, record: { id: expect.stringMatching(/^fabrikam-[\da-f]{8}$/), content: '<p>Mine</p>' } })
    expect(await findStoredCaseStudy(database.db, 'fabrikam')).toMatchObject({ ...fabrikam, version: 1 })
  })

  test('is refused for a question', async () => {
    await saveQuestions(database.db, [aQuestion()])
    const added = await addQuestion(hideUntilInsert('questions'), null, aBankItem({ text: '<p>Mine?</p>' }), now)
    expect(added).toEqual({ ok: false, refusal: 'QUESTION_EXISTS' })
    expect(await findStoredQuestion(database.db, id)).toMatchObject({ text: aQuestion().text, version: 1 })
  })

  test('is refused for a certification, whose outline stays', async () => {
    const before = await findCertificationRow(database.db, 'mb-800')
    const added = await addCertification(hideUntilInsert('certifications'), null, { ...certificationItem, id: 'mb-800' }, now)
    expect(added).toEqual({ ok: false, refusal: 'CERTIFICATION_EXISTS' })
    expect(await findCertificationRow(database.db, 'mb-800')).toEqual(before)
  })
})

test('a deleted question that two administrators restore at the same time keeps both versions', async () => {
  await saveQuestions(database.db, [aQuestion()])
  await changeQuestions(database.db, null, [id], { type: 'delete' }, now)
  await saveQuestions(database.db, [aQuestion({ text: '<p>Theirs?</p>' })], { by: null, at: now })
  const restored = await restoreVersion(hideUntilInsert('questions'), null, id, 1, undefined, now)
  expect(restored).toMatchObject({ ok: true, record: { version: 3, text: aQuestion().text } })
  const stored = await database.db.selectFrom('question_versions').select('version').orderBy('version').execute()
  expect(stored).toEqual([{ version: 1 }, { version: 2 }])
})

// The embedded database has one connection, so its transactions never run at the same time.
describe.skipIf(!process.env['DATABASE_URL'])('on a database with several connections', () => {
  test('two case studies with the same title are both stored', async () => {
    const contents = ['<p>1</p>', '<p>2</p>', '<p>3</p>']
    await Promise.all(contents.map((content) => addCaseStudy(database.db, null, { title: 'Contoso', content }, now)))
    const stored = await database.db
      .selectFrom('case_studies')
      .select('content')
      .where('title', '=', 'Contoso')
      .orderBy('content')
      .execute()
    expect(stored.map(({ content }) => content)).toEqual(contents)
  })

  // Regression: both certifications got the same position.
  test('two certifications that are added at the same time have different positions', async () => {
    let adding: ReturnType<typeof addCertification> | undefined
    await database.db.transaction().execute(async (transaction) => {
      await saveCertification(transaction, aCertification({ id: 'mb-300' }), await nextPosition(transaction))
      adding = addCertification(database.db, null, certificationItem, now)
      await waitForBlockedTransaction(database.db)
    })
    expect(await adding).toMatchObject({ ok: true, record: { id: 'mb-900', position: 2 } })
  })

  test.each([
    ['case_studies', 'fabrikam', 'case_study_id'],
    ['certifications', 'mb-800', 'exam_id'],
  ] as const)('a question is refused when a row of %s that it uses is deleted at the same time', async (table, usedId, field) => {
    let adding: ReturnType<typeof addQuestion> | undefined
    await database.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom(table).where('id', '=', usedId).execute()
      adding = addQuestion(database.db, null, aBankItem({ case_study_id: 'fabrikam' }), now)
      await waitForBlockedTransaction(database.db)
    })
    expect(await adding).toMatchObject({ ok: false, refusal: 'QUESTION_REFUSED', refusals: [{ field }] })
  })

  test('a question does not move to a skill area that is removed at the same time', async () => {
    await saveQuestions(database.db, [aQuestion()])
    await saveCertification(database.db, aCertification({ id: 'mb-300' }), 1)
    const move = { type: 'move', exam_id: 'mb-300', skill_area: aQuestion().skillArea }
    let moving: ReturnType<typeof changeQuestions> | undefined
    await database.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('certifications').select('id').where('id', '=', 'mb-300').forUpdate().execute()
      await transaction.deleteFrom('skill_areas').where('certification_id', '=', 'mb-300').execute()
      moving = changeQuestions(database.db, null, [id], move, now)
      await waitForBlockedTransaction(database.db)
    })
    expect(await moving).toMatchObject({ ok: false, refusal: 'CHANGE_REFUSED', refusals: [{ field: 'skill_area' }] })
  })
})
