import { describe, expect, test } from 'vitest'
import { findReportTextProblem, mentionsRealExam, reportTextLengthMax } from '#exam/reports/question-report.ts'

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
    'I saw this in the exam',
    'I s\u200baw this on my e\u00adxam',
    'I ｓａｗ this on my ｅｘａｍ',
    'Same question in yesterday’s exam, I had it too',
    'I had this one in yesterday’s exam',
    'it was in my MB-800 exam',
    'Saw this exact one on MB-800 yesterday.',
    'Got it on the MB800 today, B was marked right',
    'came in exam',
    'This question is on the exam.',
    'I saw it while taking the test',
    'This is a leaked exam question',
    'ExamTopics says B',
    'They asked me this at Pearson VUE',
    'J’ai eu cette question à l’examen.',
    'Tombé à mon examen hier, la réponse était B',
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
    'I saw this on the MB-800 study guide page.',
    'I had this wrong in exam mode and in practice.',
    'The MB-800 outline of June names another skill.',
    'I asked in a test environment, and the field is missing.',
    'The latest exam guide lists this under another area.',
    'Is this topic on the exam outline?',
    'The exam topics changed in June.',
    'L’examen a changé en juin, la page officielle aussi.',
    'We faced this in a test company: posting fails.',
  ])('may say: %s', (text) => {
    expect(mentionsRealExam(text)).toBe(false)
  })
})
