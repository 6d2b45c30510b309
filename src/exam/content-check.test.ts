import { describe, expect, test } from 'vitest'
import { checkQuestions } from '#exam/content-check.ts'
import { letterOf } from '#exam/question.ts'
import { aCertification, aMatchingQuestion, aQuestion } from '#tests/factories.ts'

const fieldsOf = (values: Parameters<typeof aQuestion>[0]) =>
  checkQuestions([aQuestion(values)], aCertification()).map((problem) => problem.field)

describe('the content check', () => {
  test('has nothing against a good question', () => {
    expect(fieldsOf({})).toEqual([])
  })

  test.each([
    ['an area the outline lacks', { skillArea: 'Cooking' }, 'skill_area'],
    ['a skill the area lacks', { skill: 'Baking' }, 'skill'],
    ['another certification', { examId: 'mb-300' }, 'exam_id'],
    ['options that differ only in markup', { options: ['A method', '<b>A method</b>', 'Terms', 'Tolerance'] }, 'options'],
    ['"all of the above"', { options: ['A method', 'All of the above', 'Terms', 'Tolerance'] }, 'options'],
    ['"none of these"', { options: ['A method', 'None of these', 'Terms', 'Tolerance'] }, 'options'],
    ['two choices', { options: ['A', 'B'], key: ['A'], optionExplanations: [null, 'No.'] }, 'options'],
    ['a letter cited', { explanation: '<p>Option C holds the discount.</p>' }, 'explanation'],
    ['letters cited in brackets', { explanation: '<p>The terms (C) hold the discount.</p>' }, 'explanation'],
    ['an explanation without words', { explanation: '<p> </p>' }, 'explanation'],
    ['a wrong option nobody explains', { optionExplanations: [null, 'No.', null, 'No.'] }, 'option_explanations'],
    ['a reference elsewhere', { reference: 'https://example.com/finance' }, 'reference'],
    ['a host that only looks official', { reference: 'https://learn.microsoft.com.example.com/finance' }, 'reference'],
    ['a reference that is no https', { reference: 'http://learn.microsoft.com/finance' }, 'reference'],
    ['no grounding', { grounding: null }, 'grounding'],
    ['every option as key', { type: 'multiple_choice', key: ['A', 'B', 'C', 'D'] }, 'correct_answer'],
    ['one key in a multiple choice', { type: 'multiple_choice', key: ['C'] }, 'correct_answer'],
  ] as const)('refuses %s', (_, values, field) => {
    expect(fieldsOf(values)).toContain(field)
  })

  test('does not take an abbreviation for a cited letter', () => {
    expect(fieldsOf({ explanation: '<p>The G/L account and A/P stay as they are; Plan B Ltd. is a vendor.</p>' })).toEqual([])
  })

  test('looks into pairs as well', () => {
    const question = aMatchingQuestion({ pairs: { left: ['a', 'A '], right: ['c', 'd'] }, key: ['0=0', '1=1'] })
    expect(checkQuestions([question], aCertification())).toMatchObject([{ field: 'pairs' }])
  })
})

describe('the bias of a set', () => {
  const optionsWithLongest = (position: number) =>
    ['wood', 'iron', 'clay', 'silk'].map((word, i) => (i === position ? `${word} and more` : word))
  const aSet = (keyAt: (i: number) => number, longestAt: (i: number) => number) =>
    Array.from({ length: 12 }, (_, i) =>
      aQuestion({ key: [letterOf(keyAt(i))], options: optionsWithLongest(longestAt(i)), optionExplanations: ['No.', 'No.', 'No.', 'No.'] }),
    )

  test('is refused when the key stands at one letter too often', () => {
    expect(
      checkQuestions(
        aSet(
          (i) => (i < 6 ? 1 : i % 4),
          (i) => (i + 2) % 4,
        ),
        aCertification(),
      ),
    ).toMatchObject([{ index: -1, reason: expect.stringContaining('the key is B') }])
  })

  test('is refused when the longest option is the key too often', () => {
    expect(
      checkQuestions(
        aSet(
          (i) => i % 4,
          (i) => i % 4,
        ),
        aCertification(),
      ),
    ).toMatchObject([{ index: -1, reason: expect.stringContaining('the longest option') }])
  })

  test('is fine when keys are spread', () => {
    expect(
      checkQuestions(
        aSet(
          (i) => i % 4,
          (i) => (i + 1) % 4,
        ),
        aCertification(),
      ),
    ).toEqual([])
  })
})
