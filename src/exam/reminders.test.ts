import { describe, expect, test } from 'vitest'
import { reminderTime, summaryTime } from '#exam/reminders.ts'

const at = (text: string) => Date.parse(text)

const hoursOf = (text: string, timeZone = 'Europe/Paris') => reminderTime(at(text), timeZone).hours.map(({ hour }) => hour)

describe('a reminder', () => {
  test.each([
    ['just before the hour', '2026-11-23T16:59:59.999Z', [15, 16, 17]],
    ['on the hour', '2026-11-23T17:00:00Z', [16, 17, 18]],
    ['early in the morning', '2026-11-22T23:30:00Z', [0]],
    ['late in the evening', '2026-11-23T22:59:00Z', [21, 22, 23]],
  ])('is due for three hours, %s in Paris', (_, text, hours) => {
    const due = reminderTime(at(text), 'Europe/Paris')
    expect([due.day, due.weekday, due.hours.map(({ hour }) => hour)]).toEqual(['2026-11-23', 1, hours])
  })

  test('is not sent late on the next day', () => {
    const hours = [{ hour: 0, setBefore: at('2026-11-24T00:00:00Z') }]
    expect(reminderTime(at('2026-11-23T23:00:00Z'), 'Europe/Paris')).toEqual({ day: '2026-11-24', weekday: 2, hours })
  })

  test('for an hour that the clocks skip is due at the change', () => {
    expect(hoursOf('2026-03-29T00:59:00Z')).toEqual([0, 1])
    expect(hoursOf('2026-03-29T01:00:00Z')).toEqual([0, 1, 2, 3])
  })

  test('for an hour that occurs twice is due from the first occurrence', () => {
    expect(hoursOf('2026-10-25T00:00:00Z')).toContain(2)
    expect(hoursOf('2026-10-25T01:00:00Z')).toContain(2)
    expect(hoursOf('2026-10-25T03:00:00Z')).not.toContain(2)
  })

  test('follows time zones with half-hour offsets', () => {
    expect(hoursOf('2026-11-23T12:29:00Z', 'Asia/Kolkata')).toEqual([15, 16, 17])
    expect(hoursOf('2026-11-23T12:30:00Z', 'Asia/Kolkata')).toEqual([16, 17, 18])
  })
})

describe('the summary of a week', () => {
  const inParis = (text: string) => summaryTime(at(text), 'Europe/Paris')

  test.each(['2026-11-23T06:59:59Z', '2026-11-23T19:00:00Z', '2026-11-24T07:00:00Z', '2026-11-22T07:00:00Z'])('is not due at %s', (text) =>
    expect(inParis(text)).toBeUndefined(),
  )

  test.each(['2026-11-23T07:00:00Z', '2026-11-23T18:59:59Z'])('is due on Monday from eight until the evening: %s', (text) =>
    expect(inParis(text)).toEqual({ day: '2026-11-23', from: at('2026-11-15T23:00:00Z'), to: at('2026-11-22T23:00:00Z') }),
  )

  test('covers the whole week, including a clock change', () => {
    expect(inParis('2026-10-26T07:00:00Z')).toEqual({
      day: '2026-10-26',
      from: at('2026-10-18T22:00:00Z'),
      to: at('2026-10-25T23:00:00Z'),
    })
  })
})
