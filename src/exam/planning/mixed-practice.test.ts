/** Which questions are drawn for mixed practice. */
import { describe, expect, test } from 'vitest'
import type { Knowledge, QuestionKnowledge } from '#exam/planning/knowledge.ts'
import { countDraw, drawMixedPractice, planFirstDraw } from '#exam/planning/mixed-practice.ts'
import { seededRandom } from '#exam/random.ts'

const areas = [
  { name: 'Set up', weightMin: 20, weightMax: 30 },
  { name: 'Finance', weightMin: 20, weightMax: 30 },
  { name: 'Sales', weightMin: 45, weightMax: 55 },
]
const bank = areas.flatMap(({ name }) => Array.from({ length: 20 }, (_, i) => ({ id: `${name} ${i}`, skillArea: name, caseStudyId: null })))
const seeds = Array.from({ length: 20 }, (_, i) => String(i))

function answered(isCorrect: boolean | null, answeredAt = 1, isGuess = false): QuestionKnowledge {
  return { isCorrect, answeredAt, isGuess, isFlagged: false, flaggedAt: 0 }
}

function draw(knowledge: Knowledge, count: number, seed = 'seed') {
  return drawMixedPractice(bank, areas, knowledge, count, seededRandom(seed))
}

function countOf(drawn: readonly { skillArea: string }[], name: string): number {
  return drawn.filter(({ skillArea }) => skillArea === name).length
}

describe('a mixed practice set', () => {
  test('follows the weights of the outline', () => {
    for (const seed of seeds) {
      const drawn = draw(new Map(), 20, seed)
      expect(areas.map(({ name }) => countOf(drawn, name))).toEqual([5, 5, 10])
    }
  })

  test('says why its questions were drawn', () => {
    const knowledge: Knowledge = new Map([
      ...bank.map(({ id }) => [id, answered(true)] as const),
      ['Sales 3', answered(false)],
      ['Finance 1', answered(null)],
    ])
    expect(countDraw(draw(knowledge, 10), knowledge)).toEqual({ wrong: 1, unanswered: 1, again: 8 })
    expect(countDraw(draw(new Map(), 10), new Map())).toEqual({ wrong: 0, unanswered: 10, again: 0 })
  })

  test('differs from draw to draw', () => {
    const sets = new Set(
      seeds.map((seed) =>
        draw(new Map(), 10, seed)
          .map(({ id }) => id)
          .join(),
      ),
    )
    expect(sets.size).toBe(seeds.length)
  })

  test('has incorrect questions first, then unanswered ones, then correct guesses, then those answered longest ago', () => {
    const knowledge: Knowledge = new Map([
      ...bank.map(({ id }, i) => [id, answered(true, 100 + i)] as const),
      ['Sales 3', answered(false)],
      ['Sales 7', answered(false)],
      ['Sales 9', answered(null, 0)],
      ['Sales 12', answered(true, 999, true)],
    ])
    for (const seed of seeds) {
      const sales = (count: number) =>
        draw(knowledge, count, seed)
          .filter(({ skillArea }) => skillArea === 'Sales')
          .map(({ id }) => id)
          .toSorted()
      expect(sales(4)).toEqual(['Sales 3', 'Sales 7'])
      expect(sales(6)).toEqual(['Sales 3', 'Sales 7', 'Sales 9'])
      expect(sales(8)).toEqual(['Sales 12', 'Sales 3', 'Sales 7', 'Sales 9'])
      expect(sales(10)).toEqual(['Sales 0', 'Sales 12', 'Sales 3', 'Sales 7', 'Sales 9'])
    }
  })

  test('shuffles the drawn questions', () => {
    const knowledge: Knowledge = new Map([['Sales 3', answered(false)]])
    const positions = new Set(seeds.map((seed) => draw(knowledge, 10, seed).findIndex(({ id }) => id === 'Sales 3')))
    expect(positions.size).toBeGreaterThan(3)
  })

  test('gives a leftover question to the weaker area', () => {
    const strongSetUp: Knowledge = new Map([
      ['Set up 0', answered(true)],
      ['Finance 0', answered(false)],
    ])
    const strongFinance: Knowledge = new Map([
      ['Set up 0', answered(false)],
      ['Finance 0', answered(true)],
    ])
    const counts = (knowledge: Knowledge) => ['Set up', 'Finance'].map((name) => countOf(draw(knowledge, 2), name))
    expect(counts(strongSetUp)).toEqual([0, 1])
    expect(counts(strongFinance)).toEqual([1, 0])
  })

  test('gives a leftover question to the heavier of two areas that are equally weak', () => {
    const uneven = [10, 30, 60].map((weight, i) => ({ name: areas[i]?.name ?? '', weightMin: weight, weightMax: weight }))
    const drawn = drawMixedPractice(bank, uneven, new Map(), 5, seededRandom('seed'))
    expect(areas.map(({ name }) => countOf(drawn, name))).toEqual([0, 2, 3])
  })

  test('is announced to a new candidate as it is drawn', () => {
    const equal = [10, 30, 30, 30].map((weight, i) => ({ name: `Area ${i}`, weightMin: weight, weightMax: weight }))
    const sizes = [3, 20, 20, 1]
    const all = equal.flatMap(({ name }, i) =>
      Array.from({ length: sizes[i] ?? 0 }, (_, at) => ({ id: `${name} ${at}`, skillArea: name, caseStudyId: null })),
    )
    for (const count of [1, 5, 10, 20, 44]) {
      const drawn = drawMixedPractice(all, equal, new Map(), count, seededRandom('seed'))
      expect(planFirstDraw(equal, sizes, count)).toEqual(equal.map(({ name }) => countOf(drawn, name)))
    }
    expect(planFirstDraw(equal, sizes, 1)).toEqual([0, 1, 0, 0])
  })

  test('has every question in the bank when the length exceeds its size', () => {
    expect(new Set(draw(new Map(), 500))).toEqual(new Set(bank))
  })
})
