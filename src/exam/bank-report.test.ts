import { describe, expect, test } from 'vitest'
import { bankTargets, formatBankReport, createBankReport } from '#exam/bank-report.ts'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { aCertification, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const certification = aCertification({
  id: 'xx-100',
  skillAreas: [
    { name: 'Wide', weightMin: 60, weightMax: 80, skills: ['One', 'Two'] },
    { name: 'Narrow', weightMin: 20, weightMax: 40, skills: ['Three'] },
  ],
})
const letters = ['A', 'B', 'C', 'D']

/** Different words for each number, so that no two questions are near duplicates. */
function wordsOf(i: number): string {
  return Array.from({ length: 14 }, (_, word) => `w${i}x${word}`).join(' ')
}

/** Twenty questions in the target proportions: 14 in the wide area, 6 in the narrow one. */
function aBank(change: (question: BankQuestion, i: number) => Partial<BankQuestion> = () => ({})): BankQuestion[] {
  return Array.from({ length: 20 }, (_, i) => {
    const place = i < 14 ? { skillArea: 'Wide', skill: i % 2 ? 'One' : 'Two' } : { skillArea: 'Narrow', skill: 'Three' }
    const common = {
      id: `q${i}`,
      examId: 'xx-100',
      text: `<p>${wordsOf(i)}</p>`,
      difficulty: 2,
      caseStudyId: null,
      grounding: null,
      ...place,
    }
    const options = letters.map((letter) => `${letter} ${i} of the same length`)
    const question =
      i % 10 === 0
        ? aReorderQuestion(common)
        : i % 10 === 1
          ? aMatchingQuestion(common)
          : i % 4 === 2
            ? aQuestion({ ...common, type: 'multiple_choice', options, answerKey: ['A', 'B'] })
            : aQuestion({ ...common, type: 'single_choice', options, answerKey: [letters[i % 4] ?? 'A'] })
    return { ...question, ...change(question, i) }
  })
}

const problemsOf = (questions: readonly BankQuestion[], id = 'xx-100') => createBankReport(questions, { ...certification, id }).problems

describe('the report of a bank', () => {
  test('counts questions by skill area, skill, type, difficulty and answer key', () => {
    const report = createBankReport(aBank(), certification)
    expect(report).toMatchObject({
      size: 20,
      areas: [
        { name: 'Wide', size: 14, sharePercent: 70, weightPercent: 70, skills: 2, coveredSkills: 2 },
        { name: 'Narrow', size: 6, sharePercent: 30, weightPercent: 30, skills: 1, coveredSkills: 1 },
      ],
      types: { reorder: 2, drag_drop: 2 },
      difficulties: [0, 20, 0],
      caseStudies: [],
      answerKeyLengthPercent: 100,
      problems: [],
    })
    expect(formatBankReport(report)).toContain('XX-100: 20 questions')
  })

  test('counts drafts only as drafts', () => {
    const report = createBankReport(
      aBank((_, i) => (i === 0 ? { state: 'draft', caseStudyId: 'case-1' } : {})),
      certification,
    )
    expect(report).toMatchObject({
      size: 19,
      drafts: 1,
      areas: [{ size: 13 }, { size: 6 }],
      types: { reorder: 1 },
      difficulties: [0, 19, 0],
      caseStudies: [],
      undatedQuestions: 19,
    })
    expect(formatBankReport(report)).toContain('XX-100: 19 questions; drafts: 1')
  })

  test('does not check the proportions of a retired exam', () => {
    const bank = aBank((_, i) => (i < 18 ? { skillArea: 'Wide', skill: 'One' } : {}))
    expect(createBankReport(bank, { ...certification, status: 'retired' }).problems).toEqual([])
  })

  test('reports missing questions and case studies', () => {
    expect(problemsOf(aBank(), 'mb-800')).toEqual([
      `has 20 questions; the target is at least ${bankTargets['mb-800']?.questions}`,
      'has 0 case studies; the target is 3',
    ])
  })

  test('reports a skill area with too few questions for its weight, or without one of its skills', () => {
    expect(problemsOf(aBank((_, i) => (i < 18 ? { skillArea: 'Wide', skill: 'One' } : {})))).toEqual([
      'Wide has 90% of the questions but 70% of the weight',
      'Wide covers 1 of its 2 skills',
      'Narrow has 10% of the questions but 30% of the weight',
    ])
  })

  test('reports a question type that is too rare', () => {
    const bank = aBank().map((question) =>
      question.type === 'multiple_choice' ? { ...question, type: 'single_choice' as const, answerKey: ['C'] } : question,
    )
    expect(problemsOf(bank).join()).toContain('0% of the questions are multiple_choice; the target is 20% to 30%')
  })

  test('reports a case study with too few questions', () => {
    expect(problemsOf(aBank((_, i) => (i < 3 ? { caseStudyId: 'c' } : {})))).toEqual(['a case study has 3 questions; the target is 4 to 6'])
  })

  test('reports correct options that are longer than wrong ones', () => {
    const long = (question: BankQuestion) =>
      question.type === 'single_choice' || question.type === 'multiple_choice'
        ? {
            options: question.options.map((option, i) =>
              question.answerKey.includes(letters[i] ?? '') ? `${option}, and then some more` : option,
            ),
          }
        : {}
    expect(problemsOf(aBank(long)).join()).toMatch(/correct options are 1\d\d% as long as wrong ones/)
  })

  test('reports near duplicates', () => {
    expect(problemsOf(aBank((_, i) => (i === 15 ? { text: `<p>${wordsOf(3)}</p>`, options: aBank()[3]?.options ?? [] } : {})))).toEqual([
      'q15 is a near duplicate of q3',
    ])
  })

  test('warns of questions without the date of their page', () => {
    const grounding = { repository: 'MicrosoftDocs/powerquery-docs', path: 'powerquery-docs/merge.md', commit: 'abc', lines: '1-2' }
    const reference = 'https://learn.microsoft.com/en-us/power-query/merge'
    const change = (_: BankQuestion, i: number) => ({ reference, grounding: { ...grounding, ...(i > 2 && { page_date: '2026-01-12' }) } })
    const report = createBankReport(aBank(change), certification)
    expect(report).toMatchObject({ undatedQuestions: 3, problems: [] })
    expect(formatBankReport(report)).toContain('Warning: 3 of 20 questions do not have the date of their official page')
    const dated = aBank(() => ({ reference, grounding: { ...grounding, page_date: '2026-01-12' } }))
    expect(formatBankReport(createBankReport(dated, certification))).not.toContain('Warning')
  })

  test('lists orphaned questions, drafts included', () => {
    const objective = { id: 'one', skillArea: '', skill: '', text: 'One' }
    const change = (_: BankQuestion, i: number): Partial<BankQuestion> =>
      i === 0 ? { objective: 'gone' } : i === 1 ? { objective: 'old', state: 'draft' } : { objective: 'one' }
    const orphaned = [
      { id: 'q0', objective: 'gone' },
      { id: 'q1', objective: 'old' },
    ]
    const report = createBankReport(aBank(change), certification, { objectives: [objective] })
    expect(report.orphaned).toEqual(orphaned)
    expect(formatBankReport(report)).toContain(
      '! 2 questions are orphaned, because the outline does not have the objective: q0 (gone), q1 (old)',
    )
  })

  test('warns of old pages at the date of the outline, and of wide ranges of lines', () => {
    const cited = { repository: 'MicrosoftDocs/powerquery-docs', path: 'powerquery-docs/merge.md', commit: 'abc', lines: '1-60,80-90' }
    const reference = 'https://learn.microsoft.com/en-us/power-query/merge'
    const dates = ['2024-06-29', '2022-06-29', '2024-06-30', '2026-01-12', '2026-01-12', '2022-06-29']
    const change = (_: BankQuestion, i: number): Partial<BankQuestion> => ({
      reference,
      state: i === 5 ? 'draft' : 'published',
      objective: i === 3 || i === 4 ? 'one' : null,
      grounding: { ...cited, page_date: dates[i] ?? '2026-01-12', ...(i > 3 && { lines: '1-61' }) },
    })
    const report = createBankReport(aBank(change), { ...certification, outlineOf: '2026-06-30' })
    expect(report).toMatchObject({ drafts: 1, oldPages: { old: ['q0'], refused: ['q1'] }, wideRanges: ['q4'], problems: [] })
    const text = formatBankReport(report)
    expect(text).toContain('Warning: 1 questions have a page older than 24 months: q0')
    expect(text).toContain('Warning: 1 questions need a second source for a page older than 48 months: q1')
    expect(text).toContain('Warning: 1 questions cite more than 60 lines in a row: q4')
  })

  test('counts the questions of each objective', () => {
    const place = { skillArea: 'Wide', skill: 'One', text: 'One' }
    const outline = {
      objectives: [
        { id: 'first', ...place },
        { id: 'second', ...place },
      ],
    }
    const report = createBankReport(
      aBank((_, i) => ({ objective: i < 3 ? 'second' : null })),
      certification,
      outline,
    )
    expect(report.objectives).toEqual([
      { id: 'first', skillArea: 'Wide', size: 0 },
      { id: 'second', skillArea: 'Wide', size: 3 },
    ])
    const text = formatBankReport(report)
    expect(text).toContain('Objectives: 1 of 2 have questions\n    Wide: first 0, second 3\n    Narrow: none')
    expect(text).toContain('Warning: 1 objective has no question: first')
    expect(text).toContain('Warning: 17 of 20 questions do not name an objective')
    expect(formatBankReport(createBankReport(aBank(), certification))).not.toContain('bjective')
  })

  test('reports references that are not the page of the grounding', () => {
    const grounding = {
      repository: 'MicrosoftDocs/powerquery-docs',
      path: 'powerquery-docs/merge.md',
      commit: 'a'.repeat(40),
      lines: '1-2',
    }
    const reference = 'https://learn.microsoft.com/en-us/power-query/append'
    expect(problemsOf(aBank((_, i) => (i === 5 ? { grounding, reference } : {})))).toEqual([
      `q5 has a reference that is not the page of its grounding: ${reference}`,
    ])
  })
})
