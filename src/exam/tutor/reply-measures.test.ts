import { describe, expect, test } from 'vitest'
import { findLeak, isRefusal, measureSupport } from '#exam/tutor/reply-measures.ts'
import { aQuestion } from '#tests/factories.ts'

describe('measures of a reply', () => {
  test('count statements that a cited passage supports', () => {
    const passage = 'Payment terms hold the due date and the discount of an invoice.'
    const reply = 'Payment terms hold the due date of an invoice [1]. Elephants travel between distant galaxies [1]. Look at it.'
    expect(measureSupport(reply, [passage], '')).toEqual({ supported: 1, statements: 2 })
    expect(measureSupport(reply, [], passage)).toEqual({ supported: 1, statements: 2 })
  })

  test.each([
    ['I don’t know from the sources.', true],
    ['I only help with this question.', true],
    ['Look at the dates.', false],
  ])('know a refusal: %s', (reply, expected) => expect(isRefusal(reply)).toBe(expected))

  test.each([
    ['The answer is C.', 'answer is C'],
    ['Correct: C', 'Correct: C'],
    ['Note: Payment terms hold the due date and the discount.', 'Payment terms hold the due date and the discount.'],
    ['The answer is B.', undefined],
    ['Read C and the question again.', undefined],
  ])('find the answer in %j', (reply, leak) => expect(findLeak(reply, aQuestion(), '')).toBe(leak))
})
