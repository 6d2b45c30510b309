import { describe, expect, test } from 'vitest'
import { seededRandom, shuffle } from '#exam/random.ts'

describe('a seeded random function', () => {
  test('is uniform from 0 to 1', () => {
    const random = seededRandom('spread evenly')
    const counts = Array.from({ length: 10 }, () => 0)
    for (let i = 0; i < 10_000; i += 1) {
      const number = random()
      expect(number >= 0 && number < 1).toBe(true)
      counts[Math.floor(number * 10)]! += 1
    }
    expect(counts.every((count) => count > 850 && count < 1150)).toBe(true)
  })

  test('shuffles into every order equally often', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 6_000; i += 1) {
      const order = shuffle(['a', 'b', 'c'], seededRandom(`order ${i}`)).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    expect([...counts.values()].every((count) => count > 850 && count < 1150)).toBe(true)
  })
})
