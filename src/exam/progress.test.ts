import { describe, expect, test } from 'vitest'
import { minShareAnswers, computeShare } from '#exam/answer-share.ts'
import { activityDayCount, listDailyActivity, listAreaProgress, quarterHourMs, computeTrend, findWeakestArea } from '#exam/progress.ts'

describe('a share', () => {
  test('is a whole percentage', () => {
    expect(computeShare(5, 8)).toEqual({ correct: 5, total: 8, percent: 63 })
    expect(computeShare(0, 5).percent).toBe(0)
  })

  test('has no percentage with too few answers', () => {
    expect(computeShare(0, 0)).toEqual({ correct: 0, total: 0, percent: null })
    expect(computeShare(minShareAnswers - 1, minShareAnswers - 1).percent).toBeNull()
    expect(computeShare(minShareAnswers, minShareAnswers).percent).toBe(100)
  })
})

describe('the trend', () => {
  test('compares the latest hundred answers with the hundred before', () => {
    const verdicts = [...Array<boolean>(100).fill(true), ...Array<boolean>(50).fill(true), ...Array<boolean>(150).fill(false)]
    expect(computeTrend(verdicts)).toEqual({
      latest: { correct: 100, total: 100, percent: 100 },
      before: { correct: 50, total: 100, percent: 50 },
    })
  })

  test('has the count when there are few answers', () => {
    expect(computeTrend([true, false])).toEqual({
      latest: { correct: 1, total: 2, percent: null },
      before: { correct: 0, total: 0, percent: null },
    })
  })
})

describe('the weakest area', () => {
  const area = (name: string, correct: number, total: number, weightMin = 20) => ({
    name,
    weightMin,
    weightMax: weightMin + 5,
    size: 30,
    share: computeShare(correct, total),
  })

  test('has the lowest share of correct answers, and the heavier weight in a tie', () => {
    expect(findWeakestArea([area('Sales', 8, 10), area('Stock', 5, 10), area('Finance', 6, 12, 40)])).toMatchObject({
      number: 3,
      area: { name: 'Finance' },
    })
  })

  test('needs enough answers, including an incorrect one', () => {
    expect(findWeakestArea([area('Sales', 0, 4), area('Stock', 10, 10)])).toBeUndefined()
    expect(findWeakestArea([])).toBeUndefined()
  })
})

describe('progress by area', () => {
  const outline = [
    { name: 'Sales', weightMin: 20, weightMax: 30 },
    { name: 'Stock', weightMin: 70, weightMax: 80 },
  ]

  test('follows the outline and ignores other areas', () => {
    const counts = [
      { skillArea: 'Stock', seen: 6, correct: 3 },
      { skillArea: 'An area of another outline', seen: 9, correct: 9 },
    ]
    expect(listAreaProgress(outline, [4, 12], counts)).toEqual([
      { ...outline[0], size: 4, share: { correct: 0, total: 0, percent: null } },
      { ...outline[1], size: 12, share: { correct: 3, total: 6, percent: 50 } },
    ])
  })
})

describe('activity', () => {
  const at = (text: string) => Math.floor(Date.parse(text) / quarterHourMs)
  const now = Date.parse('2026-11-22T12:00:00Z')
  const quarters = [
    { quarter: at('2026-11-21T22:45:00Z'), activeMs: 60_000, answers: 2 },
    { quarter: at('2026-11-21T23:00:00Z'), activeMs: 30_000, answers: 1 },
    { quarter: at('2026-11-21T23:15:00Z'), activeMs: 30_000, answers: 1 },
    { quarter: at('2026-06-01T12:00:00Z'), activeMs: 90_000, answers: 9 },
  ]

  test('has every day of twelve weeks, ending today', () => {
    const days = listDailyActivity([], 'UTC', now)
    expect(days).toHaveLength(activityDayCount)
    expect([days[0], days.at(-1)]).toEqual([
      { day: '2026-08-31', activeMs: 0, answers: 0 },
      { day: '2026-11-22', activeMs: 0, answers: 0 },
    ])
  })

  test('counts for the local day', () => {
    expect(listDailyActivity(quarters, 'UTC', now).slice(-2)).toEqual([
      { day: '2026-11-21', activeMs: 120_000, answers: 4 },
      { day: '2026-11-22', activeMs: 0, answers: 0 },
    ])
    expect(listDailyActivity(quarters, 'Europe/Paris', now).slice(-2)).toEqual([
      { day: '2026-11-21', activeMs: 60_000, answers: 2 },
      { day: '2026-11-22', activeMs: 60_000, answers: 2 },
    ])
  })

  test('excludes earlier days', () => {
    expect(listDailyActivity(quarters, 'UTC', now).reduce((sum, { answers }) => sum + answers, 0)).toBe(4)
  })
})
