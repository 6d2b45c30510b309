import { describe, expect, test } from 'vitest'
import { pickUnscored } from '#exam/planning/unscored-questions.ts'

const ids = (count: number) => Array.from({ length: count }, (_, i) => `q${i + 1}`)

describe('the unscored questions of a simulation', () => {
  test.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [19, 1],
    [50, 5],
  ])('of %i questions are %i', (questions, unscored) => {
    expect(pickUnscored(ids(questions), 'seed')).toHaveLength(unscored)
  })

  test('follow from the seed, in the order of the attempt', () => {
    const all = ids(50)
    const picked = pickUnscored(all, 'a seed')
    expect(pickUnscored(all, 'a seed')).toEqual(picked)
    expect(pickUnscored(all, 'another seed')).not.toEqual(picked)
    expect(picked).toEqual(all.filter((id) => picked.includes(id)))
  })

  test('can be any question, over many seeds', () => {
    const seen = new Set(Array.from({ length: 400 }, (_, i) => pickUnscored(ids(20), `seed ${i}`)).flat())
    expect(seen.size).toBe(20)
  })
})
