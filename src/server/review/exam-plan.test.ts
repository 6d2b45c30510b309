import { describe, expect, test } from 'vitest'
import { isLastRound, planExamReview, type ReviewMemory } from '#server/review/exam-plan.ts'

const aMemory = (values: Partial<ReviewMemory> = {}): ReviewMemory => ({
  questionId: 'a',
  stability: 5,
  difficulty: 5,
  daysSince: 5,
  isDue: true,
  weight: 1,
  ...values,
})
/** Questions with ids 0, 1, 2 … */
const memories = (count: number, values: (i: number) => Partial<ReviewMemory> = () => ({})) =>
  Array.from({ length: count }, (_, i) => aMemory({ questionId: String(i), ...values(i) }))

test('the last round begins when the daily limit is needed to see every question again', () => {
  const at = (daysLeft: number) => isLastRound(100, { daysLeft, dailyQuestions: 10 })
  expect([at(10), at(11)]).toEqual([true, false])
})

describe('before the last round', () => {
  const options = { daysLeft: 40, dailyQuestions: 5 }

  test('only due questions are planned', () => {
    expect(
      planExamReview(
        memories(6, (i) => ({ isDue: i === 3 })),
        5,
        options,
      ),
    ).toEqual(['3'])
  })

  test('the question with the greater share of the exam comes first', () => {
    const cards = memories(4, (i) => ({ weight: i === 2 ? 2 : 1 }))
    expect(planExamReview(cards, 1, options)).toEqual(['2'])
  })
})

describe('in the last round', () => {
  const options = { daysLeft: 3, dailyQuestions: 2 }

  test('questions that are not due are planned, too, but none that was answered today', () => {
    const cards = memories(8, (i) => ({ isDue: false, daysSince: i < 6 ? 0 : 3 }))
    expect(planExamReview(cards, 5, options).toSorted()).toEqual(['6', '7'])
  })

  test('questions for which there is no time are those that gain least', () => {
    const cards = memories(8, (i) => ({ weight: i < 6 ? 1 : 0.1 }))
    const left = new Set(cards.map(({ questionId }) => questionId))
    for (const daysLeft of [3, 2, 1]) {
      const today = cards.filter(({ questionId }) => left.has(questionId)).map((card) => ({ ...card, daysSince: 8 - daysLeft }))
      for (const id of planExamReview(today, 2, { daysLeft, dailyQuestions: 2 })) left.delete(id)
    }
    expect([...left]).toEqual(['6', '7'])
  })

  test('a question that will be forgotten soon waits for the day before the exam', () => {
    const cards = memories(6, (i) => ({ stability: i === 0 ? 0.3 : 6, daysSince: i === 0 ? 1 : 6 }))
    expect(planExamReview(cards, 2, options)).not.toContain('0')
    expect(planExamReview(cards, 2, { ...options, daysLeft: 1 })).toContain('0')
  })
})

test('the same memories give the same plan in any order', () => {
  const cards = memories(30)
  const options = { daysLeft: 2, dailyQuestions: 5 }
  expect(planExamReview(cards.toReversed(), 5, options)).toEqual(planExamReview(cards, 5, options))
})
