import { describe, expect, test } from 'vitest'
import { readBankFile, readKey } from '#exam/bank-file.ts'
import { aBankItem } from '#tests/factories.ts'

const otherId = '01a1f7f8-3000-7dd5-a155-880ff1424827'
const problemsOf = (...items: unknown[]) => {
  const read = readBankFile(items)
  return read.ok ? [] : read.problems
}

describe('reading a key', () => {
  test.each([[['A', 'C']], ['A,C'], ['A, C'], ['{A,C}'], ['{"A","C"}'], [['c', 'a']], [' {A , C} ']])('takes %j as A and C', (written) => {
    expect(readKey(written, 'multiple_choice')).toEqual(['A', 'C'])
  })

  test('keeps the order of a sequence and turns numbers into text', () => {
    expect(readKey([2, 0, 1], 'reorder')).toEqual(['2', '0', '1'])
    expect(readKey('{2,0,1}', 'reorder')).toEqual(['2', '0', '1'])
  })

  test('puts pairs in the order of the left side', () => {
    expect(readKey(['1=0', '0=1'], 'drag_drop')).toEqual(['0=1', '1=0'])
  })

  test.each([[''], ['{}'], [[]], [null], [undefined], [{}]])('finds nothing in %j', (written) => {
    expect(readKey(written, 'single_choice')).toEqual([])
  })
})

describe('reading a bank file', () => {
  test('gives the question in our terms', () => {
    const read = readBankFile([aBankItem()])
    expect(read).toMatchObject({
      ok: true,
      questions: [
        { examId: 'mb-800', type: 'single_choice', key: ['C'], caseStudyId: null, pairs: null, createdAt: '2026-11-20T08:00:00.000Z' },
      ],
    })
  })

  test('takes mb-800 where no certification is written', () => {
    expect(readBankFile([aBankItem({ exam_id: undefined })])).toMatchObject({ questions: [{ examId: 'mb-800' }] })
  })

  test('takes the sequence for a missing key of a reorder question', () => {
    const item = aBankItem({
      question_type: 'reorder',
      options: ['b', 'c', 'a'],
      correct_answer: undefined,
      sequence: [2, 0, 1],
      option_explanations: undefined,
    })
    expect(readBankFile([item])).toMatchObject({ questions: [{ key: ['2', '0', '1'] }] })
  })

  test('refuses anything but a list with the words of the specification', () => {
    expect(readBankFile({ questions: [] })).toEqual({
      ok: false,
      problems: [{ index: -1, field: '', reason: 'Invalid file format. Expected an array of questions.' }],
    })
  })

  test('names index, field and reason of every problem', () => {
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
    [{ question_type: 'drag_drop', pairs: { left: ['a', 'b'], right: ['c', 'd'] }, correct_answer: ['0=0', '1=0'] }, 'correct_answer'],
    [{ question_type: 'reorder', correct_answer: ['0', '9'] }, 'correct_answer'],
    [{ created_at: 'yesterday' }, 'created_at'],
    [{ difficulty: 4 }, 'difficulty'],
    [{ grounding: { repository: 'x' } }, 'grounding.path'],
    [{ case_study_id: 'nowhere' }, 'case_study_id'],
    [{ case_study: 'text' }, 'case_study'],
  ])('refuses %j', (values, field) => {
    expect(problemsOf(aBankItem(values)).map((problem) => problem.field)).toContain(field)
  })

  test('refuses an id that stands twice, and an item that is no object', () => {
    expect(problemsOf(aBankItem(), aBankItem())).toMatchObject([{ index: 1, field: 'id' }])
    expect(problemsOf('text', null)).toHaveLength(2)
  })

  test('joins questions to the case study that one of them holds', () => {
    const caseStudy = { title: 'Skerry Kayaks', content: '<p>Boats.</p>' }
    const read = readBankFile([
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
