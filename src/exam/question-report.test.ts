import { describe, expect, test } from 'vitest'
import { findReportTextProblem, mentionsRealExam, reportTextLengthMax } from '#exam/question-report.ts'

describe('the text of a report', () => {
  test('may be blank, except for the reason "other"', () => {
    expect(findReportTextProblem('unclear', ' \n')).toBeUndefined()
    expect(findReportTextProblem('other', ' \n')).toBe('TEXT_NEEDED')
    expect(findReportTextProblem('other', 'The figure is missing.')).toBeUndefined()
  })

  test('may have a thousand characters, not counting surrounding spaces', () => {
    expect(findReportTextProblem('typo', ` ${'x'.repeat(reportTextLengthMax)}\n`)).toBeUndefined()
    expect(findReportTextProblem('typo', 'x'.repeat(reportTextLengthMax + 1))).toBe('TEXT_LONG')
  })

  test.each([
    'I saw this on my exam',
    'I SAW THIS ON\nMY  EXAM yesterday',
    'This question came up in the test last week, with other numbers.',
    'The same one appeared on the real exam.',
    'I remember it from my last exam and B was right',
    'This was on my exam.',
    'The actual exam has six options here.',
    'I passed the exam on Monday and this question was in it',
    'It is from the exam dumps',
    'we got asked this during our exam',
  ])('must not share the real exam: %s', (text) => {
    expect(mentionsRealExam(text)).toBe(true)
    expect(findReportTextProblem('wrong_answer', text)).toBe('REAL_EXAM')
  })

  test.each([
    'The official page says the opposite since September.',
    'This topic was removed from the exam outline on June 30.',
    'I saw this in the exam guide, which names another skill.',
    'The example data has two customers, so C is right as well.',
    'I tested it: the action is on the other page.',
    'The test environment shows this on the page My Settings.',
    'My answer was marked incorrect in the exam simulation.',
    'Not part of the exam since the new outline.',
  ])('may say: %s', (text) => {
    expect(mentionsRealExam(text)).toBe(false)
  })
})
