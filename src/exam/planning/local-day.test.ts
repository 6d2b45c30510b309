import { describe, expect, test } from 'vitest'
import {
  addDays,
  daysBetween,
  toInstant,
  toLocalTime,
  toLocalMoment,
  parseDay,
  parseTimeZone,
  weekdayOf,
} from '#exam/planning/local-day.ts'

const at = (text: string) => Date.parse(text)

describe('a local moment', () => {
  test('has the local day and time', () => {
    expect(toLocalMoment(at('2026-11-23T17:05:59Z'), 'UTC')).toEqual({ day: '2026-11-23', time: '17:05' })
    expect(toLocalMoment(at('2026-12-31T23:00:00Z'), 'Asia/Kathmandu')).toEqual({ day: '2027-01-01', time: '04:45' })
  })
})

describe('the local time', () => {
  test.each([
    ['2026-11-23T17:30:00Z', 'UTC', { day: '2026-11-23', weekday: 1, hour: 17 }],
    ['2026-11-23T17:30:00Z', 'Europe/Paris', { day: '2026-11-23', weekday: 1, hour: 18 }],
    ['2026-11-23T17:30:00Z', 'Pacific/Auckland', { day: '2026-11-24', weekday: 2, hour: 6 }],
    ['2026-11-23T04:30:00Z', 'America/Los_Angeles', { day: '2026-11-22', weekday: 7, hour: 20 }],
    ['2026-11-23T18:29:59Z', 'Asia/Kolkata', { day: '2026-11-23', weekday: 1, hour: 23 }],
    ['2026-11-23T18:30:00Z', 'Asia/Kolkata', { day: '2026-11-24', weekday: 2, hour: 0 }],
    ['2026-12-31T23:00:00Z', 'Europe/Paris', { day: '2027-01-01', weekday: 5, hour: 0 }],
  ])('of %s in %s', (text, timeZone, expected) => {
    expect(toLocalTime(at(text), timeZone)).toEqual(expected)
  })
})

describe('the instant of an hour', () => {
  test.each([
    ['an ordinary one', '2026-11-23', 18, 'Europe/Paris', '2026-11-23T17:00:00Z'],
    ['one in summer', '2026-07-01', 18, 'Europe/Paris', '2026-07-01T16:00:00Z'],
    ['half an hour off', '2026-11-23', 8, 'Asia/Kolkata', '2026-11-23T02:30:00Z'],
    ['across the date line', '2026-11-23', 8, 'Pacific/Kiritimati', '2026-11-22T18:00:00Z'],
    ['the hour before the clocks go forward', '2026-03-29', 1, 'Europe/Paris', '2026-03-29T00:00:00Z'],
    ['an hour that is left out', '2026-03-29', 2, 'Europe/Paris', '2026-03-29T01:00:00Z'],
    ['the hour after it, which begins then, too', '2026-03-29', 3, 'Europe/Paris', '2026-03-29T01:00:00Z'],
    ['an hour that comes twice', '2026-10-25', 2, 'Europe/Paris', '2026-10-25T00:00:00Z'],
    ['the hour after it', '2026-10-25', 3, 'Europe/Paris', '2026-10-25T02:00:00Z'],
    ['an hour that comes twice, in the west', '2026-11-01', 1, 'America/New_York', '2026-11-01T05:00:00Z'],
    ['a midnight that is left out', '2026-04-24', 0, 'Africa/Cairo', '2026-04-23T22:00:00Z'],
    ['the day after the clocks went back', '2026-10-26', 8, 'Europe/Paris', '2026-10-26T07:00:00Z'],
  ])('is correct for %s', (_, day, hour, timeZone, expected) => {
    expect(new Date(toInstant(day, hour, timeZone)).toISOString().replace('.000', '')).toBe(expected)
  })

  test('converts back to the same hour on every day of two years', () => {
    for (const timeZone of ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago']) {
      for (let day = '2026-01-01'; day < '2028-01-01'; day = addDays(day, 1)) {
        for (const hour of [5, 8, 18, 23]) expect(toLocalTime(toInstant(day, hour, timeZone), timeZone)).toMatchObject({ day, hour })
      }
    }
  })
})

describe('days', () => {
  test('are counted across months, years and daylight saving changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(daysBetween('2026-11-22', '2026-12-15')).toBe(23)
    expect(daysBetween('2026-11-22', '2026-11-20')).toBe(-2)
  })

  test('have a weekday', () => {
    expect(['2026-11-23', '2026-11-28', '2026-11-29', '1969-12-31'].map(weekdayOf)).toEqual([1, 6, 7, 3])
  })

  test.each(['2026-11-23', '2028-02-29', '2026-12-31'])('%s is valid', (text) => expect(parseDay(text)).toBe(text))
  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '23/11/2026', '', '2026-11-23T00:00', '10000-01-01'])('%j is not valid', (text) =>
    expect(parseDay(text)).toBeUndefined(),
  )
})

describe('a time zone', () => {
  test('gets its canonical name', () => {
    expect(['Europe/Paris', 'europe/paris', 'UTC', 'Asia/Tokyo'].map(parseTimeZone)).toEqual([
      'Europe/Paris',
      'Europe/Paris',
      'UTC',
      'Asia/Tokyo',
    ])
  })

  test.each(['', 'Paris', '+05:30', 'Europe/Nowhere', 'Europe/Paris ', '<b>', '../UTC'])('%j is not valid', (text) =>
    expect(parseTimeZone(text)).toBeUndefined(),
  )
})
