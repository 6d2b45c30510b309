import { describe, expect, test } from 'vitest'
import { parseBankFile } from '#exam/bank-file/index.ts'
import { aBankItem } from '#tests/factories.ts'

const otherId = '01a1f7f8-3000-7dd5-a155-880ff1424827'
const problemsOf = (...items: unknown[]) => {
  const read = parseBankFile(items)
  return read.ok ? [] : read.problems
}

describe('reading a bank file', () => {
  test('returns the question', () => {
    const read = parseBankFile([aBankItem()])
    expect(read).toMatchObject({
      ok: true,
      questions: [
        {
          examId: 'mb-800',
          type: 'single_choice',
          answerKey: ['C'],
          caseStudyId: null,
          pairs: null,
          createdAt: '2026-11-20T08:00:00.000Z',
        },
      ],
    })
  })

  test('uses mb-800 when the certification is missing', () => {
    expect(parseBankFile([aBankItem({ exam_id: undefined })])).toMatchObject({ questions: [{ examId: 'mb-800' }] })
  })

  test('uses the sequence when a reorder question has no answer key', () => {
    const item = aBankItem({
      question_type: 'reorder',
      options: ['b', 'c', 'a'],
      correct_answer: undefined,
      sequence: [2, 0, 1],
      option_explanations: undefined,
    })
    expect(parseBankFile([item])).toMatchObject({ questions: [{ answerKey: ['2', '0', '1'] }] })
  })

  test('refuses JSON that is not a list, with the text of the specification', () => {
    expect(parseBankFile({ questions: [] })).toEqual({
      ok: false,
      problems: [{ index: -1, field: '', reason: 'Invalid file format. Expected an array of questions.' }],
    })
  })

  test('reports the index, field and reason of every problem', () => {
    expect(problemsOf(aBankItem(), aBankItem({ id: 'seven', text: ' ', correct_answer: ['E'] }))).toEqual([
      { index: 1, field: 'id', reason: 'is not a UUID' },
      { index: 1, field: 'text', reason: 'is empty' },
      { index: 1, field: 'correct_answer', reason: 'E is not among the options A to D' },
    ])
  })

  test.each([
    [{ question_type: 'essay' }, 'question_type'],
    [{ options: ['one', 2] }, 'options'],
    [{ correct_answer: ['A', 'C'] }, 'correct_answer'],
    [{ correct_answer: '{}' }, 'correct_answer'],
    [{ question_type: 'drag_drop', correct_answer: ['0=0'] }, 'correct_answer'],
    [{ question_type: 'drag_drop', pairs: { left: ['a', 'b'], right: ['c', 'd'] }, correct_answer: ['0=0'] }, 'correct_answer'],
    [{ question_type: 'drag_drop', pairs: { left: ['a', 'b'], right: ['c', 'd'] }, correct_answer: ['0=0', '0=1'] }, 'correct_answer'],
    [{ question_type: 'reorder', correct_answer: ['0', '9'] }, 'correct_answer'],
    [{ created_at: 'yesterday' }, 'created_at'],
    [{ difficulty: 4 }, 'difficulty'],
    [{ grounding: { repository: 'x' } }, 'grounding.path'],
    [{ case_study_id: 'nowhere' }, 'case_study_id'],
    [{ case_study: 'text' }, 'case_study'],
    [{ case_study: { title: 'Skerry Kayaks', content: '<p>Boats.</p>' } }, 'case_study'],
    [{ explanation: '' }, 'explanation'],
    [{ skill_area: undefined }, 'skill_area'],
    [{ created_at: undefined }, 'created_at'],
    [{ id: 7 }, 'id'],
    [{ options: [] }, 'options'],
  ])('refuses %j', (values, field) => {
    expect(problemsOf(aBankItem(values)).map((problem) => problem.field)).toContain(field)
  })

  test('refuses a duplicate id, and an item that is not an object', () => {
    expect(problemsOf(aBankItem(), aBankItem())).toMatchObject([{ index: 1, field: 'id' }])
    expect(problemsOf('text', null)).toHaveLength(2)
  })

  test('connects questions with the case study that one of them contains', () => {
    const caseStudy = { title: 'Skerry Kayaks', content: '<p>Boats.</p>' }
    const read = parseBankFile([
      aBankItem({ case_study_id: 'case-1', case_study: caseStudy }),
      aBankItem({ id: otherId, case_study_id: 'case-1' }),
    ])
    expect(read).toMatchObject({
      ok: true,
      caseStudies: [{ id: 'case-1', ...caseStudy }],
      questions: [{ caseStudyId: 'case-1' }, { caseStudyId: 'case-1' }],
    })
  })
})
