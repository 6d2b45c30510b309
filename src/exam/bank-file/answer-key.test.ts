import { describe, expect, test } from 'vitest'
import { findAnswerKeyProblem, formatAnswerKey, parseAnswerKey } from '#exam/bank-file/index.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

describe('parsing an answer key', () => {
  test.each([
    [['A', 'C']],
    ['A,C'],
    ['A, C'],
    ['A; C'],
    ['A C'],
    ['{A,C}'],
    ['{"A","C"}'],
    ['["A","C"]'],
    [['c', 'a']],
    [['A,C']],
    [' {A , C} '],
  ])('accepts %j as A and C', (written) => {
    expect(parseAnswerKey(written, 'multiple_choice')).toEqual(['A', 'C'])
  })

  test('keeps the order of a sequence and converts numbers to text', () => {
    expect(parseAnswerKey([2, 0, 1], 'reorder')).toEqual(['2', '0', '1'])
    expect(parseAnswerKey('{2,0,1}', 'reorder')).toEqual(['2', '0', '1'])
    expect(parseAnswerKey(['02', ' 0 ', 1], 'reorder')).toEqual(['2', '0', '1'])
  })

  test('sorts pairs by their left side', () => {
    expect(parseAnswerKey(['1=0', '0=1'], 'drag_drop')).toEqual(['0=1', '1=0'])
    expect(parseAnswerKey('1 = 0, 00=1', 'drag_drop')).toEqual(['0=1', '1=0'])
  })

  test.each([aQuestion({ answerKey: ['A', 'C'], type: 'multiple_choice' }), aReorderQuestion(), aMatchingQuestion()])(
    'parses a formatted answer key of $type',
    (question) => {
      expect(parseAnswerKey(formatAnswerKey(question), question.type)).toEqual(question.answerKey)
    },
  )

  test.each([[''], ['{}'], [[]], [null], [undefined], [{}], [true], [[null, {}, ['A']]], [{ toString: 'A' }]])(
    'returns an empty list for %j',
    (written) => {
      expect(parseAnswerKey(written, 'single_choice')).toEqual([])
    },
  )
})

describe('an invalid answer key', () => {
  const of = (type: 'single_choice' | 'multiple_choice' | 'reorder', written: unknown) =>
    findAnswerKeyProblem({ type, options: ['wood', 'iron', 'clay'], pairs: null, answerKey: parseAnswerKey(written, type) })

  test.each([
    ['single_choice', 'D', 'D is not among the options A to C'],
    ['single_choice', 2, '"2" is not one of the letters of the options A to C'],
    ['single_choice', 'wood', '"WOOD" is not one of the letters of the options A to C'],
    ['single_choice', 'A,B', 'has more than one letter, but the question type is single choice'],
    ['multiple_choice', 'A,A', 'contains the same entry twice'],
    ['multiple_choice', [[['A']]], 'is missing'],
    ['reorder', '0,0,1', 'contains the same entry twice'],
    ['reorder', 'B,A,C', '"B" is not the index of an option; list the indexes in order, with 0 for the first option, such as 2,0,1'],
    [
      'reorder',
      ['wood', 'clay'],
      '"wood" is not the index of an option; list the indexes in order, with 0 for the first option, such as 2,0,1',
    ],
    ['reorder', [1, 2, 3], '"3" is not the index of an option; list the indexes in order, with 0 for the first option, such as 2,0,1'],
    [
      'reorder',
      'x'.repeat(99),
      `"${'x'.repeat(40)}…" is not the index of an option; list the indexes in order, with 0 for the first option, such as 2,0,1`,
    ],
  ] as const)('is explained for %s with %j', (type, written, reason) => {
    expect(of(type, written)).toBe(reason)
  })

  test('is explained for pairs, where an item may belong to several prompts', () => {
    const pairs = { left: ['oak', 'pine'], right: ['wood', 'iron'] }
    const ofPairs = (answerKey: string[]) => findAnswerKeyProblem({ type: 'drag_drop', options: [], pairs, answerKey })
    expect(ofPairs(['0=0', '1=0'])).toBeUndefined()
    expect(ofPairs(['0=0', '0=0'])).toBe('contains the same entry twice')
    expect(ofPairs(['0=0', '0=1'])).toBe('does not use every entry of the left side exactly once')
    expect(ofPairs(['0=0'])).toBe('does not use every entry of the left side exactly once')
    expect(ofPairs(['0=0', '1=7'])).toContain('pair indexes')
  })
})
