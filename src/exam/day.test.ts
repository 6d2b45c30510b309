import { describe, expect, test } from 'vitest'
import { addDays, wallClock } from '#exam/day.ts'

describe('a clock on the wall', () => {
  test('shows the day and the time of its zone', () => {
    const at = Date.parse('2026-11-22T23:30:00Z')
    expect(wallClock('UTC')(at)).toEqual({ day: '2026-11-22', time: '23:30' })
    expect(wallClock('Europe/Paris')(at)).toEqual({ day: '2026-11-23', time: '00:30' })
    expect(wallClock('America/New_York')(at)).toEqual({ day: '2026-11-22', time: '18:30' })
    expect(wallClock('Asia/Kathmandu')(at)).toEqual({ day: '2026-11-23', time: '05:15' })
  })

  test('follows summer time', () => {
    expect(wallClock('Europe/Paris')(Date.parse('2026-10-24T22:30:00Z'))).toEqual({ day: '2026-10-25', time: '00:30' })
    expect(wallClock('Europe/Paris')(Date.parse('2026-10-25T22:30:00Z'))).toEqual({ day: '2026-10-25', time: '23:30' })
  })

  test('shows UTC for a zone that nobody knows', () => {
    expect(wallClock('Europe/Atlantis')(0)).toEqual({ day: '1970-01-01', time: '00:00' })
  })
})

describe('adding days', () => {
  test('goes over months, years and the days on which clocks change', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  })
})
