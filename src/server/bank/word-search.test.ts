import { describe, expect, test } from 'vitest'
import type { QuestionSearch } from '#server/bank/question-filter.ts'
import { add, answer, database, find, idOf, numberOf, numbers, prepareSearch } from '#server/bank/question-search.test-setup.ts'
import { wordLimits } from '#server/bank/word-search.ts'

prepareSearch()

describe('a search for a frequent word', () => {
  const limits = {
    found: 35,
    foundWithStatistics: 10,
    listed: 30,
    listedMin: 5,
    read: { oldest: 40, newest: 40, changed: 40, hardest: 40 },
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const addWords = (isUsual: (number: number) => boolean) =>
    add(...range(1, 90).map((number) => ({ text: isUsual(number) ? '<p>Usual?</p>' : '<p>Rare?</p>' })))
  const listAll = async (filter: Partial<QuestionSearch>) => {
    const { pages } = await find({ search: 'usual', ...filter }, limits)
    const lists = await Promise.all(range(1, pages).map((page) => numbers({ search: 'usual', page, ...filter }, limits)))
    return lists.flat()
  }

  test('ends after a hundred questions and reports that there are more', async () => {
    const { found, foundWithStatistics } = wordLimits
    await add(...Array.from({ length: found + 60 }, (_, i) => ({ text: i < 50 ? '<p>Rare?</p>' : '<p>Usual?</p>' })))
    await answer(Object.fromEntries(Array.from({ length: 40 }, (_, i): [number, [number, number]] => [found + i, [10, 0]])))
    expect(await find({ search: 'usual' })).toMatchObject({ total: found, isTotalExact: false, listed: 100, pages: 4 })
    const last = await find({ search: 'usual', page: 99 })
    expect(last).toMatchObject({ page: 4, from: 76, to: 100 })
    expect(last.questions.map(({ id }) => numberOf(id))).toEqual(Array.from({ length: 25 }, (_, i) => 126 + i))
    expect(await numbers({ search: 'us', page: 4 })).toEqual(await numbers({ search: 'usual', page: 4 }))
    const unanswered = { total: foundWithStatistics, isTotalExact: false, pages: 4 }
    expect(await find({ search: 'usual', statistics: 'unanswered' })).toMatchObject(unanswered)
    expect(await find({ search: 'usual', statistics: 'hard' })).toMatchObject({ total: 40, isTotalExact: true })
  })

  test('lists the first matches in every order', async () => {
    await addWords((number) => number % 10 !== 0)
    const usual = range(1, 90).filter((number) => number % 10 !== 0)
    // Later questions are harder, and were changed earlier.
    await answer(Object.fromEntries(range(1, 90).map((number): [number, [number, number]] => [number, [100, 90 - number]])))
    for (const number of range(1, 90))
      await database.db
        .updateTable('question_entries')
        .set({ updated_at: new Date(Date.UTC(2026, 5, 1, 0, 90 - number)) })
        .where('question_id', '=', idOf(number))
        .execute()
    expect(await listAll({ sort: 'oldest' })).toEqual(usual.slice(0, 30))
    expect(await listAll({ sort: 'changed' })).toEqual(usual.slice(0, 30))
    expect(await listAll({ sort: 'newest' })).toEqual(usual.toReversed().slice(0, 30))
    expect(await listAll({ sort: 'hardest' })).toEqual(usual.toReversed().slice(0, 30))
    expect(await listAll({ sort: 'hardest', statistics: 'hard' })).toEqual(usual.toReversed().slice(0, 30))
    expect(await listAll({ state: 'draft' })).toEqual([])
  })

  test('lists only the matches among the first texts', async () => {
    await addWords((number) => number % 2 === 0)
    // Later questions are harder.
    await answer(Object.fromEntries(range(1, 90).map((number): [number, [number, number]] => [number, [100, 90 - number]])))
    expect(await find({ search: 'usual' }, limits)).toMatchObject({ total: 35, isTotalExact: false, listed: 20, pages: 1 })
    const evenOnes = (from: number, to: number) => range(from, to).filter((number) => number % 2 === 0)
    expect(await listAll({ sort: 'newest' })).toEqual(evenOnes(51, 90).toReversed())
    expect(await listAll({ sort: 'hardest' })).toEqual(evenOnes(51, 90).toReversed())
    await database.db.updateTable('question_entries').set({ state: 'draft' }).where('question_id', '<', idOf(5)).execute()
    // The filter leaves out the first four questions, so the first texts are those up to 44.
    expect(await listAll({ state: 'published' })).toEqual(evenOnes(5, 44))
  })

  test('limits the texts before it looks up their statistics', async () => {
    await addWords(() => true)
    const isHard = (number: number) => number % 4 === 0
    await answer(Object.fromEntries(range(1, 90).map((number): [number, [number, number]] => [number, [10, isHard(number) ? 1 : 9]])))
    expect(await listAll({ statistics: 'hard' })).toEqual(range(1, 40).filter(isHard))
  })

  test('lists only questions with words that begin with the two letters', async () => {
    await add(...range(1, 90).map((number) => ({ text: number % 2 === 0 ? '<p>Usual?</p>' : '<p>Because?</p>' })))
    expect(await listAll({ search: 'us' })).toEqual(range(1, 40).filter((number) => number % 2 === 0))
  })

  test('lists the questions that were found if the first texts lack the word', async () => {
    await addWords((number) => number === 3 || number > 50)
    await answer({ 3: [10, 9], 60: [10, 2], 90: [10, 1] })
    for (const sort of ['oldest', 'newest', 'changed', 'hardest'] as const) {
      expect(await find({ search: 'usual', sort }, limits)).toMatchObject({ total: 35, isTotalExact: false, listed: 30, pages: 2 })
      const list = await listAll({ sort })
      expect(new Set(list).size).toBe(30)
      expect(list.every((number) => number === 3 || number > 50)).toBe(true)
    }
    const oldest = await listAll({ sort: 'oldest' })
    expect(oldest[0]).toBe(3)
    expect(oldest).toEqual(oldest.toSorted((a, b) => a - b))
    const hardest = await listAll({ sort: 'hardest' })
    expect(hardest.slice(0, 3)).toEqual([90, 60, 3])
  })
})
