import { describe, expect, test } from 'vitest'
import { checkAnswerKeyBias, checkAnswerKeyLength, checkQuestion, checkQuestions } from '#exam/content-check.ts'
import { letterOf } from '#exam/question.ts'
import { aCertification, aMatchingQuestion, anOutline, aQuestion } from '#tests/factories.ts'

const sourcePage = { repository: 'r', path: 'p', commit: 'a'.repeat(40), lines: '1-2' }

const fieldsOf = (values: Parameters<typeof aQuestion>[0]) =>
  checkQuestions([aQuestion(values)], aCertification()).map((problem) => problem.field)

describe('the content check', () => {
  test('accepts a good question', () => {
    expect(fieldsOf({})).toEqual([])
  })

  test.each([
    ['an unknown skill area', { skillArea: 'Cooking' }, 'skill_area'],
    ['an unknown skill', { skill: 'Baking' }, 'skill'],
    ['another certification', { examId: 'mb-300' }, 'exam_id'],
    ['options that differ only in markup', { options: ['A method', '<b>A method</b>', 'Terms', 'Tolerance'] }, 'options'],
    ['"all of the above"', { options: ['A method', 'All of the above', 'Terms', 'Tolerance'] }, 'options'],
    ['"none of these"', { options: ['A method', 'None of these', 'Terms', 'Tolerance'] }, 'options'],
    ['two choices', { options: ['A', 'B'], answerKey: ['A'], optionExplanations: [null, 'No.'] }, 'options'],
    ['an option letter', { explanation: '<p>Option C contains the discount.</p>' }, 'explanation'],
    ['an option letter in parentheses', { explanation: '<p>The terms (C) contain the discount.</p>' }, 'explanation'],
    ['a blank explanation', { explanation: '<p> </p>' }, 'explanation'],
    ['an unexplained wrong option', { optionExplanations: [null, 'No.', null, 'No.'] }, 'option_explanations'],
    ['a reference to another site', { reference: 'https://example.com/finance' }, 'reference'],
    ['a host that only looks official', { reference: 'https://learn.microsoft.com.example.com/finance' }, 'reference'],
    ['a blank question', { text: '<p><br></p>' }, 'text'],
    ['a blank option', { options: ['A method', '<p> </p>', 'Terms', 'Tolerance'] }, 'options'],
    ['no skill', { skill: '' }, 'skill'],
    ['lines that end before they start', { grounding: { ...sourcePage, lines: '12-30,9-4' } }, 'grounding'],
    ['a second source without lines', { grounding: { ...sourcePage, second_source: { ...sourcePage, lines: 'all' } } }, 'grounding'],
    ['an invalid commit', { grounding: { repository: 'r', path: 'p', commit: 'main', lines: '1-2' } }, 'grounding'],
    ['a reference without https', { reference: 'http://learn.microsoft.com/finance' }, 'reference'],
    ['no grounding', { grounding: null }, 'grounding'],
    ['every option as correct', { type: 'multiple_choice', answerKey: ['A', 'B', 'C', 'D'] }, 'correct_answer'],
    ['one letter in a multiple choice', { type: 'multiple_choice', answerKey: ['C'] }, 'correct_answer'],
  ] as const)('refuses %s', (_, values, field) => {
    expect(fieldsOf(values)).toContain(field)
  })

  test('does not mistake an abbreviation for an option letter', () => {
    expect(fieldsOf({ explanation: '<p>The G/L account and A/P stay as they are; Plan B Ltd. is a vendor.</p>' })).toEqual([])
  })

  test('accepts several ranges of lines and a second source', () => {
    const grounding = { ...sourcePage, lines: '12-30,44-51', second_source: sourcePage }
    expect(fieldsOf({ grounding })).toEqual([])
  })

  test('refuses a page that is too old, unless the question is a draft', () => {
    const grounding = { ...sourcePage, page_date: '2022-06-29' }
    expect(fieldsOf({ grounding })).toEqual(['grounding'])
    expect(fieldsOf({ grounding, state: 'draft' })).toEqual([])
    expect(fieldsOf({ grounding: { ...grounding, second_source: { ...sourcePage, page_date: '2026-01-12' } } })).toEqual([])
  })

  test('compares the objective with the outline of the exam', () => {
    const { objectives } = anOutline()
    const other = { id: 'blocked-terms', skillArea: 'Set up Business Central', skill: 'Number series', text: 'Block terms' }
    const check = (objective: string | null, known: typeof objectives | undefined) =>
      checkQuestions([aQuestion({ objective })], { ...aCertification(), objectives: known }).map(
        ({ field, reason }) => `${field} ${reason}`,
      )
    expect(check('payment-terms', objectives)).toEqual([])
    expect(check(null, objectives)).toEqual([])
    expect(check('blocked-terms', [])).toEqual(['objective is not an objective of mb-800: "blocked-terms"'])
    expect(check('blocked-terms', [other])).toEqual(['objective belongs to another skill: "Number series" of "Set up Business Central"'])
    expect(check('blocked-terms', undefined)).toEqual([])
  })

  test('checks pairs', () => {
    const question = aMatchingQuestion({ pairs: { left: ['a', 'A '], right: ['c', 'd'] }, answerKey: ['0=0', '1=1'] })
    expect(checkQuestions([question], aCertification())).toMatchObject([{ field: 'pairs' }])
  })
})

describe('checking one question', () => {
  const issuesOf = (values: Parameters<typeof aQuestion>[0]) => checkQuestion(aQuestion(values), aCertification())

  test.each([
    ['a blank question', { text: '<p>&nbsp;</p>' }, 'text', 'is blank'],
    ['a blank option', { options: ['A method', '<b></b>', 'Terms', 'Tolerance'] }, 'options', 'option B is blank'],
    [
      'a reference that runs code',
      { reference: 'javascript:alert(1)' },
      'reference',
      'is not an http or https address: "javascript:alert(1)"',
    ],
    ['a reference that is not an address', { reference: 'the docs' }, 'reference', 'is not an http or https address: "the docs"'],
    ['a reference without a host', { reference: 'https:///x' }, 'reference', 'is not an http or https address: "https:///x"'],
    ['a reference with a user name', { reference: 'https://a@b.com/' }, 'reference', 'is not an http or https address: "https://a@b.com/"'],
    ['a reference with a space', { reference: 'https://b.com/ x' }, 'reference', 'is not an http or https address: "https://b.com/ x"'],
    ['another certification', { examId: 'mb-300' }, 'exam_id', 'is "mb-300", but the questions are for mb-800'],
  ])('refuses %s', (_, values, field, reason) => {
    expect(issuesOf(values)).toEqual([{ field, reason, isError: true }])
  })

  test.each([
    ['a reference to another site', { reference: 'https://example.com:8080/a?b#c' }, 'reference'],
    ['a reference without https', { reference: 'http://learn.microsoft.com/x' }, 'reference'],
    ['a reference in another script', { reference: 'https://bücher.example' }, 'reference'],
    ['an unknown skill area', { skillArea: 'Cooking' }, 'skill_area'],
    ['no skill area', { skillArea: '', skill: '' }, 'skill_area'],
    ['no skill', { skill: '' }, 'skill'],
    ['no explanation', { explanation: '' }, 'explanation'],
    ['an option letter', { explanation: '<p>Option C contains the discount.</p>' }, 'explanation'],
    ['a duplicate option', { options: ['A method', 'a  method', 'Terms', 'Tolerance'] }, 'options'],
    ['two choices', { options: ['A', 'B'], answerKey: ['A'] }, 'options'],
    ['one letter in a multiple choice', { type: 'multiple_choice', answerKey: ['C'] }, 'correct_answer'],
  ] as const)('warns of %s', (_, values, field) => {
    expect(issuesOf(values)).toMatchObject([{ field, isError: false }])
  })

  test('accepts missing grounding, unexplained options, and an image instead of text', () => {
    const image = '<img src="/a.png" alt="A chart" />'
    expect(issuesOf({ grounding: null, optionExplanations: [], text: image, options: [image, 'Terms', 'Method'] })).toEqual([])
  })
})

describe('the length of the correct option', () => {
  const isGuessed = (options: string[], answerKey = ['A']) => checkAnswerKeyLength(aQuestion({ options, answerKey })).length > 0

  test('is an issue when it is clearly the longest', () => {
    expect(isGuessed(['a rather long option', 'short', 'also short'])).toBe(true)
    expect(isGuessed(['short', 'a rather long option', 'also short'])).toBe(false)
  })

  test('is an issue from 110% of the longest wrong option', () => {
    expect(isGuessed(['x'.repeat(110), 'y'.repeat(100), 'z'])).toBe(true)
    expect(isGuessed(['x'.repeat(109), 'y'.repeat(100), 'z'])).toBe(false)
  })

  test('is not an issue because of markup, or when there is nothing to compare', () => {
    expect(isGuessed(['<b>iron</b>', 'wood'])).toBe(false)
    expect(isGuessed(['only one'])).toBe(false)
    expect(checkAnswerKeyLength(aMatchingQuestion())).toEqual([])
  })
})

describe('the distribution of answer keys', () => {
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

  test('is a problem when one letter is too frequent', () => {
    expect(
      checkQuestions(
        aSet(
          (i) => (i < 6 ? 1 : i % 4),
          (i) => (i + 2) % 4,
        ),
        aCertification(),
      ),
    ).toMatchObject([{ index: -1, reason: expect.stringContaining('the answer key is B') }])
  })

  test('is a problem above 40%', () => {
    const aSetWithA = (count: number) =>
      Array.from({ length: 20 }, (_, i) =>
        aQuestion({ answerKey: [letterOf(i < count ? 0 : 1 + (i % 3))], options: ['wood', 'iron', 'clay', 'silk'] }),
      )
    expect(checkAnswerKeyBias(aSetWithA(8))).toEqual([])
    expect(checkAnswerKeyBias(aSetWithA(9))).toMatchObject([{ reason: expect.stringContaining('in 9 of 20') }])
  })

  test('is a problem when the longest option is correct too often', () => {
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

  test('is fine when it is even', () => {
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

  test('is not checked for a few questions', () => {
    expect(
      checkAnswerKeyBias(
        aSet(
          () => 0,
          () => 0,
        ).slice(0, 11),
      ),
    ).toEqual([])
  })
})
