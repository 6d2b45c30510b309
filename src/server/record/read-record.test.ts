import { describe, expect, test } from 'vitest'
import { toBankItem } from '#exam/bank-file/index.ts'
import { readRecord } from '#server/record/read-record.ts'
import { aQuestion } from '#tests/factories.ts'

const now = new Date('2026-11-24T12:00:00Z')
const at = now.getTime() - 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()
const uuid = (end: string) => `01a20000-0000-7000-8000-0000000000${end}`
const question = aQuestion({ id: uuid('a1') })
const key = `${question.id}@1`
const item = { key, version: 1, ...toBankItem(question), case_study: null }
const start = { type: 'start', at, certificationId: 'mb-800', set: 'mixed', questionIds: [question.id] }
const answer = { type: 'answer', at: at + 1000, questionId: question.id, answer: ['C'] }
const finish = { type: 'finish', at: at + 2000 }
const attempt = {
  id: uuid('c1'),
  certification: 'mb-800',
  set: 'mixed',
  startedAt: iso(at),
  changedAt: iso(at + 2000),
  finishedAt: iso(at + 2000),
  deadlineAt: null,
  correct: 1,
  total: 1,
  simulation: null,
  questions: [{ id: question.id, version: 1, text: key }],
  answers: { [question.id]: ['C'] },
  flagged: [],
  guessed: [],
  moves: [start, answer, finish],
}
const record = { format: 'praxam-my-data', version: 2, attempts: [attempt], questions: [item] }

const read = (value: unknown) => readRecord(typeof value === 'string' ? value : JSON.stringify(value), now)
const withAttempt = (values: object) => ({ ...record, attempts: [{ ...attempt, ...values }] })
const withQuestion = (values: object) => ({ ...record, questions: [{ ...item, ...values }] })

async function problemsOf(value: unknown): Promise<string[]> {
  const result = await read(value)
  if (result.ok || result.code !== 'RECORD_WRONG') throw new Error(`The record was read, or refused as a whole: ${JSON.stringify(result)}`)
  return result.problems.map(({ place, reason }) => `${place} ${reason}`)
}

describe('a learner record', () => {
  test('is read with its attempts and questions', async () => {
    expect(await read(record)).toMatchObject({ ok: true, record: { attempts: [{ correct: 1, total: 1, texts: [key] }], leftOut: 0 } })
    expect(await read(`\uFEFF${JSON.stringify(record)}`)).toMatchObject({ ok: true })
  })

  test.each([
    ['text that is no JSON', '{"format":', 'RECORD_UNREADABLE'],
    ['an empty file', '', 'RECORD_UNREADABLE'],
    ['a list', [], 'NOT_A_RECORD'],
    ['JSON of another program', { format: 'other', version: 1 }, 'NOT_A_RECORD'],
    ['no version', { format: 'praxam-my-data' }, 'NOT_A_RECORD'],
    ['very deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'NOT_A_RECORD'],
    ['a later version', { ...record, version: 3 }, 'NEWER_RECORD'],
  ])('that is %s is refused', async (_, value, code) => {
    expect(await read(value)).toEqual({ ok: false, code })
  })

  test.each([
    ['an id that is none', withAttempt({ id: 'first' }), /^attempts\[0\]\.id /],
    ['an unknown question set', withAttempt({ set: 'best' }), /^attempts\[0\]\.set is not a question set/],
    ['a time that is none', withAttempt({ startedAt: 'yesterday' }), /^attempts\[0\]\.startedAt /],
    ['a start in the future', withAttempt({ startedAt: '2027-01-01T00:00:00Z' }), /^attempts\[0\]\.startedAt is in the future/],
    ['a change in the future', withAttempt({ changedAt: '2027-01-01T00:00:00Z' }), /^attempts\[0\]\.changedAt is in the future/],
    ['a start long ago', withAttempt({ startedAt: '1990-01-01T00:00:00Z' }), /is before the year 2000/],
    ['a finish before the start', withAttempt({ finishedAt: iso(at - 1) }), /^attempts\[0\]\.finishedAt is before the start/],
    ['a finish that no move made', withAttempt({ moves: [start, answer] }), /^attempts\[0\]\.finishedAt is not the time/],
    [
      'a move in the future',
      withAttempt({ moves: [start, { ...answer, at: now.getTime() + 86_400_000 }, finish] }),
      /moves\[1\]\.at is in the/,
    ],
    ['no start', withAttempt({ moves: [answer, finish] }), /moves\[0\] is not a start/],
    ['two starts', withAttempt({ moves: [start, start, finish] }), /moves\[1\] is a second start/],
    ['the start of another attempt', withAttempt({ moves: [{ ...start, set: 'all' }, answer, finish] }), /is the start of another attempt/],
    [
      'moves of another attempt',
      withAttempt({ moves: [start, { ...answer, questionId: uuid('a9') }, finish] }),
      /moves\[1\]\.questionId is a question of another attempt/,
    ],
    ['a move of no type', withAttempt({ moves: [start, { type: 'win', at }, finish] }), /^attempts\[0\]\.moves\[1\]/],
    ['more correct answers than answers', withAttempt({ correct: 2 }), /^attempts\[0\]\.correct is more than total/],
    [
      'a result of other answers',
      withAttempt({ correct: 0 }),
      /^attempts\[0\]\.correct and total do not fit the answers, which are 1 of 1/,
    ],
    ['more answers than questions', withAttempt({ total: 5 }), /^attempts\[0\]\.total is more than/],
    [
      'a result of an unfinished attempt',
      withAttempt({ finishedAt: null, moves: [start, answer] }),
      /is a result of an unfinished attempt/,
    ],
    ['half a result', withAttempt({ total: null }), /correct and total must both be numbers/],
    ['an attempt twice', { ...record, attempts: [attempt, attempt] }, /^attempts has an attempt twice/],
    [
      'a question without a text',
      withAttempt({ questions: [{ id: question.id, version: 1, text: 'x' }] }),
      /questions\[0\]\.text is not the key/,
    ],
    ['a text of another question', withQuestion({ id: uuid('a9') }), /questions\[0\]\.text is not the key/],
    ['a question without an answer key', withQuestion({ correct_answer: ['Z'] }), /^questions\[0\] correct_answer/],
    ['a case study with a NUL', withQuestion({ case_study: { title: 'a\0', content: '' } }), /^questions\[0\]\.case_study\.title/],
    ['a case study with half a character', withQuestion({ case_study: { title: '', content: '\ud800' } }), /case_study\.content/],
    [
      'a simulation whose seed has a NUL',
      withAttempt({ simulation: { seed: 'a\0', minutes: 1, extraTime: 1 } }),
      /^attempts\[0\]\.simulation\.seed contains a character/,
    ],
    ['a reference that runs code', withQuestion({ reference: 'javascript:alert(1)' }), /^questions\[0\] reference is not a web address/],
    [
      'a note in the future',
      { ...record, questionNotes: [{ question: question.id, certification: 'mb-800', text: '', changedAt: '2027-01-01T00:00:00Z' }] },
      /^questionNotes\[0\]\.changedAt is in the future/,
    ],
    [
      'an exam in ten years',
      { ...record, examDates: [{ certification: 'mb-800', examOn: '2036-01-01' }] },
      /^examDates\[0\]\.examOn is too far/,
    ],
    [
      'a certification that ends in ten years',
      { ...record, renewalDates: [{ certification: 'mb-800', endsOn: '2036-01-01', reminds: true }] },
      /^renewalDates\[0\]\.endsOn is too far/,
    ],
  ])('with %s is refused and says where', async (_, value, expected) => {
    expect(await problemsOf(value)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })

  test('names at most twenty problems', async () => {
    const attempts = Array.from({ length: 30 }, () => ({ ...attempt, id: crypto.randomUUID(), correct: 0 }))
    expect(await problemsOf({ ...record, attempts })).toHaveLength(20)
  })

  test('with a simulation in progress is read without it', async () => {
    const values = { set: 'simulation', finishedAt: null, correct: null, total: null, moves: [{ ...start, set: 'simulation' }] }
    expect(await read(withAttempt(values))).toMatchObject({ ok: true, record: { attempts: [], leftOut: 1 } })
  })
})
