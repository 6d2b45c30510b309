import { describe, expect, test } from 'vitest'
import { checkKeyBias, checkKeyLength, checkQuestion, checkQuestions } from '#exam/content-check.ts'
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
    ['a question without words', { text: '<p><br></p>' }, 'text'],
    ['an option without words', { options: ['A method', '<p> </p>', 'Terms', 'Tolerance'] }, 'options'],
    ['a skill left out', { skill: '' }, 'skill'],
    ['a commit that is none', { grounding: { repository: 'r', path: 'p', commit: 'main', lines: '1-2' } }, 'grounding'],
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
    const question = aMatchingQuestion({ pairs: { left: ['a', 'A '], right: ['c', 'd'] }, answerKey: ['0=0', '1=1'] })
    expect(checkQuestions([question], aCertification())).toMatchObject([{ field: 'pairs' }])
  })
})

describe('the check of one question', () => {
  const findingsOf = (values: Parameters<typeof aQuestion>[0]) => checkQuestion(aQuestion(values), aCertification())

  test.each([
    ['a question without words', { text: '<p>&nbsp;</p>' }, 'text', 'is without words'],
    ['an option without words', { options: ['A method', '<b></b>', 'Terms', 'Tolerance'] }, 'options', 'option B is without words'],
    [
      'a reference that runs code',
      { reference: 'javascript:alert(1)' },
      'reference',
      'is not an http or https address: "javascript:alert(1)"',
    ],
    ['a reference in words', { reference: 'the docs' }, 'reference', 'is not an http or https address: "the docs"'],
    ['a reference without a host', { reference: 'https:///x' }, 'reference', 'is not an http or https address: "https:///x"'],
    ['a reference to somebody', { reference: 'https://a@b.com/' }, 'reference', 'is not an http or https address: "https://a@b.com/"'],
    ['a reference with a blank', { reference: 'https://b.com/ x' }, 'reference', 'is not an http or https address: "https://b.com/ x"'],
    ['another certification', { examId: 'mb-300' }, 'exam_id', 'is "mb-300", among the questions of mb-800'],
  ])('refuses %s', (_, values, field, reason) => {
    expect(findingsOf(values)).toEqual([{ field, reason, isRefusal: true }])
  })

  test.each([
    ['a reference elsewhere', { reference: 'https://example.com:8080/a?b#c' }, 'reference'],
    ['a reference that is no https', { reference: 'http://learn.microsoft.com/x' }, 'reference'],
    ['a reference in another script', { reference: 'https://bücher.example' }, 'reference'],
    ['an area the outline lacks', { skillArea: 'Cooking' }, 'skill_area'],
    ['no area', { skillArea: '', skill: '' }, 'skill_area'],
    ['no skill', { skill: '' }, 'skill'],
    ['no explanation', { explanation: '' }, 'explanation'],
    ['a letter cited', { explanation: '<p>Option C holds the discount.</p>' }, 'explanation'],
    ['an option twice', { options: ['A method', 'a  method', 'Terms', 'Tolerance'] }, 'options'],
    ['two choices', { options: ['A', 'B'], key: ['A'] }, 'options'],
    ['one key in a multiple choice', { type: 'multiple_choice', key: ['C'] }, 'correct_answer'],
  ] as const)('warns of %s', (_, values, field) => {
    expect(findingsOf(values)).toMatchObject([{ field, isRefusal: false }])
  })

  test('says nothing of missing grounding, unexplained options, or an image in place of words', () => {
    const image = '<img src="/a.png" alt="A chart" />'
    expect(findingsOf({ grounding: null, optionExplanations: [], text: image, options: [image, 'Terms', 'Method'] })).toEqual([])
  })
})

describe('the length of a key', () => {
  const isGuessed = (options: string[], key = ['A']) => checkKeyLength(aQuestion({ options, answerKey: key })).length > 0

  test('gives it away when it is clearly the longest option', () => {
    expect(isGuessed(['a rather long option', 'short', 'also short'])).toBe(true)
    expect(isGuessed(['short', 'a rather long option', 'also short'])).toBe(false)
  })

  test('does not by a letter, by markup, or where nothing can be compared', () => {
    expect(isGuessed(['x'.repeat(21), 'y'.repeat(20)])).toBe(false)
    expect(isGuessed(['<b>iron</b>', 'wood'])).toBe(false)
    expect(isGuessed(['only one'])).toBe(false)
    expect(checkKeyLength(aMatchingQuestion())).toEqual([])
  })
})

describe('the bias of a set', () => {
  const optionsWithLongest = (position: number) =>
    ['wood', 'iron', 'clay', 'silk'].map((word, i) => (i === position ? `${word} and more` : word))
  const aSet = (keyAt: (i: number) => number, longestAt: (i: number) => number) =>
    Array.from({ length: 12 }, (_, i) =>
      aQuestion({
        answerKey: [letterOf(keyAt(i))],
        options: optionsWithLongest(longestAt(i)),
        optionExplanations: ['No.', 'No.', 'No.', 'No.'],
      }),
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

  test('is not spoken of for a few questions', () => {
    expect(
      checkKeyBias(
        aSet(
          () => 0,
          () => 0,
        ).slice(0, 11),
      ),
    ).toEqual([])
  })
})
