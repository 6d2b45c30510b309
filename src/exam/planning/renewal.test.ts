import { describe, expect, test } from 'vitest'
import {
  drawRenewal,
  findDueReminder,
  findPassedReminder,
  isNewSince,
  listNewestMonths,
  parseEarnedMonth,
  renewalQuestionCount,
} from '#exam/planning/renewal.ts'
import { seededRandom } from '#exam/random.ts'

const areas = [
  { name: 'Financials', weightMin: 60, weightMax: 60 },
  { name: 'Sales', weightMin: 40, weightMax: 40 },
]

/** `count` questions of an area, with the month `newIn`. */
function someQuestions(count: number, newIn: string | undefined, skillArea = 'Financials') {
  return Array.from({ length: count }, (_, i) => ({
    id: `${skillArea} ${newIn} ${i}`,
    skillArea,
    caseStudyId: null,
    ...(newIn && { newIn }),
  }))
}

describe('the month in which a certification was earned', () => {
  test.each([
    ['2025-10', { ok: true, month: '2025-10' }],
    [' 2026-11 ', { ok: true, month: '2026-11' }],
    ['2026-12', { ok: false, problem: 'MONTH_FUTURE' }],
    ['2025-13', { ok: false, problem: 'MONTH_UNREADABLE' }],
    ['2025-00', { ok: false, problem: 'MONTH_UNREADABLE' }],
    ['October 2025', { ok: false, problem: 'MONTH_UNREADABLE' }],
    ['2025-10-05', { ok: false, problem: 'MONTH_UNREADABLE' }],
    ['', { ok: false, problem: 'MONTH_UNREADABLE' }],
    ['1925-10', { ok: false, problem: 'MONTH_EARLY' }],
  ])('%j is %j on November 28, 2026', (text, expected) => {
    expect(parseEarnedMonth(text, '2026-11-28')).toEqual(expected)
  })
})

describe('the draw of renewal practice', () => {
  const draw = (questions: ReturnType<typeof someQuestions>, earnedIn: string) => drawRenewal(questions, areas, earnedIn, seededRandom('1'))

  test('has only questions that are new since, by exam weight, when there are enough', () => {
    const questions = [
      ...someQuestions(50, '2025-10'),
      ...someQuestions(40, '2026-03'),
      ...someQuestions(40, '2026-03', 'Sales'),
      ...someQuestions(9, undefined),
    ]
    const drawn = draw(questions, '2025-10')
    expect(drawn).toHaveLength(renewalQuestionCount)
    expect(drawn.every(({ newIn }) => newIn === '2026-03')).toBe(true)
    expect(drawn.filter(({ skillArea }) => skillArea === 'Sales')).toHaveLength(12)
  })

  test('fills up with the newest of the others', () => {
    const questions = [
      ...someQuestions(20, undefined),
      ...someQuestions(20, '2021-04'),
      ...someQuestions(25, '2025-09'),
      ...someQuestions(4, '2026-01'),
    ]
    const months = draw(questions, '2025-10').map(({ newIn }) => newIn)
    expect(months.slice(0, 4)).toEqual(Array(4).fill('2026-01'))
    expect(months.slice(4, 29)).toEqual(Array(25).fill('2025-09'))
    expect(months.slice(29)).toEqual(['2021-04'])
  })

  test('has each question once, and all of a small bank', () => {
    const questions = [...someQuestions(3, '2026-01'), ...someQuestions(4, undefined)]
    const ids = draw(questions, '2025-10').map(({ id }) => id)
    expect(ids.toSorted()).toEqual(questions.map(({ id }) => id).toSorted())
  })
})

test('the month of the certification itself is not newer', () => {
  expect(isNewSince({ newIn: '2025-10' }, '2025-10')).toBe(false)
  expect(isNewSince({ newIn: '2025-11' }, '2025-10')).toBe(true)
  expect(isNewSince({}, '2025-10')).toBe(false)
})

test('the newest months are sorted, without questions that have none', () => {
  expect(listNewestMonths([{ newIn: '2024-01' }, {}, { newIn: '2026-01' }])).toEqual(['2026-01', '2024-01'])
  expect(listNewestMonths(someQuestions(50, '2026-01'))).toHaveLength(renewalQuestionCount)
})

describe('the reminder that is due', () => {
  test.each([
    [181, null, undefined],
    [180, null, 180],
    [179, null, 180],
    [179, 180, undefined],
    [90, 180, 90],
    [31, 90, undefined],
    [30, 90, 30],
    [0, 90, 30],
    [0, 30, undefined],
    [-1, 90, undefined],
  ])('with %i days left, after the one of %s days, is %s', (daysLeft, reminded, expected) => {
    expect(findDueReminder(daysLeft, reminded)).toBe(expected)
  })

  test.each([
    [181, undefined],
    [180, undefined],
    [90, 180],
    [89, 90],
    [10, 30],
  ])('is not an earlier one when a date with %i days left is saved', (daysLeft, expected) => {
    expect(findPassedReminder(daysLeft)).toBe(expected)
  })
})
