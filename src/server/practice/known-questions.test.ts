import { expect, test } from 'vitest'
import { createKnownQuestions } from '#server/practice/known-questions.ts'

test('remembers the questions of an attempt', () => {
  const known = createKnownQuestions()
  known.add('a', ['1', '2'])
  expect(known.find('a')).toEqual(new Set(['1', '2']))
  expect(known.find('b')).toBeUndefined()
})

test('forgets the attempts that were used least recently', () => {
  const known = createKnownQuestions(4)
  known.add('a', ['1', '2'])
  known.add('b', ['3', '4'])
  known.find('a')
  known.add('c', ['5', '6'])
  expect(['a', 'b', 'c'].map((id) => known.find(id)?.size)).toEqual([2, undefined, 2])
})

test('counts an attempt once, however often it is added', () => {
  const known = createKnownQuestions(4)
  known.add('a', ['1', '2'])
  for (let i = 0; i < 3; i++) known.add('b', ['3', '4'])
  expect(known.find('a')?.size).toBe(2)
})
