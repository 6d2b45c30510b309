import { describe, expect, test } from 'vitest'
import { listDayLabels } from '#web/progress/day-labels.ts'
import { progress } from '#web/text/en/progress.ts'

describe('the days below the chart of attempts', () => {
  test('are named once each, below the first attempt of the day', () => {
    expect(listDayLabels(['2026-11-21', '2026-11-23', '2026-11-23', '2026-11-23', '2026-11-24'])).toEqual([
      { day: '2026-11-21', column: 0, isRare: false },
      { day: '2026-11-23', column: 1, isRare: true },
      { day: '2026-11-24', column: 4, isRare: false },
    ])
  })

  test('are in the summary once if all attempts are of one day', () => {
    const first = { day: '2026-11-23', percent: 22 }
    expect(progress.attemptsSummary(first, { day: '2026-11-23', percent: 0 }, 40)).toBe('From 22% to 0% on Nov 23. Your best is 40%.')
    expect(progress.attemptsSummary(first, { day: '2026-11-24', percent: 40 }, 40)).toBe(
      'From 22% on Nov 23 to 40% on Nov 24. Your best is 40%.',
    )
  })
})
