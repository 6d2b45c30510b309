import { describe, expect, test } from 'vitest'
import { parseBankItem, parseItemReferences, toBankItem } from '#exam/bank-file/index.ts'
import { aBankItem, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const sourcePage = { repository: 'r', path: 'p.md', commit: 'c', lines: '1-2' }

describe('reading an imported item', () => {
  const defaults = { makeId: (text: string) => `derived from ${text}`, createdAt: '2026-11-21T09:00:00.000Z' }
  const parse = (values: Record<string, unknown>) => parseBankItem(aBankItem(values), defaults)
  const reorder = { question_type: 'reorder', options: ['wood', 'iron', 'clay'], option_explanations: null }
  const matching = { question_type: 'drag_drop', options: [], option_explanations: null, correct_answer: '0=1,1=0' }
  const pairs = { left: ['a', 'b'], right: ['c', 'd'] }

  test('accepts an item with only the required fields', () => {
    const least = {
      text: 'Which?',
      question_type: 'single_choice',
      options: ['a', 'b'],
      correct_answer: 'B',
      reference: 'http://example.com',
    }
    expect(parseBankItem(least, defaults)).toEqual({
      question: {
        id: 'derived from mb-800 which?',
        examId: 'mb-800',
        type: 'single_choice',
        text: 'Which?',
        options: ['a', 'b'],
        pairs: null,
        answerKey: ['B'],
        explanation: '',
        optionExplanations: [],
        reference: 'http://example.com',
        skillArea: '',
        skill: '',
        objective: null,
        difficulty: null,
        grounding: null,
        caseStudyId: null,
        createdAt: defaults.createdAt,
        state: 'published',
      },
      problems: [],
    })
  })

  test('reads an exported item', () => {
    for (const question of [
      aQuestion({ caseStudyId: 'case-1', state: 'draft', objective: 'payment-terms' }),
      aReorderQuestion(),
      aMatchingQuestion(),
    ])
      expect(parseBankItem(JSON.parse(JSON.stringify(toBankItem(question))), defaults)).toEqual({ question, problems: [] })
  })

  test('ignores unknown fields', () => {
    const odd = JSON.parse(
      '{"version": 9, "updated_by": "x", "is_admin": true, "__proto__": {"state": "draft"}, "constructor": 1}',
    ) as object
    expect(parseBankItem({ ...aBankItem(), ...odd }, defaults)).toEqual(parseBankItem(aBankItem(), defaults))
  })

  test.each([
    [{ id: 17 }, { id: 'derived from mb-800 17' }],
    [{ id: ' q-17 ' }, { id: 'derived from mb-800 q-17' }],
    [{ id: null, text: '<p>Which <b>Élève</b>?</p>' }, { id: 'derived from mb-800 which eleve?' }],
    [{ id: '01A1F7F8-3000-7DD5-A155-880FF1424826' }, { id: '01a1f7f8-3000-7dd5-a155-880ff1424826' }],
    [{ exam_id: ' PL-900 ' }, { examId: 'pl-900' }],
    [{ exam_id: null }, { examId: 'mb-800' }],
    [{ exam_id: '' }, { examId: 'mb-800' }],
    [{ question_type: 'Single Choice' }, { type: 'single_choice' }],
    [{ question_type: 'single-choice' }, { type: 'single_choice' }],
    [
      { question_type: 'MULTIPLE_CHOICE', correct_answer: '{A,C}' },
      { type: 'multiple_choice', answerKey: ['A', 'C'] },
    ],
    [{ correct_answer: 'c' }, { answerKey: ['C'] }],
    [{ options: '["a", "b", "c"]' }, { options: ['a', 'b', 'c'] }],
    [{ options: '{a,"b, \\"b\\"",c}' }, { options: ['a', 'b, "b"', 'c'] }],
    [{ option_explanations: '{NULL,"no",""}' }, { optionExplanations: [null, 'no', null] }],
    [
      { ...reorder, correct_answer: [2, 0, 1] },
      { type: 'reorder', answerKey: ['2', '0', '1'] },
    ],
    [{ ...reorder, correct_answer: null, sequence: '{2,0,1}' }, { answerKey: ['2', '0', '1'] }],
    [{ ...reorder, correct_answer: '{}', sequence: [2, 0, 1] }, { answerKey: ['2', '0', '1'] }],
    [
      { ...matching, pairs },
      { type: 'drag_drop', pairs, answerKey: ['0=1', '1=0'] },
    ],
    [{ ...matching, pairs, question_type: 'drag-drop' }, { type: 'drag_drop' }],
    [{ ...matching, pairs, question_type: 'Drag and Drop' }, { type: 'drag_drop' }],
    [{ ...matching, pairs, question_type: 'Drag & Drop' }, { type: 'drag_drop' }],
    [{ ...matching, pairs: JSON.stringify(pairs) }, { pairs }],
    [
      { ...matching, pairs: [{ left: 'a', right: 'c' }, { left: 'b', right: 'd' }, { right: 'e' }] },
      { pairs: { left: ['a', 'b'], right: ['c', 'd', 'e'] } },
    ],
    [{ pairs: {} }, { pairs: null }],
    [{ pairs: [] }, { pairs: null }],
    [{ pairs: '' }, { pairs: null }],
    [{ pairs: { left: [], right: null } }, { pairs: null }],
    [{ case_study_id: 12 }, { caseStudyId: '12' }],
    [{ case_study_id: '', case_study: null }, { caseStudyId: null }],
    [{ created_at: '2025-01-01 10:00:00+00' }, { createdAt: '2025-01-01T10:00:00.000Z' }],
    [{ created_at: 1735725600000 }, { createdAt: '2025-01-01T10:00:00.000Z' }],
    [{ created_at: null }, { createdAt: defaults.createdAt }],
    [{ difficulty: '2' }, { difficulty: 2 }],
    [{ grounding: '' }, { grounding: null }],
    [{ grounding: sourcePage }, { grounding: sourcePage }],
    [
      { grounding: { ...sourcePage, title: ' Payment terms ', page_date: '2026-01-12', checked_on: '2026-11-20' } },
      { grounding: { ...sourcePage, title: 'Payment terms', page_date: '2026-01-12', checked_on: '2026-11-20' } },
    ],
    [{ grounding: { ...sourcePage, title: null, page_date: '', checked_on: null } }, { grounding: sourcePage }],
    [
      { grounding: { ...sourcePage, checked_on: '2026-11-20', second_source: { ...sourcePage, page_date: '2026-02-03' } } },
      { grounding: { ...sourcePage, checked_on: '2026-11-20', second_source: { ...sourcePage, page_date: '2026-02-03' } } },
    ],
    [{ objective: ' payment-terms ' }, { objective: 'payment-terms' }],
    [{ objective: '' }, { objective: null }],
    [{ reference: ' https://example.com/ ' }, { reference: 'https://example.com/' }],
    [{ state: null }, { state: 'published' }],
  ])('accepts %j', (values, expected) => {
    expect(parse(values)).toMatchObject({ problems: [], question: expected })
  })

  test.each([
    [{ title: 'Skerry', content: '<p>Boats.</p>' }, 'case-1', { id: 'case-1', title: 'Skerry', content: '<p>Boats.</p>' }],
    [{ id: 3, content: '<p>Boats and <b>more</b>.</p>' }, null, { id: '3', title: 'Boats and more.' }],
    [JSON.stringify({ title: 'Skerry', content: 'Boats.' }), null, { id: 'derived from case study skerry boats.', title: 'Skerry' }],
    ['<p>Boats.</p>', 'case-1', { id: 'case-1', title: 'Boats.', content: '<p>Boats.</p>' }],
    ['word '.repeat(40), null, { title: `${'word '.repeat(15)}word…` }],
  ])('reads a case study from %j', (case_study, case_study_id, expected) => {
    const { caseStudy, question } = parse({ case_study, case_study_id })
    expect(caseStudy).toMatchObject(expected)
    expect(question?.caseStudyId).toBe(caseStudy?.id)
  })

  test.each([
    [{ text: 5 }, 'text', 'is not text'],
    [{ text: null }, 'text', 'is empty'],
    [{ text: 'a\0b' }, 'text', 'contains a NUL character'],
    [{ text: 'a\ud800b' }, 'text', 'contains an incomplete character'],
    [{ text: 'x'.repeat(100_001) }, 'text', 'has 100001 characters; the limit is 100000'],
    [{ explanation: ['x'] }, 'explanation', 'is not text'],
    [{ id: {} }, 'id', 'is not text'],
    [{ id: 'x'.repeat(101) }, 'id', 'has 101 characters; the limit is 100'],
    [{ exam_id: 800 }, 'exam_id', 'is not text'],
    [
      { question_type: 'essay' },
      'question_type',
      'is not one of single_choice, multiple_choice, reorder, drag_drop, statements, drop_down, solution',
    ],
    [
      { question_type: { toString: 1 } },
      'question_type',
      'is not one of single_choice, multiple_choice, reorder, drag_drop, statements, drop_down, solution',
    ],
    [{ options: 'only one' }, 'options', 'is not a list of texts'],
    [{ options: { A: 'a' } }, 'options', 'is not a list of texts'],
    [{ options: ['a', ' ', 'c'] }, 'options', 'option B is empty'],
    [{ options: ['a', null] }, 'options', 'option B is empty'],
    [{ options: ['a', 'b', { text: 'c' }] }, 'options', 'option C is not text'],
    [{ options: ['a', 'x'.repeat(20_001)] }, 'options', 'option B has 20001 characters; the limit is 20000'],
    [{ options: Array.from({ length: 60 }, String) }, 'options', 'has 60 entries; the limit is 26'],
    [{ options: [] }, 'options', 'is empty, but this question type needs options'],
    [{ options: null }, 'options', 'is empty, but this question type needs options'],
    [{ ...reorder, options: '{}' }, 'options', 'is empty, but this question type needs options'],
    [{ option_explanations: [null, 3] }, 'option_explanations', 'option B is not text'],
    [{ ...matching, pairs: 'left' }, 'pairs', 'is not an object with left and right, or a list of such objects'],
    [{ ...matching, pairs: [['a', 'b']] }, 'pairs', 'is not an object with left and right, or a list of such objects'],
    [{ ...matching, pairs: { left: ['a', ''], right: ['b'] } }, 'pairs', 'entry 2 of the left side is empty'],
    [{ ...matching, pairs: { left: ['a'], right: 7 } }, 'pairs', 'is not a list of texts'],
    [{ ...matching, pairs: null }, 'correct_answer', 'the question has no pairs'],
    [{ correct_answer: null }, 'correct_answer', 'is missing'],
    [{ correct_answer: { toString: 'A' } }, 'correct_answer', 'is missing'],
    [{ case_study: 5 }, 'case_study', 'is not an object with title and content'],
    [{ case_study: [] }, 'case_study', 'is not an object with title and content'],
    [{ case_study: { title: 'Skerry' } }, 'case_study.content', 'is empty'],
    [{ case_study: { title: 'x'.repeat(301), content: 'x' } }, 'case_study.title', 'has 301 characters; the limit is 300'],
    [{ case_study_id: ['x'] }, 'case_study_id', 'is not text'],
    [{ created_at: 'yesterday' }, 'created_at', 'is not a time such as 2026-01-31T10:00:00Z'],
    [{ created_at: true }, 'created_at', 'is not a time such as 2026-01-31T10:00:00Z'],
    [{ difficulty: 'hard' }, 'difficulty', 'is not 1, 2 or 3'],
    [{ grounding: [] }, 'grounding', 'is not an object'],
    [{ grounding: { repository: 1, path: 'x', commit: 'x', lines: 'x' } }, 'grounding.repository', 'is not text'],
    [{ grounding: { ...sourcePage, title: 5 } }, 'grounding.title', 'is not text'],
    [{ grounding: { ...sourcePage, page_date: '01/12/2026' } }, 'grounding.page_date', 'is not a date such as 2026-01-31'],
    [{ grounding: { ...sourcePage, checked_on: '2026-02-31' } }, 'grounding.checked_on', 'is not a date such as 2026-01-31'],
    [{ grounding: { ...sourcePage, second_source: 'page' } }, 'grounding.second_source', 'is not an object'],
    [{ grounding: { ...sourcePage, second_source: { ...sourcePage, lines: '' } } }, 'grounding.second_source.lines', 'is empty'],
    [{ objective: ['payment-terms'] }, 'objective', 'is not text'],
    [{ reference: '' }, 'reference', 'is empty'],
    [{ reference: 'x'.repeat(2001) }, 'reference', 'has 2001 characters; the limit is 2000'],
    [{ skill: 5 }, 'skill', 'is not text'],
    [{ state: 'gone' }, 'state', 'is not one of published, draft'],
  ])('reports the field and one reason for %j', (values, field, reason) => {
    expect(parse(values)).toEqual({ problems: [{ field, reason }] })
  })

  test.each([[null], ['text'], [5], [[]], [undefined]])('refuses %j, which is not an object', (item) => {
    expect(parseBankItem(item, defaults)).toEqual({ problems: [{ field: '', reason: 'is not an object' }] })
  })

  test('never throws, whatever a field contains', () => {
    const deepText = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const deep: unknown = JSON.parse(deepText)
    const odd = [
      deep,
      deepText,
      { toString: null },
      JSON.parse('{"__proto__": [], "toString": 1}'),
      Infinity,
      -0,
      '{',
      '{"',
      '[',
      '{"a"x}',
      `{"${'a'.repeat(900_000)}`,
      `{${'"a" '.repeat(9)}}`,
      'x,'.repeat(200_000),
      '\\',
      '\ud800',
      '\0',
      [[]],
      [null],
      true,
    ]
    for (const field of Object.keys({ ...aBankItem(), pairs: 0, sequence: 0, case_study: 0, case_study_id: 0, state: 0 })) {
      for (const value of odd) {
        for (const type of ['single_choice', 'reorder', 'drag_drop']) {
          const { problems, question } = parseBankItem({ ...aBankItem(), question_type: type, [field]: value }, defaults)
          expect(question === undefined).toBe(problems.length > 0)
          for (const { reason } of problems) expect(reason.length).toBeLessThan(250)
        }
      }
    }
  })
})

describe('the references of an item', () => {
  const defaults = { makeId: (text: string) => `derived from ${text}`, createdAt: '2026-11-21T09:00:00.000Z' }

  test('are available when the question is invalid', () => {
    const item = aBankItem({ question_type: 'essay', exam_id: 'PL-900', case_study_id: 'case-1' })
    expect(parseItemReferences(item, defaults)).toMatchObject({ id: item['id'], examId: 'pl-900', caseStudyId: 'case-1' })
    const caseStudy = { title: 'Skerry Kayaks', content: '<p>Boats.</p>' }
    expect(parseItemReferences({ case_study_id: 3, case_study: caseStudy }, defaults)).toMatchObject({ caseStudyId: '3', caseStudy })
    expect(parseItemReferences({ case_study: { title: 'No content' } }, defaults)).toMatchObject({ caseStudy: undefined })
    expect(parseItemReferences('text', defaults)).toBeUndefined()
  })
})
