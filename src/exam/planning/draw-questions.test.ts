import { describe, expect, test } from 'vitest'
import { apportion, drawQuestions } from '#exam/planning/draw-questions.ts'
import { seededRandom } from '#exam/random.ts'

const seeds = Array.from({ length: 60 }, (_, i) => `seed ${i}`)

describe('apportioning', () => {
  const plenty = (count: number) => Array.from({ length: count }, () => 1000)

  test('divides by weight, with the rest to the largest remainders', () => {
    expect(apportion(50, [22.5, 32.5, 12.5, 32.5], plenty(4))).toEqual([12, 16, 6, 16])
    expect(apportion(20, [22.5, 32.5, 45], plenty(3))).toEqual([5, 6, 9])
    expect(apportion(3, [1, 1, 1], plenty(3))).toEqual([1, 1, 1])
    expect(apportion(1, [1, 1, 1], plenty(3))).toEqual([1, 0, 0])
    expect(apportion(0, [1, 1], plenty(2))).toEqual([0, 0])
  })

  test('does not exceed a size, and gives the rest to others', () => {
    expect(apportion(20, [50, 50], [3, 100])).toEqual([3, 17])
    expect(apportion(20, [50, 30, 20], [3, 4, 100])).toEqual([3, 4, 13])
    expect(apportion(20, [50, 50], [3, 4])).toEqual([3, 4])
    expect(apportion(20, [], [])).toEqual([])
  })

  test('serves weight 0 last', () => {
    expect(apportion(10, [60, 40, 0], [4, 4, 4])).toEqual([4, 4, 2])
    expect(apportion(4, [0, 0], [10, 10])).toEqual([2, 2])
  })

  test('always distributes the full count', () => {
    const random = seededRandom('spread')
    for (let round = 0; round < 300; round += 1) {
      const areas = 1 + Math.floor(random() * 7)
      const weights = Array.from({ length: areas }, () => random() * 40)
      const sizes = Array.from({ length: areas }, () => Math.floor(random() * 30))
      const count = Math.floor(random() * 80)
      const given = apportion(count, weights, sizes)
      const all = sizes.reduce((sum, size) => sum + size, 0)
      expect(given.reduce((sum, one) => sum + one, 0)).toBe(Math.min(count, all))
      expect(given.every((one, i) => Number.isInteger(one) && one >= 0 && one <= (sizes[i] ?? 0))).toBe(true)
    }
  })
})

const areas = [
  { name: 'Set up', weightMin: 20, weightMax: 25 },
  { name: 'Finance', weightMin: 30, weightMax: 35 },
  { name: 'Sales', weightMin: 10, weightMax: 15 },
  { name: 'Operations', weightMin: 30, weightMax: 35 },
]
const some = (skillArea: string, count: number, caseStudyId: string | null = null) =>
  Array.from({ length: count }, (_, i) => ({ id: `${skillArea} ${caseStudyId ?? ''} ${i}`, skillArea, caseStudyId }))
const bank = areas.flatMap(({ name }) => [...some(name, 15), ...some(name, 5, `study of ${name}`)])
const countOf = (drawn: readonly { skillArea: string }[], name: string) => drawn.filter(({ skillArea }) => skillArea === name).length

describe('drawing questions', () => {
  test('follows the weights of the outline', () => {
    for (const seed of seeds) {
      const drawn = drawQuestions(bank, areas, 50, seededRandom(seed))
      expect(areas.map(({ name }) => countOf(drawn, name))).toEqual([12, 16, 6, 16])
      expect(new Set(drawn.map(({ id }) => id)).size).toBe(50)
    }
  })

  test('is deterministic for the same random function', () => {
    const ids = (seed: string) => drawQuestions(bank, areas, 20, seededRandom(seed)).map(({ id }) => id)
    expect(ids('one')).toEqual(ids('one'))
    expect(ids('one')).not.toEqual(ids('two'))
  })

  test('keeps case studies together in bank order', () => {
    let studies = 0
    for (const seed of seeds) {
      const drawn = drawQuestions(bank, areas, 50, seededRandom(seed))
      for (const study of new Set(drawn.flatMap(({ caseStudyId }) => caseStudyId ?? []))) {
        studies += 1
        const first = drawn.findIndex(({ caseStudyId }) => caseStudyId === study)
        const expected = bank.filter(({ caseStudyId }) => caseStudyId === study)
        expect(drawn.slice(first, first + 5)).toEqual(expected)
        expect(drawn.filter(({ caseStudyId }) => caseStudyId === study)).toHaveLength(5)
      }
    }
    expect(studies).toBeGreaterThan(seeds.length)
  })

  test('excludes a case study that exceeds its quota', () => {
    for (const seed of seeds) {
      const drawn = drawQuestions(bank, areas, 10, seededRandom(seed))
      expect(drawn).toHaveLength(10)
      expect(drawn.every(({ caseStudyId }) => caseStudyId === null)).toBe(true)
    }
  })

  test('returns all questions of a small bank', () => {
    const drawn = drawQuestions(bank, areas, 500, seededRandom('all'))
    expect(new Set(drawn)).toEqual(new Set(bank))
  })

  test('splits a case study only when nothing else is left', () => {
    const small = [...some('Set up', 2), ...some('Finance', 5, 'study')]
    for (const seed of seeds) {
      const drawn = drawQuestions(small, areas, 4, seededRandom(seed))
      expect(drawn).toHaveLength(4)
      expect(countOf(drawn, 'Set up')).toBe(2)
      const parts = drawn.filter(({ caseStudyId }) => caseStudyId)
      expect(parts.map(({ id }) => id)).toEqual(['Finance study 0', 'Finance study 1'])
      expect(Math.abs(drawn.indexOf(parts[0]!) - drawn.indexOf(parts[1]!))).toBe(1)
    }
  })

  test('fills the rest of a quota with single questions of other areas rather than with part of a case study', () => {
    const small = [...some('Set up', 4), ...some('Finance', 5, 'study')]
    for (const seed of seeds) expect(countOf(drawQuestions(small, areas, 4, seededRandom(seed)), 'Set up')).toBe(4)
  })

  test('draws questions of unknown areas last', () => {
    const drawn = drawQuestions([...some('Set up', 3), ...some('Forgotten', 9)], areas, 5, seededRandom('x'))
    expect(countOf(drawn, 'Set up')).toBe(3)
    expect(drawn).toHaveLength(5)
  })

  test('returns nothing for an empty bank', () => {
    expect(drawQuestions([], areas, 50, seededRandom('x'))).toEqual([])
  })
})
