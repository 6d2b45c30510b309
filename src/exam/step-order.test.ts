import { describe, expect, test } from 'vitest'
import { formatArrangement } from '#exam/arrangement.ts'
import { isCorrect } from '#exam/grading.ts'
import { addStep, moveStep, parseStepOrder, startingOrder } from '#exam/step-order.ts'
import { aReorderQuestion } from '#tests/factories.ts'

const seeds = Array.from({ length: 200 }, (_, i) => `seed ${i}`)
const all = aReorderQuestion({ options: ['a', 'b', 'c', 'd'], answerKey: ['2', '0', '1', '3'] })
const surplus = aReorderQuestion({ options: ['a', 'b', 'c', 'd'], answerKey: ['2', '0', '1'] })
const pair = aReorderQuestion({ options: ['a', 'b'], answerKey: ['1'] })
const single = aReorderQuestion({ options: ['a'], answerKey: ['0'] })

describe('the starting order', () => {
  test('has every step once and is never correct', () => {
    for (const question of [all, surplus, pair]) {
      for (const seed of seeds) {
        const order = startingOrder(question, seed)
        const { places } = parseStepOrder(question, [], order)
        expect(
          order.toSorted((a, b) => a - b),
          seed,
        ).toEqual(question.options.map((_, step) => step))
        expect(places, seed).not.toContain(null)
        expect(isCorrect(formatArrangement(question, places), question), seed).toBe(false)
      }
    }
  })

  test('depends on the seed and the question only', () => {
    expect(startingOrder(all, 'seed')).toEqual(startingOrder(all, 'seed'))
    expect(new Set(seeds.map((seed) => startingOrder(all, seed).join())).size).toBeGreaterThan(15)
    expect(seeds.filter((seed) => startingOrder(all, seed).join() !== startingOrder({ ...all, id: 'other' }, seed).join())).not.toEqual([])
  })

  test('of a single step leaves its place empty', () => {
    expect(parseStepOrder(single, [], startingOrder(single, 'seed'))).toEqual({ places: [null], unused: [0] })
    expect(parseStepOrder(single, ['0'], [0])).toEqual({ places: [0], unused: [] })
  })
})

describe('the order on screen', () => {
  test('is the starting order for a blank answer', () => {
    expect(parseStepOrder(surplus, [], [3, 1, 0, 2])).toEqual({ places: [3, 1, 0], unused: [2] })
    expect(parseStepOrder(surplus, ['', ''], [3, 1, 0, 2])).toEqual({ places: [3, 1, 0], unused: [2] })
  })

  test('is the answer, with the unused steps in the starting order', () => {
    expect(parseStepOrder(surplus, ['2', '0', '3'], [3, 1, 0, 2])).toEqual({ places: [2, 0, 3], unused: [1] })
  })

  test('shows the gaps of an answer from an earlier release', () => {
    expect(parseStepOrder(surplus, ['', '0'], [3, 1, 0, 2])).toEqual({ places: [null, 0, null], unused: [3, 1, 2] })
  })
})

describe('moving a step', () => {
  const order = { places: [3, 1, 0], unused: [2] }

  test('shifts the steps in between', () => {
    expect(moveStep(order, 0, 2)).toEqual([1, 0, 3])
    expect(moveStep(order, 2, 0)).toEqual([0, 3, 1])
    expect(moveStep(order, 1, 2)).toEqual([3, 0, 1])
  })

  test('below the last place removes it, and the next step moves in', () => {
    expect(moveStep(order, 2, 3)).toEqual([3, 1, 2])
    expect(moveStep(order, 0, 3)).toEqual([1, 0, 2])
  })

  test('into the places moves the last one out', () => {
    expect(moveStep(order, 3, 1)).toEqual([3, 2, 1])
    expect(addStep(order, 2)).toEqual([3, 1, 2])
  })

  test('into the places fills a gap before it moves another step out', () => {
    expect(addStep({ places: [3, null, 0], unused: [1, 2] }, 2)).toEqual([3, 2, 0])
    expect(moveStep({ places: [3, null, 0], unused: [1, 2] }, 4, 0)).toEqual([2, 3, 0])
  })

  test('swaps it with a gap', () => {
    expect(moveStep({ places: [3, null, 0], unused: [] }, 0, 1)).toEqual([null, 3, 0])
  })

  test('does nothing when the position is a gap', () => {
    expect(moveStep(order, 9, 0)).toBe(order.places)
  })
})
