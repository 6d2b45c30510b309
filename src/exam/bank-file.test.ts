import { describe, expect, test } from 'vitest'
import { keyProblem, keyText, printItem, readBankFile, readBankItem, readKey } from '#exam/bank-file.ts'
import { aBankItem, aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'

const otherId = '01a1f7f8-3000-7dd5-a155-880ff1424827'
const problemsOf = (...items: unknown[]) => {
  const read = readBankFile(items)
  return read.ok ? [] : read.problems
}

describe('reading a key', () => {
  test.each([
    [['A', 'C']],
    ['A,C'],
    ['A, C'],
    ['A; C'],
    ['A C'],
    ['{A,C}'],
    ['{"A","C"}'],
    ['["A","C"]'],
    [['c', 'a']],
    [['A,C']],
    [' {A , C} '],
  ])('takes %j as A and C', (written) => {
    expect(readKey(written, 'multiple_choice')).toEqual(['A', 'C'])
  })

  test('keeps the order of a sequence and turns numbers into text', () => {
    expect(readKey([2, 0, 1], 'reorder')).toEqual(['2', '0', '1'])
    expect(readKey('{2,0,1}', 'reorder')).toEqual(['2', '0', '1'])
    expect(readKey(['02', ' 0 ', 1], 'reorder')).toEqual(['2', '0', '1'])
  })

  test('puts pairs in the order of the left side', () => {
    expect(readKey(['1=0', '0=1'], 'drag_drop')).toEqual(['0=1', '1=0'])
    expect(readKey('1 = 0, 00=1', 'drag_drop')).toEqual(['0=1', '1=0'])
  })

  test.each([aQuestion({ answerKey: ['A', 'C'], type: 'multiple_choice' }), aReorderQuestion(), aMatchingQuestion()])(
    'reads back the text of a key of $type',
    (question) => {
      expect(readKey(keyText(question), question.type)).toEqual(question.answerKey)
    },
  )

  test.each([[''], ['{}'], [[]], [null], [undefined], [{}], [true], [[null, {}, ['A']]], [{ toString: 'A' }]])(
    'finds nothing in %j',
    (written) => {
      expect(readKey(written, 'single_choice')).toEqual([])
    },
  )
})

describe('a key that cannot be one', () => {
  const of = (type: 'single_choice' | 'multiple_choice' | 'reorder', written: unknown) =>
    keyProblem({ type, options: ['wood', 'iron', 'clay'], pairs: null, answerKey: readKey(written, type) })

  test.each([
    ['single_choice', 'D', 'D is not among the options A to C'],
    ['single_choice', 2, '"2" is not a letter among the options A to C'],
    ['single_choice', 'wood', '"WOOD" is not a letter among the options A to C'],
    ['single_choice', 'A,B', 'has more than one letter, but the question is a single choice'],
    ['multiple_choice', 'A,A', 'names the same entry twice'],
    ['multiple_choice', [[['A']]], 'has no key'],
    ['reorder', '0,0,1', 'names the same entry twice'],
    [
      'reorder',
      'B,A,C',
      '"B" is not the index of an option; expected are indexes in the right order, 0 being the first option, such as 2,0,1',
    ],
    [
      'reorder',
      ['wood', 'clay'],
      '"wood" is not the index of an option; expected are indexes in the right order, 0 being the first option, such as 2,0,1',
    ],
    [
      'reorder',
      [1, 2, 3],
      '"3" is not the index of an option; expected are indexes in the right order, 0 being the first option, such as 2,0,1',
    ],
    [
      'reorder',
      'x'.repeat(99),
      `"${'x'.repeat(40)}…" is not the index of an option; expected are indexes in the right order, 0 being the first option, such as 2,0,1`,
    ],
  ] as const)('is explained: %s %j', (type, written, reason) => {
    expect(of(type, written)).toBe(reason)
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
    [{ case_study: { title: 'Skerry Kayaks', content: '<p>Boats.</p>' } }, 'case_study'],
    [{ explanation: '' }, 'explanation'],
    [{ skill_area: undefined }, 'skill_area'],
    [{ created_at: undefined }, 'created_at'],
    [{ id: 7 }, 'id'],
    [{ options: [] }, 'options'],
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

describe('reading an item from elsewhere', () => {
  const fill = { makeId: (text: string) => `made of ${text}`, createdAt: '2026-11-21T09:00:00.000Z' }
  const read = (values: Record<string, unknown>) => readBankItem(aBankItem(values), fill)
  const reorder = { question_type: 'reorder', options: ['wood', 'iron', 'clay'], option_explanations: null }
  const matching = { question_type: 'drag_drop', options: [], option_explanations: null, correct_answer: '0=1,1=0' }
  const pairs = { left: ['a', 'b'], right: ['c', 'd'] }

  test('does with the least', () => {
    const least = {
      text: 'Which?',
      question_type: 'single_choice',
      options: ['a', 'b'],
      correct_answer: 'B',
      reference: 'http://example.com',
    }
    expect(readBankItem(least, fill)).toEqual({
      question: {
        id: 'made of mb-800 which?',
        examId: 'mb-800',
        type: 'single_choice',
        text: 'Which?',
        options: ['a', 'b'],
        pairs: null,
        key: ['B'],
        explanation: '',
        optionExplanations: [],
        reference: 'http://example.com',
        skillArea: '',
        skill: '',
        difficulty: null,
        grounding: null,
        caseStudyId: null,
        createdAt: fill.createdAt,
        state: 'published',
      },
      problems: [],
    })
  })

  test('reads what an export writes', () => {
    for (const question of [aQuestion({ caseStudyId: 'case-1', state: 'draft' }), aReorderQuestion(), aMatchingQuestion()])
      expect(readBankItem(JSON.parse(JSON.stringify(printItem(question))), fill)).toEqual({ question, problems: [] })
  })

  test('takes over no field that is not named', () => {
    const odd = JSON.parse(
      '{"version": 9, "updated_by": "x", "is_admin": true, "__proto__": {"state": "draft"}, "constructor": 1}',
    ) as object
    expect(readBankItem({ ...aBankItem(), ...odd }, fill)).toEqual(readBankItem(aBankItem(), fill))
  })

  test.each([
    [{ id: 17 }, { id: 'made of mb-800 17' }],
    [{ id: ' q-17 ' }, { id: 'made of mb-800 q-17' }],
    [{ id: null, text: '<p>Which <b>Élève</b>?</p>' }, { id: 'made of mb-800 which eleve?' }],
    [{ id: '01A1F7F8-3000-7DD5-A155-880FF1424826' }, { id: '01a1f7f8-3000-7dd5-a155-880ff1424826' }],
    [{ exam_id: ' PL-900 ' }, { examId: 'pl-900' }],
    [{ exam_id: null }, { examId: 'mb-800' }],
    [{ exam_id: '' }, { examId: 'mb-800' }],
    [{ question_type: 'Single Choice' }, { type: 'single_choice' }],
    [{ question_type: 'single-choice' }, { type: 'single_choice' }],
    [
      { question_type: 'MULTIPLE_CHOICE', correct_answer: '{A,C}' },
      { type: 'multiple_choice', key: ['A', 'C'] },
    ],
    [{ correct_answer: 'c' }, { key: ['C'] }],
    [{ options: '["a", "b", "c"]' }, { options: ['a', 'b', 'c'] }],
    [{ options: '{a,"b, \\"b\\"",c}' }, { options: ['a', 'b, "b"', 'c'] }],
    [{ option_explanations: '{NULL,"no",""}' }, { optionExplanations: [null, 'no', null] }],
    [
      { ...reorder, correct_answer: [2, 0, 1] },
      { type: 'reorder', key: ['2', '0', '1'] },
    ],
    [{ ...reorder, correct_answer: null, sequence: '{2,0,1}' }, { key: ['2', '0', '1'] }],
    [{ ...reorder, correct_answer: '{}', sequence: [2, 0, 1] }, { key: ['2', '0', '1'] }],
    [
      { ...matching, pairs },
      { type: 'drag_drop', pairs, key: ['0=1', '1=0'] },
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
    [{ created_at: null }, { createdAt: fill.createdAt }],
    [{ difficulty: '2' }, { difficulty: 2 }],
    [{ grounding: '' }, { grounding: null }],
    [{ reference: ' https://example.com/ ' }, { reference: 'https://example.com/' }],
    [{ state: null }, { state: 'published' }],
  ])('understands %j', (values, expected) => {
    expect(read(values)).toMatchObject({ problems: [], question: expected })
  })

  test.each([
    [{ title: 'Skerry', content: '<p>Boats.</p>' }, 'case-1', { id: 'case-1', title: 'Skerry', content: '<p>Boats.</p>' }],
    [{ id: 3, content: '<p>Boats and <b>more</b>.</p>' }, null, { id: '3', title: 'Boats and more.' }],
    [JSON.stringify({ title: 'Skerry', content: 'Boats.' }), null, { id: 'made of case study skerry boats.', title: 'Skerry' }],
    ['<p>Boats.</p>', 'case-1', { id: 'case-1', title: 'Boats.', content: '<p>Boats.</p>' }],
    ['word '.repeat(40), null, { title: `${'word '.repeat(15)}word…` }],
  ])('makes a case study of %j', (case_study, case_study_id, expected) => {
    const { caseStudy, question } = read({ case_study, case_study_id })
    expect(caseStudy).toMatchObject(expected)
    expect(question?.caseStudyId).toBe(caseStudy?.id)
  })

  test.each([
    [{ text: 5 }, 'text', 'is not a text'],
    [{ text: null }, 'text', 'is empty'],
    [{ text: 'a\0b' }, 'text', 'holds a NUL character, which cannot be kept'],
    [{ text: 'a\ud800b' }, 'text', 'holds half of a character, which cannot be kept'],
    [{ text: 'x'.repeat(100_001) }, 'text', 'is 100001 characters long, and at most 100000 fit'],
    [{ explanation: ['x'] }, 'explanation', 'is not a text'],
    [{ id: {} }, 'id', 'is not a text'],
    [{ id: 'x'.repeat(101) }, 'id', 'is 101 characters long, and at most 100 fit'],
    [{ exam_id: 800 }, 'exam_id', 'is not a text'],
    [{ question_type: 'essay' }, 'question_type', 'is none of single_choice, multiple_choice, reorder, drag_drop'],
    [{ question_type: { toString: 1 } }, 'question_type', 'is none of single_choice, multiple_choice, reorder, drag_drop'],
    [{ options: 'only one' }, 'options', 'is not a list of texts'],
    [{ options: { A: 'a' } }, 'options', 'is not a list of texts'],
    [{ options: ['a', ' ', 'c'] }, 'options', 'option B is empty'],
    [{ options: ['a', null] }, 'options', 'option B is empty'],
    [{ options: ['a', 'b', { text: 'c' }] }, 'options', 'option C is not a text'],
    [{ options: ['a', 'x'.repeat(20_001)] }, 'options', 'option B is 20001 characters long, and at most 20000 fit'],
    [{ options: Array.from({ length: 60 }, String) }, 'options', 'has 60 entries, and at most 26 fit'],
    [{ options: [] }, 'options', 'is empty, and the question asks for one of them'],
    [{ options: null }, 'options', 'is empty, and the question asks for one of them'],
    [{ ...reorder, options: '{}' }, 'options', 'is empty, and the question asks for one of them'],
    [{ option_explanations: [null, 3] }, 'option_explanations', 'option B is not a text'],
    [{ ...matching, pairs: 'left' }, 'pairs', 'is neither an object with left and right nor a list of such objects'],
    [{ ...matching, pairs: [['a', 'b']] }, 'pairs', 'is neither an object with left and right nor a list of such objects'],
    [{ ...matching, pairs: { left: ['a', ''], right: ['b'] } }, 'pairs', 'entry 2 of the left side is empty'],
    [{ ...matching, pairs: { left: ['a'], right: 7 } }, 'pairs', 'is not a list of texts'],
    [{ ...matching, pairs: null }, 'correct_answer', 'the question has no pairs'],
    [{ correct_answer: null }, 'correct_answer', 'has no key'],
    [{ correct_answer: { toString: 'A' } }, 'correct_answer', 'has no key'],
    [{ case_study: 5 }, 'case_study', 'is not an object with title and content'],
    [{ case_study: [] }, 'case_study', 'is not an object with title and content'],
    [{ case_study: { title: 'Skerry' } }, 'case_study.content', 'is empty'],
    [{ case_study: { title: 'x'.repeat(301), content: 'x' } }, 'case_study.title', 'is 301 characters long, and at most 300 fit'],
    [{ case_study_id: ['x'] }, 'case_study_id', 'is not a text'],
    [{ created_at: 'yesterday' }, 'created_at', 'is not a time such as 2026-01-31T10:00:00Z'],
    [{ created_at: true }, 'created_at', 'is not a time such as 2026-01-31T10:00:00Z'],
    [{ difficulty: 'hard' }, 'difficulty', 'is not 1, 2 or 3'],
    [{ grounding: [] }, 'grounding', 'is not an object'],
    [{ grounding: { repository: 1, path: 'x', commit: 'x', lines: 'x' } }, 'grounding.repository', 'is not a text'],
    [{ reference: '' }, 'reference', 'is empty'],
    [{ reference: 'x'.repeat(2001) }, 'reference', 'is 2001 characters long, and at most 2000 fit'],
    [{ skill: 5 }, 'skill', 'is not a text'],
    [{ state: 'gone' }, 'state', 'is none of published, draft'],
  ])('names the field and one reason: %j', (values, field, reason) => {
    expect(read(values)).toEqual({ problems: [{ field, reason }] })
  })

  test.each([[null], ['text'], [5], [[]], [undefined]])('refuses %j, which is no object', (item) => {
    expect(readBankItem(item, fill)).toEqual({ problems: [{ field: '', reason: 'is not an object' }] })
  })

  test('answers whatever stands in a field', () => {
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
          const { problems, question } = readBankItem({ ...aBankItem(), question_type: type, [field]: value }, fill)
          expect(question === undefined).toBe(problems.length > 0)
          for (const { reason } of problems) expect(reason.length).toBeLessThan(250)
        }
      }
    }
  })
})
