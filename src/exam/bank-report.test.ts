import { describe, expect, test } from 'vitest'
import { addressOfGrounding, bankTargets, printReport, reportBank } from '#exam/bank-report.ts'
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

/** Words that no other number gives, so that no two questions are alike. */
function wordsOf(i: number): string {
  return Array.from({ length: 14 }, (_, word) => `w${i}x${word}`).join(' ')
}

/** Twenty questions in the proportions that are due: 14 of the wide area, 6 of the narrow one. */
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

const problemsOf = (questions: readonly BankQuestion[], id = 'xx-100') => reportBank(questions, { ...certification, id }).problems

describe('the report of a bank', () => {
  test('counts questions by area, skill, form, difficulty and place of the key', () => {
    const report = reportBank(aBank(), certification)
    expect(report).toMatchObject({
      size: 20,
      areas: [
        { name: 'Wide', size: 14, sharePercent: 70, weightPercent: 70, skills: 2, skillsAsked: 2 },
        { name: 'Narrow', size: 6, sharePercent: 30, weightPercent: 30, skills: 1, skillsAsked: 1 },
      ],
      types: { reorder: 2, drag_drop: 2 },
      difficulties: [0, 20, 0],
      caseStudies: [],
      keyLengthPercent: 100,
      problems: [],
    })
    expect(printReport(report)).toContain('XX-100: 20 questions')
  })

  test('says what is missing to the number and to the case studies that are due', () => {
    expect(problemsOf(aBank(), 'mb-800')).toEqual([
      `has 20 questions; at least ${bankTargets['mb-800']?.questions} are due`,
      'has 0 case studies; 3 are due',
    ])
  })

  test('says when an area has too few questions for its weight, or leaves a skill out', () => {
    expect(problemsOf(aBank((_, i) => (i < 18 ? { skillArea: 'Wide', skill: 'One' } : {})))).toEqual([
      'Wide has 90 % of the questions and 70 % of the weight',
      'Wide asks for 1 of its 2 skills',
      'Narrow has 10 % of the questions and 30 % of the weight',
    ])
  })

  test('says when one form is too frequent', () => {
    const bank = aBank().map((question) =>
      question.type === 'multiple_choice' ? { ...question, type: 'single_choice' as const, answerKey: ['C'] } : question,
    )
    expect(problemsOf(bank).join()).toContain('0 % are multiple_choice; 20 to 30 % may be')
  })

  test('says when a case study has too few questions', () => {
    expect(problemsOf(aBank((_, i) => (i < 3 ? { caseStudyId: 'c' } : {})))).toEqual(['a case study has 3 questions; 4 to 6 may share one'])
  })

  test('says when keys are longer than other options', () => {
    const long = (question: BankQuestion) =>
      question.type === 'single_choice' || question.type === 'multiple_choice'
        ? {
            options: question.options.map((option, i) =>
              question.answerKey.includes(letters[i] ?? '') ? `${option}, and then some more` : option,
            ),
          }
        : {}
    expect(problemsOf(aBank(long)).join()).toMatch(/keys are 1\d\d % as long as other options/)
  })

  test('names questions that say nearly the same', () => {
    expect(problemsOf(aBank((_, i) => (i === 15 ? { text: `<p>${wordsOf(3)}</p>`, options: aBank()[3]?.options ?? [] } : {})))).toEqual([
      'q15 says nearly the same as q3',
    ])
  })

  test('names questions whose reference is not the page that proves them', () => {
    const grounding = {
      repository: 'MicrosoftDocs/powerquery-docs',
      path: 'powerquery-docs/merge.md',
      commit: 'a'.repeat(40),
      lines: '1-2',
    }
    const reference = 'https://learn.microsoft.com/en-us/power-query/append'
    expect(problemsOf(aBank((_, i) => (i === 5 ? { grounding, reference } : {})))).toEqual([
      `q5 refers to another page than the one that proves it: ${reference}`,
    ])
  })
})

describe('the address of a page', () => {
  test.each([
    ['MicrosoftDocs/dynamics365smb-docs', 'business-central/about-new-company.md', '/dynamics365/business-central/about-new-company'],
    ['MicrosoftDocs/power-automate-docs', 'articles/desktop-flows/intro.md', '/power-automate/desktop-flows/intro'],
    ['MicrosoftDocs/power-platform', 'power-platform/admin/environments.md', '/power-platform/admin/environments'],
  ])('of %s %s is %s', (repository, path, address) => {
    expect(addressOfGrounding({ repository, path })).toBe(`https://learn.microsoft.com/en-us${address}`)
  })

  test.each([
    ['somebody/else', 'articles/x.md'],
    ['MicrosoftDocs/power-platform', 'elsewhere/x.md'],
    ['MicrosoftDocs/power-platform', 'power-platform/x.yml'],
  ])('of %s %s is not known', (repository, path) => {
    expect(addressOfGrounding({ repository, path })).toBeUndefined()
  })
})
