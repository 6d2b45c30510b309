import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCertification, listCertificationRows, listCertifications, saveCertification } from '#server/catalogue/certifications.ts'
import { saveOutline } from '#server/catalogue/outlines.ts'
import { readCertifications } from '#server/catalogue/certifications-file.ts'
import {
  countByObjective,
  findCaseStudy,
  findShortQuestion,
  listAnswerKeys,
  listMissingSections,
  listCaseStudiesById,
  listQuestionRows,
  listQuestions,
  listQuestionsById,
  readOneOfEach,
} from '#server/bank/questions.ts'
import { removeLoadedQuestionsExcept, saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { bumpContentVersion, readContentVersion } from '#server/platform/content-version.ts'
import { sql } from 'kysely'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const idOf = (last: number) => `01a1f7f8-3000-7dd5-a155-88000000000${last}`

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => saveCertification(database.db, aCertification(), 0))
afterEach(() => database.empty())

describe('questions', () => {
  test('of every type are read as they were saved', async () => {
    const saved = [aQuestion({ id: idOf(1) }), aReorderQuestion({ id: idOf(2) }), aMatchingQuestion({ id: idOf(3) })]
    await saveQuestions(database.db, saved)
    const source = { version: 1, outlineOf: '2026-06-30' }
    const expected = saved.map(({ examId: _1, difficulty: _2, grounding: _3, createdAt: _4, state: _5, objective: _6, ...question }) => ({
      ...question,
      source,
    }))
    expect(await listQuestions(database.db, 'mb-800')).toEqual(expected)
  })

  test('are ordered by created_at, then id', async () => {
    await saveQuestions(database.db, [aQuestion({ id: idOf(3), createdAt: '2026-11-20T08:00:00Z' })])
    await saveQuestions(database.db, [aQuestion({ id: idOf(1), createdAt: '2026-11-20T09:00:00Z' })])
    await saveQuestions(database.db, [aQuestion({ id: idOf(2), createdAt: '2026-11-20T08:00:00Z' })])
    expect((await listQuestionRows(database.db, 'mb-800')).map(({ id }) => id)).toEqual([idOf(2), idOf(3), idOf(1)])
  })

  test('are replaced when saved again', async () => {
    await saveQuestions(database.db, [aQuestion({ id: idOf(1) })])
    await saveQuestions(database.db, [aQuestion({ id: idOf(1), text: '<p>New?</p>' })])
    expect(await listQuestions(database.db, 'mb-800')).toMatchObject([{ text: '<p>New?</p>' }])
  })

  // Source: spec §3. Rows may contain the answer key as text with braces and commas.
  test.each([['"A,C"'], ['"{A,C}"'], ['["A","C"]']])('are read with the answer key %s', async (written) => {
    await saveQuestions(database.db, [aQuestion({ id: idOf(1), type: 'multiple_choice' })])
    await sql`update questions set correct_answer = ${written}::jsonb`.execute(database.db)
    expect(await listQuestions(database.db, 'mb-800')).toMatchObject([{ answerKey: ['A', 'C'] }])
    expect(await listQuestionRows(database.db, 'mb-800')).toMatchObject([{ correct_answer: ['A', 'C'] }])
  })

  test('are read by their ids, in the order of the ids, if they are published', async () => {
    for (const last of [1, 2, 3])
      await saveQuestions(database.db, [aQuestion({ id: idOf(last), state: last === 2 ? 'draft' : 'published' })])
    const [first, third] = await listQuestions(database.db, 'mb-800')
    expect(await listQuestionsById(database.db, 'mb-800', [3, 2, 1, 9].map(idOf))).toEqual([third, first])
    expect(await listQuestionsById(database.db, 'mb-230', [idOf(1)])).toEqual([])
    expect(await listQuestionsById(database.db, 'mb-800', [])).toEqual([])
  })

  test('are indexed with the month of their page or their objective, whichever is later', async () => {
    const grounding = {
      repository: 'MicrosoftDocs/dynamics365smb-docs',
      path: 'business-central/finance-currencies.md',
      commit: 'a'.repeat(40),
      lines: '1-9',
      page_date: '2026-03-11',
      checked_on: '2026-11-23',
    }
    const reference = 'https://learn.microsoft.com/en-us/dynamics365/business-central/finance-currencies'
    const objective = { skillArea: 'Configure financials', skill: 'Currencies', text: 'Set up currencies' }
    await saveOutline(database.db, {
      certificationId: 'mb-800',
      version: '2026-06-30',
      effectiveOn: null,
      source: { source: 'Study guide', checkedOn: '2026-11-23', isApproximate: false },
      objectives: [
        { id: 'currencies', ...objective, since: '2026-06-30' },
        { id: 'rates', ...objective },
      ],
    })
    await saveQuestions(database.db, [
      aQuestion({ id: idOf(1), reference, grounding, objective: 'currencies' }),
      aQuestion({ id: idOf(2), reference, grounding, objective: 'rates' }),
      aQuestion({ id: idOf(3), reference: 'https://learn.microsoft.com/en-us/other', grounding, objective: 'rates' }),
    ])
    expect((await listAnswerKeys(database.db, 'mb-800')).map(({ newIn }) => newIn)).toEqual(['2026-06', '2026-03', undefined])
  })

  test('have case studies or series, or lack them', async () => {
    const missing = () => listMissingSections(database.db, 'mb-800')
    await saveCaseStudy(database.db, { id: idOf(9), title: 'Case', content: '<p>Case</p>' })
    expect(await missing()).toEqual(['caseStudies', 'series'])
    const inCase = { caseStudyId: idOf(9) }
    await saveQuestions(database.db, [aQuestion({ id: idOf(1) }), aQuestion({ id: idOf(2), ...inCase })])
    expect(await missing()).toEqual(['series'])
    await saveQuestions(database.db, [aQuestion({ id: idOf(3), ...inCase, type: 'solution', options: [], answerKey: ['yes'] })])
    expect(await missing()).toEqual([])
    await removeLoadedQuestionsExcept(database.db, 'mb-800', [idOf(1), idOf(3)])
    expect(await missing()).toEqual(['caseStudies'])
  })

  test('outside a list of ids can be deleted', async () => {
    for (const last of [1, 2, 3]) await saveQuestions(database.db, [aQuestion({ id: idOf(last) })])
    await removeLoadedQuestionsExcept(database.db, 'mb-800', [idOf(2)])
    expect((await listQuestions(database.db, 'mb-800')).map(({ id }) => id)).toEqual([idOf(2)])
    await removeLoadedQuestionsExcept(database.db, 'mb-800', [])
    expect(await listQuestions(database.db, 'mb-800')).toEqual([])
  })

  test('of an unknown certification do not exist', async () => {
    expect(await listQuestions(database.db, 'zz-100')).toEqual([])
  })
})

describe('a short question', () => {
  test('is the shortest published one with one answer and without a case study', async () => {
    await saveCaseStudy(database.db, { id: 'used', title: 'Kayaks', content: '<p>Boats.</p>' })
    expect(await findShortQuestion(database.db, 'mb-800')).toBeUndefined()
    await saveQuestions(database.db, [
      aQuestion({ id: idOf(1), text: '<p>A long question about invoices?</p>' }),
      aQuestion({ id: idOf(2), text: '<p>A short question?</p>' }),
      aQuestion({ id: idOf(3), text: '<p>Case?</p>', caseStudyId: 'used' }),
      aReorderQuestion({ id: idOf(4), text: '<p>Order?</p>' }),
      aQuestion({ id: idOf(5), text: '<p>Draft?</p>', state: 'draft' }),
    ])
    expect(await findShortQuestion(database.db, 'mb-800')).toMatchObject({ id: idOf(2) })
  })
})

describe('case studies', () => {
  test('are listed by their ids', async () => {
    await saveCaseStudy(database.db, { id: 'used', title: 'Kayaks', content: '<p>Boats.</p>' })
    await saveCaseStudy(database.db, { id: 'unused', title: 'Cheese', content: '<p>Wheels.</p>' })
    const used = { id: 'used', title: 'Kayaks', content: '<p>Boats.</p>' }
    expect(await listCaseStudiesById(database.db, ['used', 'nowhere'])).toEqual([used])
    expect(await listCaseStudiesById(database.db, [])).toEqual([])
    expect(await findCaseStudy(database.db, 'nowhere')).toBeUndefined()
  })
})

test('objectives have the numbers of their published questions', async () => {
  await saveQuestions(database.db, [
    aQuestion({ id: idOf(1), objective: 'payment-terms' }),
    aQuestion({ id: idOf(2), objective: 'payment-terms' }),
    aQuestion({ id: idOf(3), objective: 'payment-terms', state: 'draft' }),
    aQuestion({ id: idOf(4) }),
  ])
  expect(await countByObjective(database.db, 'mb-800')).toEqual({ 'payment-terms': 2 })
})

describe('certifications', () => {
  test('that can be taken come first in their family', async () => {
    await saveCertification(database.db, aCertification({ id: 'mb-300', status: 'retired' }), 0)
    await saveCertification(database.db, aCertification({ id: 'mb-310' }), 5)
    await saveCertification(database.db, aCertification({ id: 'mb-230', family: 'CRM' }), 1)
    expect((await listCertifications(database.db)).map(({ id }) => id)).toEqual(['mb-800', 'mb-310', 'mb-300', 'mb-230'])
  })

  test('have languages, French and the practice assessment only if they are known', async () => {
    const known = aCertification({ languages: 'English', inFrench: 'no', practiceAssessment: 'yes' })
    await saveCertification(database.db, known, 0)
    expect(await findCertification(database.db, 'mb-800')).toMatchObject({
      languages: 'English',
      inFrench: 'no',
      practiceAssessment: 'yes',
    })
    const { languages: _1, inFrench: _2, practiceAssessment: _3, ...earlier } = known
    expect(readCertifications([earlier])).toEqual({ ok: true, value: [aCertification()] })
  })

  test('are read as they were saved, with the number of questions per skill area', async () => {
    await saveQuestions(database.db, [aQuestion({ id: idOf(1) })])
    await saveQuestions(database.db, [aQuestion({ id: idOf(2) })])
    expect(await findCertification(database.db, 'mb-800')).toEqual({ ...aCertification(), bankSize: 2, areaSizes: [0, 2] })
  })

  test('lose the areas that are not in a new outline', async () => {
    const [area] = aCertification().skillAreas
    await saveCertification(database.db, aCertification({ skillAreas: area ? [area] : [] }), 0)
    expect((await findCertification(database.db, 'mb-800'))?.skillAreas).toEqual([area])
  })

  test('have dates that do not depend on the time zone of the machine', async () => {
    await saveCertification(database.db, aCertification({ status: 'retired', retiredOn: '2026-06-30' }), 0)
    expect((await findCertification(database.db, 'mb-800'))?.retiredOn).toBe('2026-06-30')
  })

  test('are listed by family: ascending in the rows, in the order of the site for pages', async () => {
    await saveCertification(database.db, aCertification({ id: 'pl-900', family: 'Power Platform' }), 1)
    await saveCertification(database.db, aCertification({ id: 'mb-230', family: 'CRM' }), 2)
    expect((await listCertificationRows(database.db)).map(({ family }) => family)).toEqual(['CRM', 'ERP', 'Power Platform'])
    expect((await listCertifications(database.db)).map(({ family }) => family)).toEqual(['ERP', 'CRM', 'Power Platform'])
  })
})

describe('readiness', () => {
  test('reads one row of each table', async () => {
    expect(await readOneOfEach(database.db)).toEqual({ certifications: 1, questions: 0 })
  })
})

describe('content versions', () => {
  test('count up from 0', async () => {
    expect(await readContentVersion(database.db)).toBe(0)
    await bumpContentVersion(database.db)
    await bumpContentVersion(database.db)
    expect(await readContentVersion(database.db)).toBe(2)
  })

  test('ignore failed transactions', async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      await bumpContentVersion(transaction)
      throw new Error('given up')
    })
    await expect(failing).rejects.toThrow('given up')
    expect(await readContentVersion(database.db)).toBe(0)
  })
})
