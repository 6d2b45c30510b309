import { describe, expect, test } from 'vitest'
import { slowDown } from '#server/accounts/slow-down.ts'

describe('slowing down guesses', () => {
  test('refuses a fifth guess while four of the same network wait, and accepts guesses of other networks', async () => {
    const releases: (() => void)[] = []
    const held = { pause: () => new Promise<void>((resolve) => void releases.push(resolve)) }
    const waiting = Array.from({ length: 4 }, (_, i) => slowDown('198.51.100.0/24', i + 1, held))
    expect(await slowDown('198.51.100.0/24', 5, held)).toBe(false)
    const other = slowDown('192.0.2.0/24', 1, held)
    for (const release of releases) release()
    expect(await Promise.all([...waiting, other])).toEqual([true, true, true, true, true])
    expect(await slowDown('198.51.100.0/24', 6, { pause: () => Promise.resolve() })).toBe(true)
  })
})
