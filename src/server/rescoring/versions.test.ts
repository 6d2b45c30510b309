import { describe, expect, test } from 'vitest'
import { findDifference } from '#server/rescoring/versions.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

describe('the answers to two versions', () => {
  test.each([
    ['another text and explanation', aQuestion(), aQuestion({ text: '<p>Other</p>', explanation: '<p>Other</p>' })],
    ['another answer key', aQuestion(), aQuestion({ answerKey: ['A'] })],
    ['other spaces', aQuestion({ options: ['a b', 'c'] }), aQuestion({ options: ['a  b', 'c'] })],
  ])('can be compared with %s', (_, earlier, corrected) => {
    expect(findDifference(earlier, corrected)).toBeUndefined()
  })

  test.each([
    ['type', aQuestion(), aQuestion({ type: 'multiple_choice' })],
    ['options', aQuestion({ options: ['a', 'b'] }), aQuestion({ options: ['b', 'a'] })],
    [
      'options',
      aMatchingQuestion(),
      aMatchingQuestion({ pairs: { left: ['x', 'y', 'z'], right: aMatchingQuestion().pairs?.right ?? [] } }),
    ],
    ['options', aMatchingQuestion(), aMatchingQuestion({ pairs: { left: aMatchingQuestion().pairs?.left ?? [], right: ['x', 'y', 'z'] } })],
    ['entries', aReorderQuestion(), aReorderQuestion({ answerKey: ['0'] })],
  ] as const)('cannot be compared with different %s', (difference, earlier, corrected) => {
    expect(findDifference(earlier, corrected)).toBe(difference)
  })
})
