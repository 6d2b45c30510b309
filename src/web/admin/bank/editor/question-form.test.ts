import { describe, expect, test } from 'vitest'
import { parseBankFile, toBankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import { aMatchingQuestion, aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { sampleItems } from '#tests/sample-questions.ts'
import {
  emptyForm,
  isChanged,
  isGivenAway,
  toAnswerKey,
  findKeyTextProblem,
  listChanges,
  listDropped,
  printForm,
  readForm,
  type QuestionForm,
} from '#web/admin/bank/editor/question-form.ts'
import { editForm, type FormEdit } from '#web/admin/bank/editor/question-form-edits.ts'

const samples = parseBankFile(sampleItems)
if (!samples.ok) throw new Error(JSON.stringify(samples.problems))
const sampleQuestions = samples.questions
const formOf = (question: BankQuestion) => readForm(toBankItem(question))
const move = (form: QuestionForm, ...moves: FormEdit[]) => moves.reduce(editForm, form)
const idOf = (form: QuestionForm, list: 'options' | 'left' | 'right', position: number) => form[list][position]?.id ?? -1

describe('an unchanged form', () => {
  const kinds = [
    aQuestion({ objective: 'payment-terms' }),
    aQuestion({ type: 'multiple_choice', answerKey: ['A', 'D'] }),
    aReorderQuestion(),
    aMatchingQuestion(),
    ...sampleQuestions,
  ]
  for (const question of kinds) {
    test(`changes nothing of a ${question.type}, ${question.id}`, () => {
      const form = formOf(question)
      expect(listChanges(form, formOf(question))).toEqual({})
      expect(toBankItem(question)).toMatchObject(printForm(form))
    })
  }

  test('changes nothing of old questions with other spellings', () => {
    const form = formOf(aQuestion({ optionExplanations: [null, null, null, null], pairs: { left: [], right: [] } }))
    expect(listChanges(form, move(form, { move: 'write', list: 'options', id: idOf(form, 'options', 0), values: {} }))).toEqual({})
  })

  test('of a new question has one empty option and no answer key', () => {
    const form = emptyForm('mb-800')
    expect(printForm(form)).toMatchObject({ exam_id: 'mb-800', options: [''], correct_answer: [], state: 'published', pairs: null })
    expect(findKeyTextProblem(form)).toBe('is missing')
  })
})

describe('the answer key of a choice', () => {
  test('moves with its option', () => {
    const form = formOf(aQuestion({ answerKey: ['C'] }))
    const up = move(form, { move: 'shift', list: 'options', id: idOf(form, 'options', 2), to: 0 })
    expect(toAnswerKey(up)).toEqual(['A'])
    expect(up.keyText).toBe('A')
    expect(listChanges(form, up)).toMatchObject({
      correct_answer: ['A'],
      options: ['Payment terms with a discount', expect.anything(), expect.anything(), expect.anything()],
    })
    expect(printForm(up).option_explanations[0]).toBeNull()
  })

  test('stays with its option when an earlier option is removed', () => {
    const form = formOf(aQuestion({ type: 'multiple_choice', answerKey: ['B', 'D'] }))
    expect(toAnswerKey(move(form, { move: 'remove', list: 'options', id: idOf(form, 'options', 0) }))).toEqual(['A', 'C'])
    expect(toAnswerKey(move(form, { move: 'remove', list: 'options', id: idOf(form, 'options', 1) }))).toEqual(['C'])
  })

  test('is one letter or several, depending on the type', () => {
    const form = formOf(aQuestion({ answerKey: ['C'] }))
    const picked = move(form, { move: 'choose', id: idOf(form, 'options', 0) })
    expect(picked.keyText).toBe('A')
    const several = move(picked, { move: 'type', to: 'multiple_choice' }, { move: 'choose', id: idOf(form, 'options', 3) })
    expect(several.keyText).toBe('A,D')
    expect(move(several, { move: 'choose', id: idOf(form, 'options', 0) }).keyText).toBe('D')
    const single = move(several, { move: 'type', to: 'single_choice' })
    expect(single.keyText).toBe('A')
    expect(listDropped(single)).toEqual(['letters'])
    expect(move(single, { move: 'type', to: 'multiple_choice' }).keyText).toBe('A,D')
  })

  test('can be typed, with an error for a letter without an option', () => {
    const form = move(formOf(aQuestion({ type: 'multiple_choice', answerKey: ['B', 'D'] })), { move: 'key-text', text: 'c, a' })
    expect(toAnswerKey(form)).toEqual(['A', 'C'])
    expect(form.keyText).toBe('c, a')
    expect(move(form, { move: 'key-read' }).keyText).toBe('A,C')
    const wrong = move(form, { move: 'key-text', text: 'A,F' }, { move: 'key-read' })
    expect(wrong.keyText).toBe('A,F')
    expect(toAnswerKey(wrong)).toEqual(['A'])
    expect(findKeyTextProblem(wrong)).toMatch(/F.+ not among/)
    expect(isChanged(form, wrong)).toBe(true)
  })

  test('needs one letter for a single choice', () => {
    expect(findKeyTextProblem(move(formOf(aQuestion()), { move: 'key-text', text: 'A,B' }))).toMatch(/more than one letter/)
  })
})

describe('the correct order', () => {
  test('stays when the initial order of the steps changes', () => {
    const form = formOf(aReorderQuestion())
    const mixed = move(form, { move: 'shift', list: 'options', id: idOf(form, 'options', 2), to: 0 })
    expect(printForm(mixed)).toMatchObject({ options: ['First', 'Second', 'Third'], correct_answer: ['0', '1', '2'] })
    expect(isGivenAway(mixed)).toBe(true)
    const back = move(mixed, { move: 'mix', ids: form.options.map(({ id }) => id) })
    expect(listChanges(form, back)).toEqual({})
  })

  test('can be changed in its list or as text', () => {
    const form = formOf(aReorderQuestion())
    expect(move(form, { move: 'shift', list: 'order', id: idOf(form, 'options', 1), to: 0 }).keyText).toBe('1,2,0')
    expect(toAnswerKey(move(form, { move: 'key-text', text: '1,0,2' }))).toEqual(['1', '0', '2'])
    expect(findKeyTextProblem(move(form, { move: 'key-text', text: '1,7' }))).toMatch(/7.+ not the index/)
    expect(move(form, { move: 'shift', list: 'order', id: idOf(form, 'options', 1), to: 3 }).order).toEqual(form.order)
  })

  test('includes a new step at the end and can exclude a step', () => {
    const form = move(formOf(aReorderQuestion()), { move: 'add', list: 'options' })
    expect(toAnswerKey(form)).toEqual(['2', '0', '1', '3'])
    const without = move(form, { move: 'use', id: idOf(form, 'options', 0), isUsed: false })
    expect(toAnswerKey(without)).toEqual(['2', '1', '3'])
    expect(toAnswerKey(move(without, { move: 'use', id: idOf(form, 'options', 0), isUsed: true }))).toEqual(['2', '1', '3', '0'])
  })
})

describe('the pairs', () => {
  test('move with both sides', () => {
    const form = formOf(aMatchingQuestion())
    expect(toAnswerKey(move(form, { move: 'shift', list: 'right', id: idOf(form, 'right', 2), to: 0 }))).toEqual(['0=2', '1=1'])
    expect(toAnswerKey(move(form, { move: 'shift', list: 'left', id: idOf(form, 'left', 1), to: 0 }))).toEqual(['0=0', '1=1'])
    expect(toAnswerKey(move(form, { move: 'remove', list: 'right', id: idOf(form, 'right', 1) }))).toEqual(['1=0'])
    expect(toAnswerKey(move(form, { move: 'remove', list: 'left', id: idOf(form, 'left', 0) }))).toEqual(['0=0'])
  })

  test('move an item away from its previous prompt', () => {
    const form = formOf(aMatchingQuestion())
    const taken = move(form, { move: 'pair', left: idOf(form, 'left', 0), right: idOf(form, 'right', 0) })
    expect(taken.keyText).toBe('0=0')
    expect(findKeyTextProblem(taken)).toMatch(/does not use every entry/)
    expect(toAnswerKey(move(taken, { move: 'pair', left: idOf(form, 'left', 0), right: null }))).toEqual([])
  })

  test('can be typed in any order', () => {
    const form = move(formOf(aMatchingQuestion()), { move: 'key-text', text: '1=2, 0=0' })
    expect(toAnswerKey(form)).toEqual(['0=0', '1=2'])
    expect(move(form, { move: 'key-read' }).keyText).toBe('0=0,1=2')
    expect(findKeyTextProblem(move(form, { move: 'key-text', text: '0=9,1=0' }))).toMatch(/not a list of left=right/)
  })
})

describe('changing the type', () => {
  test('uses the options as items, and the reverse', () => {
    const form = formOf(aQuestion())
    const matching = move(form, { move: 'type', to: 'drag_drop' })
    expect(printForm(matching)).toMatchObject({
      options: [],
      option_explanations: [],
      pairs: { left: [''], right: form.options.map(({ html }) => html) },
    })
    expect(listDropped(matching)).toEqual(['explanations'])
    expect(listChanges(form, move(matching, { move: 'type', to: 'single_choice' }))).toEqual({})
  })

  test('uses the items as options and reports that the prompts are not saved', () => {
    const form = move(formOf(aMatchingQuestion()), { move: 'type', to: 'reorder' })
    expect(printForm(form)).toMatchObject({
      pairs: null,
      correct_answer: ['0', '1', '2'],
      options: ['Payables account', 'Receivables account', 'Inventory account'],
    })
    expect(listDropped(form)).toEqual(['left'])
  })
})

describe('the form of statements, drop-downs and solutions', () => {
  test('asks for Yes or No of each statement', () => {
    const empty = move(emptyForm('mb-800'), { move: 'type', to: 'statements' }, { move: 'add', list: 'options' })
    expect(findKeyTextProblem(empty)).toBeDefined()
    const [first = -1, second = -1] = empty.options.map(({ id }) => id)
    const filled = move(empty, { move: 'enter', id: first, entry: 'yes' }, { move: 'enter', id: second, entry: 'no' })
    expect(printForm(filled)).toMatchObject({ correct_answer: ['yes', 'no'] })
    expect(filled.keyText).toBe('yes,no')
    expect(findKeyTextProblem(filled)).toBeUndefined()
    const moved = move(filled, { move: 'shift', list: 'options', id: second, to: 0 })
    expect(toAnswerKey(moved)).toEqual(['no', 'yes'])
    expect(toAnswerKey(move(filled, { move: 'key-text', text: 'no, no' }))).toEqual(['no', 'no'])
  })

  test('has the blanks of a completion with their choices, one per line', () => {
    const form = move(emptyForm('mb-800'), { move: 'type', to: 'drop_down' })
    const [id = -1] = form.blanks.map((blank) => blank.id)
    const filled = move(
      form,
      { move: 'blank', id, values: { label: 'Costing Method', choices: ' FIFO \n\nAverage\n' } },
      { move: 'set', values: { content: '<p>[[1]]</p>', drawn: 'Item Card | 1920-S\nNo.: 1920-S\n# Costing\nNote: a: b' } },
      { move: 'enter', id, entry: '1' },
    )
    expect(printForm(filled)).toMatchObject({
      options: [],
      correct_answer: ['1'],
      completion: {
        content: '<p>[[1]]</p>',
        blanks: [{ label: 'Costing Method', choices: ['FIFO', 'Average'] }],
        form: {
          title: 'Item Card',
          subtitle: '1920-S',
          groups: [
            { name: '', fields: [{ label: 'No.', value: '1920-S' }] },
            { name: 'Costing', fields: [{ label: 'Note', value: 'a: b' }] },
          ],
        },
      },
    })
    expect(findKeyTextProblem(filled)).toBeUndefined()
    expect(listDropped(move(filled, { move: 'type', to: 'single_choice' }))).toEqual(['blanks'])
    expect(printForm(move(filled, { move: 'type', to: 'single_choice' }))).not.toHaveProperty('completion')
    expect(printForm(move(filled, { move: 'remove-blank', id }))).toMatchObject({ correct_answer: [] })
  })

  test('has one answer for a solution', () => {
    const form = move(emptyForm('mb-800'), { move: 'type', to: 'solution' }, { move: 'enter', id: 0, entry: 'no' })
    expect(printForm(form)).toMatchObject({ options: [], correct_answer: ['no'] })
  })
})
