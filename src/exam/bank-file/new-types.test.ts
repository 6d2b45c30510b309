import { describe, expect, test } from 'vitest'
import { parseBankFile, parseBankItem, toBankItem } from '#exam/bank-file/index.ts'
import { dropDownSamples, sampleItems, solutionSamples, statementSamples } from '#tests/sample-questions.ts'

const problemsOf = (item: unknown) => parseBankItem(item).problems.map(({ field, reason }) => `${field}: ${reason}`)

describe('statements, drop-downs and solutions in a bank file', () => {
  test('are read, and printed so that they are read again', () => {
    const read = parseBankFile(sampleItems)
    if (!read.ok) throw new Error(JSON.stringify(read.problems))
    expect(read.questions.map(({ type }) => type)).toEqual([
      ...statementSamples.map(() => 'statements'),
      ...dropDownSamples.map(() => 'drop_down'),
      ...solutionSamples.map(() => 'solution'),
    ])
    for (const question of read.questions) {
      const item = JSON.parse(JSON.stringify(toBankItem(question))) as object
      expect(parseBankItem(item)).toEqual({ question, problems: [] })
    }
  })

  test('accept other spellings of types and answer keys', () => {
    expect(parseBankItem({ ...statementSamples[0], question_type: 'Statements', correct_answer: 'Yes, NO, yes' }).question).toMatchObject({
      type: 'statements',
      answerKey: ['yes', 'no', 'yes'],
    })
    expect(parseBankItem({ ...dropDownSamples[0], question_type: 'drop-down', correct_answer: [0, 2, 0] }).question).toMatchObject({
      type: 'drop_down',
      answerKey: ['0', '2', '0'],
    })
    expect(parseBankItem({ ...solutionSamples[1], correct_answer: 'Yes' }).question).toMatchObject({ answerKey: ['yes'] })
  })

  test.each([
    [{ correct_answer: ['yes', 'no'] }, 'correct_answer: has 2 entries, but the question has 3 statements'],
    [{ correct_answer: ['yes', 'no', 'maybe'] }, 'correct_answer: "maybe" is not yes or no'],
    [{ options: [] }, 'options: is empty, but this question type needs options'],
  ])('refuse statements with %j', (values, problem) => {
    expect(problemsOf({ ...statementSamples[0], ...values })).toContain(problem)
  })

  test.each([
    [{ completion: null }, 'completion: is missing'],
    [{ completion: 'text' }, 'completion: is not an object with content, form, and blanks'],
    [{ completion: { content: '<p>[[1]] [[2]]</p>', blanks: [] } }, 'completion: has no blanks'],
    [completion('<p>[[1]]</p>'), 'completion: does not have the mark [[2]] of blank 2'],
    [completion('<p>[[1]] [[1]] [[2]]</p>'), 'completion: has the mark [[1]] twice'],
    [completion('<p>[[1]] [[2]] [[3]]</p>'), 'completion: has the mark [[3]], but no blank 3'],
    [completion('<p>[[0]] [[1]] [[2]]</p>'), 'completion: has the mark [[0]], but no blank 0'],
    [completion('<p title="[[1]]">[[2]]</p>'), 'completion: has a mark inside an HTML tag'],
    [completion('<p>[[1]] [[2]]</p>', { label: ' ', choices: ['a', 'b'] }), 'completion: has a problem: the label of blank 2 is empty'],
    [completion('<p>[[1]] [[2]]</p>', { label: 'Two', choices: ['a'] }), 'completion: has fewer than 2 choices for blank 2'],
    [completion('<p>[[1]] [[2]]</p>', { label: 'Two', choices: ['a', 'a'] }), 'completion: has the same choice twice in blank 2'],
    [{ correct_answer: ['0', '2'] }, 'correct_answer: has 2 entries, but the question has 3 blanks'],
  ])('refuse a drop-down with %j', (values, problem) => {
    expect(problemsOf({ ...dropDownSamples[0], ...values })).toContain(problem)
  })

  test('refuse an answer key with a choice that a blank does not have', () => {
    expect(problemsOf({ ...dropDownSamples[0], correct_answer: ['0', '3', '0'] })).toEqual([
      'correct_answer: "3" is not the index of a choice of blank 2; list one index per blank, with 0 for the first choice, such as 1,0',
    ])
  })

  test('refuse a solution without a series, and one with two answers', () => {
    expect(problemsOf({ ...solutionSamples[1], case_study_id: null })).toEqual([
      'case_study_id: is missing, but a solution question belongs to a series',
    ])
    expect(problemsOf({ ...solutionSamples[1], correct_answer: ['yes', 'no'] })).toEqual([
      'correct_answer: has more than one entry, but a solution question has one answer',
    ])
  })
})

function completion(content: string, second = { label: 'Two', choices: ['a', 'b'] }) {
  return { completion: { content, blanks: [{ label: 'One', choices: ['a', 'b'] }, second] }, correct_answer: ['0', '1'] }
}
