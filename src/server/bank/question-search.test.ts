import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { saveCertification } from '#server/catalogue/certifications.ts'
import { removeLoadedQuestionsExcept, saveQuestions } from '#server/bank/save-questions.ts'
import { symbolsOfText } from '#server/bank/question-filter.ts'
import { countStates, matchesMax } from '#server/bank/question-search.ts'
import { add, answer, database, find, idOf, numberOf, numbers, prepareSearch } from '#server/bank/question-search.test-setup.ts'
import { wordLimits } from '#server/bank/word-search.ts'
import { transact } from '#server/db/transact.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

prepareSearch()

describe('the list of questions', () => {
  test('has the details of each question as plain text', async () => {
    await add({ text: `<p>Where &amp; <b>when</b>?</p><p>${'Long. '.repeat(100)}</p>` })
    await answer({ 1: [4, 3] })
    const { questions } = await find()
    expect(questions).toEqual([
      {
        id: idOf(1),
        type: 'single_choice',
        words: expect.stringMatching(/^Where & when\? Long\. /),
        skillArea: 'Configure financials',
        optionCount: 4,
        state: 'published',
        version: 1,
        updatedAt: null,
        caseStudyId: null,
        answered: 4,
        correct: 3,
      },
    ])
    expect(questions[0]?.words).toHaveLength(300)
  })

  test('counts the options of every type', async () => {
    await add({}, aReorderQuestion({ id: idOf(2) }), aMatchingQuestion({ id: idOf(3) }))
    const { questions } = await find()
    expect(new Map(questions.map(({ type, optionCount }) => [type, optionCount]))).toEqual(
      new Map([
        ['single_choice', 4],
        ['reorder', 3],
        ['drag_drop', 2],
      ]),
    )
  })

  test('has 25 questions per page, each question once', async () => {
    await add(...Array.from({ length: 60 }, () => ({ createdAt: '2026-01-01T00:00:00.000Z' })))
    const pages = await Promise.all([1, 2, 3].map((page) => find({ page })))
    expect(pages.map(({ total, isTotalExact, page, pages: count, from, to }) => [total, isTotalExact, page, count, from, to])).toEqual([
      [60, true, 1, 3, 1, 25],
      [60, true, 2, 3, 26, 50],
      [60, true, 3, 3, 51, 60],
    ])
    const seen = pages.flatMap(({ questions }) => questions.map(({ id }) => numberOf(id)))
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  })

  test.each([
    [0, 1],
    [-3, 1],
    [2, 2],
    [1.5, 1],
    [99, 2],
    [Number.NaN, 1],
    [Infinity, 2],
  ])('shows page %s as page %s', async (asked, page) => {
    await add(...Array.from({ length: 26 }, () => ({})))
    expect(await find({ page: asked })).toMatchObject({ page, pages: 2 })
  })

  test('has one empty page without questions', async () => {
    const nothing = { questions: [], total: 0, isTotalExact: true, listed: 0, page: 1, pages: 1, from: 0, to: 0 }
    for (const sort of ['oldest', 'newest', 'changed', 'hardest'] as const) expect(await find({ sort })).toEqual(nothing)
    await add({})
    expect(await find({ examId: 'zz-100' })).toEqual(nothing)
    expect(await find({ search: 'nowhere' })).toEqual(nothing)
  })

  test('reflects changes of the questions', async () => {
    await saveCertification(database.db, aCertification({ id: 'mb-230' }), 1)
    await add({ text: '<p>Old words?</p>' }, {})
    await add({ text: '<p>New words?</p>', examId: 'mb-230' })
    expect(await numbers()).toEqual([2])
    expect(await numbers({ examId: 'mb-230', search: 'old words' })).toEqual([])
    expect(await numbers({ examId: 'mb-230', search: 'new words' })).toEqual([1])
    await removeLoadedQuestionsExcept(database.db, 'mb-230', [])
    expect(await find({ examId: 'mb-230' })).toMatchObject({ total: 0 })
  })
})

describe('a search', () => {
  test.each([
    ['overdue', [1]],
    ['OVERDUE', [1]],
    ['  overdue?   interest ', [1]],
    ['verd', [1]],
    ['oe', [2]],
    ['uv', []],
    ['interest rate', []],
    ['interet', [2]],
    ['INTÉRÊT', [2]],
    ['oeuvre', [2]],
    ['<b>', []],
    ['strong', []],
    ['100%', [3]],
    ['%', [3]],
    ['% .', []],
    ['% of', [3]],
    ['.', [1, 2, 3, 4, 5, 6]],
    ['ж', [7]],
    ['9', [7]],
    ['_', [4]],
    ['a_b', [4]],
    ['axb', []],
    ['\\', [5]],
    ['c\\d', [5]],
    ['payment terms hold', [1, 2, 3, 4, 5]],
    ["'; drop table questions; --", []],
    ['zero \0 byte', []],
    ['&', [6]],
    ['x'.repeat(5_000), []],
  ])('for %j matches %j', async (search, expected) => {
    await add(
      { text: '<p>What is <strong>over</strong>due? Interest.</p>' },
      { text: '<p>Où est l’intérêt de l’œuvre ?</p>' },
      { text: '<p>At 100% of it.</p>' },
      { text: '<p>Name a_b, please.</p>' },
      { text: '<p>Folder c\\d, please.</p>' },
      { text: '<p>Terms &amp; such.</p>', explanation: '<p>None.</p>' },
      { text: '<p>Row ж, 9</p>', explanation: '<p>None</p>' },
    )
    expect(await numbers({ search })).toEqual(expected)
  })

  test('for two letters finds the words that begin with them', async () => {
    await add(
      { text: '<p>VAT is due.</p>' },
      { text: '<p>Private value.</p>' },
      { text: '<p>Set it (vat).</p>' },
      { text: '<p>Private.</p>' },
    )
    expect(await numbers({ search: 'VA' })).toEqual([1, 2, 3])
  })

  test('counts all questions with a word, unless the word is frequent', async () => {
    await add(...Array.from({ length: matchesMax + 30 }, (_, i) => ({ text: i < 4 ? '<p>Rare?</p>' : '<p>Usual?</p>' })))
    expect(await find({ search: 'usual', page: 99 })).toMatchObject({ total: matchesMax + 26, isTotalExact: true, page: 14, to: 326 })
    expect(await find({ search: 'rare' })).toMatchObject({ total: 4, isTotalExact: true })
    expect(await find({})).toMatchObject({ total: matchesMax + 30, isTotalExact: true })
    expect(await find({ statistics: 'unanswered' })).toMatchObject({ total: matchesMax, isTotalExact: false, pages: 12 })
    const { foundWithStatistics } = wordLimits
    expect(await find({ statistics: 'unanswered', search: 'usual' })).toMatchObject({ total: foundWithStatistics, isTotalExact: false })
    expect(await find({ sort: 'hardest', page: 99 })).toMatchObject({ total: matchesMax, isTotalExact: false, page: 12, to: 300 })
    expect(await find({ sort: 'hardest', search: 'rare' })).toMatchObject({ total: 4, isTotalExact: true })
  })
})

// Without the index, a search for % would read the texts of the whole bank.
test('the expression for symbols is the one of the index', async () => {
  const plan = await transact(database.db, async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction)
    const { rows } = await sql`explain select from question_entries where ${symbolsOfText} @> array['%']`.execute(transaction)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('question_entries_symbols')
})

describe('a filter', () => {
  const drafts = { state: 'draft' as const }

  test('combines type, skill area and state with a search', async () => {
    await add({ type: 'multiple_choice', answerKey: ['A', 'C'] }, { skillArea: 'Other', ...drafts }, drafts, {
      text: '<p>Elsewhere?</p>',
      ...drafts,
    })
    expect(await numbers({ type: 'multiple_choice' })).toEqual([1])
    expect(await numbers({ skillArea: 'Other' })).toEqual([2])
    expect(await numbers({ state: 'published' })).toEqual([1])
    expect(await numbers({ state: 'draft', skillArea: 'Configure financials' })).toEqual([3, 4])
    expect(await numbers({ state: 'draft', search: 'elsewhere' })).toEqual([4])
    expect(await countStates(database.db, 'mb-800')).toEqual({ published: 1, draft: 3 })
    expect(await countStates(database.db, 'zz-100')).toEqual({ published: 0, draft: 0 })
  })

  test('selects questions by their statistics', async () => {
    await add(...Array.from({ length: 7 }, () => ({})))
    await answer({ 1: [10, 3], 2: [10, 4], 3: [9, 0], 4: [10, 9], 5: [20, 19], 6: [1000, 399] })
    expect(await numbers({ statistics: 'unanswered' })).toEqual([7])
    expect(await numbers({ statistics: 'hard' })).toEqual([1, 6])
    expect(await numbers({ statistics: 'easy' })).toEqual([5])
    expect(await find({ statistics: 'hard', search: 'vendor' })).toMatchObject({ total: 2 })
    await database.db
      .updateTable('question_statistics')
      .set({ needs_review: true })
      .where('question_id', 'in', [idOf(2), idOf(5)])
      .execute()
    expect(await numbers({ statistics: 'flagged' })).toEqual([2, 5])
  })
})

describe('the order', () => {
  test('follows the created time or the last change', async () => {
    await add({}, {}, {}, {})
    for (const [number, minute] of [
      [2, 1],
      [4, 3],
      [1, 2],
    ] as const)
      await saveQuestions(database.db, [aQuestion({ id: idOf(number), createdAt: `2026-01-01T00:0${number}:00Z` })], {
        by: null,
        at: new Date(Date.UTC(2026, 5, 1, 0, minute)),
      })
    expect(await numbers({ sort: 'oldest' })).toEqual([1, 2, 3, 4])
    expect(await numbers({ sort: 'newest' })).toEqual([4, 3, 2, 1])
    expect(await numbers({ sort: 'changed' })).toEqual([4, 1, 2, 3])
  })

  test.each([
    ['oldest', Array.from({ length: 60 }, (_, i) => i + 1)],
    ['newest', Array.from({ length: 60 }, (_, i) => 60 - i)],
    ['changed', [...Array.from({ length: 20 }, (_, i) => 60 - 3 * i), ...Array.from({ length: 40 }, (_, i) => i + 1 + Math.floor(i / 2))]],
  ] as const)('of the %s ones continues on every page, also on those that are read from the end', async (sort, expected) => {
    await add(...Array.from({ length: 60 }, () => ({})))
    for (let number = 3; number <= 60; number += 3) {
      const updatedAt = new Date(Date.UTC(2026, 5, 1, 0, number))
      for (const [table, key] of [
        ['questions', 'id'],
        ['question_entries', 'question_id'],
      ] as const)
        await database.db.updateTable(table).set({ updated_at: updatedAt }).where(key, '=', idOf(number)).execute()
    }
    // All questions have the word, so the search sorts them itself.
    for (const search of ['', 'vendor']) {
      const pages = [await numbers({ sort, search }), await numbers({ sort, search, page: 2 }), await numbers({ sort, search, page: 3 })]
      expect(pages.flat()).toEqual(expected)
    }
  })

  test('by difficulty puts questions with few answers last, on every page', async () => {
    await add(...Array.from({ length: 60 }, () => ({})))
    // Every second question was answered; later questions are harder.
    await answer(Object.fromEntries(Array.from({ length: 30 }, (_, i): [number, [number, number]] => [2 * i + 2, [100, 90 - i]])))
    await database.db.updateTable('question_statistics').set({ answered: 9, correct: 0 }).where('question_id', '=', idOf(60)).execute()
    const judged = Array.from({ length: 29 }, (_, i) => 58 - 2 * i)
    const others = [...Array.from({ length: 30 }, (_, i) => 2 * i + 1), 60]
    // All questions have the word, so the search sorts them itself.
    for (const search of ['', 'vendor']) {
      const filter = { sort: 'hardest' as const, search }
      const pages = [await numbers(filter), await numbers({ ...filter, page: 2 }), await numbers({ ...filter, page: 3 })]
      expect(pages.flat()).toEqual([...judged, ...others])
      expect(pages.map(({ length }) => length)).toEqual([25, 25, 10])
    }
  })
})
