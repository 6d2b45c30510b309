import { describe, expect, test } from 'vitest'
import {
  certificationOfChunk,
  chunkAddress,
  chunkPosition,
  countChunks,
  createBankIndex,
  findChunkAddresses,
  readBankIndex,
  type IndexedQuestion,
} from '#exam/question-chunks.ts'

describe('the chunks of a bank', () => {
  test.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [86, 4],
    [218, 8],
    [2_000, 128],
    [20_000, 1024],
  ])('of %i questions are %i', (size, chunks) => {
    expect(countChunks(size)).toBe(chunks)
  })

  test('have about the same number of questions', () => {
    const sizes = Array.from({ length: 128 }, () => 0)
    for (let i = 0; i < 2_000; i++) sizes[chunkPosition(`01a1f7f8-${i}`, 128)]!++
    expect(Math.max(...sizes)).toBeLessThan(40)
    expect(Math.min(...sizes)).toBeGreaterThan(2)
  })

  test('keep their questions when the number of chunks doubles: each chunk is split', () => {
    for (const id of ['a', '01a1f7f8-3000-7dd5-a155-880ff1424826', 'question 7'])
      expect(Math.floor(chunkPosition(id, 16) / 2)).toBe(chunkPosition(id, 8))
  })

  test('have addresses that can be parsed', () => {
    const [one, other] = [chunkAddress('mb-800', 'abcDEF_-1234'), chunkAddress('pl-900', '_-1234abcDEF')]
    expect(certificationOfChunk(one)).toBe('mb-800')
    expect(findChunkAddresses(`<script>enqueue("[\\"${one}\\",\\"${other}\\",\\"${one}\\"]")</script>`)).toEqual([one, other])
  })

  test.each(['/chunks/mb-800/short.json', '/chunks/../abcDEF_-1234.json', '/chunks/mb-800/abcDEF_-1234', '/exam/mb-800'])(
    'do not include %s',
    (path) => {
      expect(certificationOfChunk(path)).toBeUndefined()
    },
  )
})

describe('the index of a bank', () => {
  const questions: IndexedQuestion[] = [
    { id: 'q1', type: 'single_choice', answerKey: ['C'], skillArea: 'Sales', caseStudyId: null, newIn: '2026-03' },
    { id: 'q2', type: 'multiple_choice', answerKey: ['A', 'D'], skillArea: 'Service', caseStudyId: 'case-1' },
    { id: 'q3', type: 'reorder', answerKey: ['2', '0', '1'], skillArea: 'Sales', caseStudyId: 'case-2', newIn: '2025-10' },
    { id: 'q4', type: 'drag_drop', answerKey: ['0=2', '1=0'], skillArea: '', caseStudyId: 'case-1' },
    { id: 'q5', type: 'single_choice', answerKey: [], skillArea: 'Sales', caseStudyId: null },
  ]

  test('has every field that it was made from, in the same order', () => {
    expect(readBankIndex(createBankIndex(questions))).toEqual(questions)
  })

  test('that an earlier release saved has no months', () => {
    const { months: _1, monthOf: _2, ...earlier } = createBankIndex(questions)
    expect(readBankIndex(earlier)).toEqual(questions.map(({ newIn: _3, ...others }) => others))
  })

  test('of an empty bank is empty', () => {
    expect(readBankIndex(createBankIndex([]))).toEqual([])
  })
})
