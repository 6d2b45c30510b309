import { expect, test } from 'vitest'
import { createBankIndex, readBankIndex } from '#exam/question-chunks.ts'
import { finish, flag, recordAnswer, start, type Attempt } from '#exam/attempt.ts'
import type { LoadedQuestions } from '#web/bank/index.ts'
import { areResultsLoaded, listFinishedQuestions } from '#web/practice/results/finished-questions.ts'
import { aQuestion } from '#tests/factories.ts'

const questions = ['q1', 'q2', 'q3'].map((id) => aQuestion({ id }))
const index = readBankIndex(createBankIndex(questions))

function aLoader(...ids: string[]): LoadedQuestions {
  const get = (id: string) => questions.find((question) => question.id === id && ids.includes(id))
  return { get, getCaseStudy: () => undefined, isPending: (id) => !ids.includes(id), hasFailed: false }
}
const lookupOf = ({ get, isPending }: LoadedQuestions) => ({ get, getKey: (id: string) => index.find((key) => key.id === id), isPending })
const answered = (...ids: string[]): Attempt => {
  const started = start('mb-800', 'all', ['q1', 'q2', 'q3'], 0)
  return finish(
    ids.reduce((attempt, id) => recordAnswer(attempt, id, ['A']), started),
    1,
  )
}

test('results wait for the answered and marked questions, but not for the others', () => {
  expect(areResultsLoaded(answered('q2'), aLoader('q1'), true)).toBe(false)
  expect(areResultsLoaded(answered('q2'), aLoader('q2'), true)).toBe(true)
  const marked = finish(flag(start('mb-800', 'all', ['q1', 'q2', 'q3'], 0), 'q3'), 1)
  expect(areResultsLoaded(marked, aLoader('q1', 'q2'), true)).toBe(false)
  // Without the index, nothing is known about a question that is not loaded.
  expect(areResultsLoaded(answered('q2'), aLoader('q2'), false)).toBe(false)
})

test('the other questions count as not answered, with a blank text, until they are loaded', () => {
  const some = aLoader('q2')
  const { shown, graded } = listFinishedQuestions(answered('q2'), some, lookupOf(some))
  expect(graded.map(({ id, text }) => [id, text === ''])).toEqual([
    ['q1', true],
    ['q2', false],
    ['q3', true],
  ])
  expect(shown).toEqual(graded)
  const all = aLoader('q1', 'q2', 'q3')
  expect(listFinishedQuestions(answered('q2'), all, lookupOf(all)).graded).toEqual(questions)
})

test('a question that was removed from the bank is not listed', () => {
  const rest = { ...aLoader('q1', 'q2'), isPending: () => false }
  const { graded } = listFinishedQuestions(answered('q1'), rest, lookupOf(rest))
  expect(graded.map(({ id }) => id)).toEqual(['q1', 'q2'])
})
