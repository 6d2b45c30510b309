/**
 * Saves random moves by both paths: each attempt is saved as usual, and a copy of it only in transactions. Responses, attempts, results and
 * everything that is derived from attempts must be the same.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Attempt } from '#exam/attempt.ts'
import { applyMove, applyMoves, foldJournal, movesOf, type JournalEntry, type Move } from '#exam/moves.ts'
import type { MoveBatchResponse } from '#exam/contract.ts'
import { mergeMoves } from '#exam/merge.ts'
import { seededRandom } from '#exam/random.ts'
import { readMyData } from '#server/record/my-data.ts'
import { hasAnswer } from '#server/db/folded-state.ts'
import { appendInTransaction, appendMoves } from '#server/practice/append-moves.ts'
import { listAttempts, listOpenAttempts } from '#server/practice/history.ts'
import { findAttempt, findLatestAttempt, listEntries } from '#server/practice/store.ts'
import { readProgressOverview } from '#server/progress/progress.ts'
import { listKnowledge } from '#server/progress/question-knowledge.ts'
import { aQuestion, aReorderQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers } from '#tests/services.ts'

const now = new Date('2026-11-22T12:00:00Z')
const questions = [
  ...[1, 2, 3].map((n) => aQuestion({ id: `01a20000-0000-7000-8000-00000000000${n}` })),
  aReorderQuestion({ id: '01a20000-0000-7000-8000-000000000004' }),
]
const questionIds = questions.map(({ id }) => id)
const otherQuestionId = '01a20000-0000-7000-8000-0000000000ff'
/** The member whose attempts are saved as usual, and the one whose attempts are saved in transactions. */
const paths = [
  { userId: 'camille', save: appendMoves },
  { userId: 'noor', save: appendInTransaction },
] as const

const database = prepareDatabase({ questions })
beforeEach(async () => {
  await addMembers(
    database.db,
    paths.map(({ userId }) => userId),
    now,
  )
})

/** The state of a device: the server's attempt up to `base`, and the device's own moves that it has not sent successfully. */
type Device = { base: number; known: Attempt | undefined; unsent: JournalEntry[] }

const startOf = (n: number): JournalEntry => ({
  key: 'key-of-the-start',
  move: { type: 'start', at: now.getTime() - n * 1000, certificationId: 'mb-800', set: 'all', questionIds },
})

/** The state of the device after a response, as `sync` would compute it. */
function receive(device: Device, sent: readonly JournalEntry[], { next, missed, recorded }: MoveBatchResponse): Device {
  const own = sent.filter(({ key }) => recorded.includes(key))
  const known = applyMoves(device.known, movesOf([...missed, ...own]))
  return { base: next, known, unsent: device.unsent.filter((entry) => !sent.includes(entry)) }
}

/** A random move. Most of these moves change the attempt, as moves of real devices do. */
function drawMove(random: () => number, at: number): Move {
  const pick = <Entry>(list: readonly Entry[]) => list[Math.floor(random() * list.length)] as Entry
  const questionId = random() < 0.05 ? otherQuestionId : pick(questionIds)
  const position = Math.floor(random() * (questionIds.length + 1))
  const answer = pick([['A'], ['B'], ['C'], ['A'], ['B'], ['C'], ['2', '0', '1'], []])
  return pick<Move>([
    ...Array.from({ length: 8 }, (): Move => ({ type: 'answer', at, questionId, answer })),
    ...Array.from({ length: 4 }, (): Move => ({ type: 'go', at, position })),
    { type: 'go', at, position, isGuess: random() < 0.5 },
    { type: 'flag', at, questionId },
    { type: 'unflag', at, questionId },
    { type: 'reveal', at, questionId },
    { type: 'hide', at, questionId },
    ...(random() < 0.1 ? [{ type: 'finish', at } as const] : []),
  ])
}

/** Whether no device would make this move, because it changes nothing. Quick saves may add such moves, so they are left out here. */
function changesNothing({ known, unsent }: Device, move: Move): boolean {
  const { attempt } = mergeMoves(known, [], unsent)
  const isRefused = move.type === 'answer' && (attempt?.revealed.includes(move.questionId) || move.questionId === otherQuestionId)
  return !isRefused && applyMove(attempt, move) === attempt
}

const attemptId = (member: number, n: number) => `01a20000-0000-7000-8000-0000000${member}0a0${n}`

async function saveOnBothPaths(n: number, { base }: Device, entries: readonly JournalEntry[], at: Date) {
  const responses = await Promise.all(
    paths.map(({ userId, save }, member) =>
      save(database.db, { id: attemptId(member, n), owner: { userId }, base, sentAt: at.getTime(), entries }, at),
    ),
  )
  expect(responses[0]).toEqual(responses[1])
  return responses[0]?.ok ? responses[0] : expect.fail('The save was refused')
}

/** Everything that the server knows about a member's attempts, without ids of members and attempts. */
async function readAll(member: number, count: number) {
  const { userId } = paths[member] ?? paths[0]
  const { db } = database
  const attempts = await Promise.all(Array.from({ length: count }, (_, n) => findAttempt(db, attemptId(member, n), { userId })))
  const moves = await Promise.all(Array.from({ length: count }, (_, n) => listEntries(db, attemptId(member, n), 0)))
  const cards = db.selectFrom('review_cards').selectAll().where('user_id', '=', userId).orderBy('question_id')
  const answers = db.selectFrom('final_answers').selectAll().where('user_id', '=', userId).orderBy('question_id').orderBy('attempt_id')
  const all = {
    attempts,
    moves,
    answers: await answers.execute(),
    cards: await cards.execute(),
    latest: await findLatestAttempt(db, userId, 'mb-800', 'all'),
    history: await listAttempts(db, userId, null),
    open: await listOpenAttempts(db, userId, now),
    knowledge: await listKnowledge(db, userId, 'mb-800'),
    progress: await readProgressOverview(db, userId, now),
    myData: (await readMyData(db, userId, now)).attempts,
    hasAnswer: await db.selectFrom('attempts').select(hasAnswer.as('hasAnswer')).where('user_id', '=', userId).orderBy('id').execute(),
  }
  const text = JSON.stringify(all).replaceAll(userId, 'member')
  return JSON.parse(text.replaceAll(`0000000${member}0a0`, '00000000a0')) as typeof all
}

describe('both paths of saving', () => {
  test.each(['one', 'two', 'three', 'four'])('end in the same state after the random moves "%s"', async (seed) => {
    const random = seededRandom(seed)
    const attemptCount = 2
    const devices: Device[][] = []
    for (let n = 0; n < attemptCount; n++) {
      const created: Device = { base: 0, known: undefined, unsent: [startOf(n)] }
      const device = receive(created, created.unsent, await saveOnBothPaths(n, created, created.unsent, now))
      devices.push([device, device])
    }
    let quick = 0
    for (let step = 1; step <= 50; step++) {
      const at = new Date(now.getTime() + step * 1000)
      const n = Math.floor(random() * attemptCount)
      const which = Math.floor(random() * 2)
      const device = devices[n]?.[which]
      if (!device) throw new Error('There is no such device')
      for (let count = 1 + Math.floor(random() * 2); count > 0; count--) {
        const move = drawMove(random, at.getTime())
        if (!changesNothing(device, move)) device.unsent.push({ key: `key-${seed}-${step}-${count}`, move })
      }
      if (random() < 0.2) continue
      const sent = [...device.unsent]
      const response = await saveOnBothPaths(n, device, sent, at)
      // Sometimes the response is lost, so the device sends the same moves again, together with new ones.
      if (random() < 0.8) devices[n]?.splice(which, 1, receive(device, sent, response))
      const row = await database.db.selectFrom('attempts').select('folded_moves').where('id', '=', attemptId(0, n)).executeTakeFirst()
      if (row?.folded_moves != null) quick++
    }
    expect(quick).toBeGreaterThan(5)
    expect(await readAll(0, attemptCount)).toEqual(await readAll(1, attemptCount))
  })

  test('store each move once and in order when several devices save at the same time', async () => {
    const devices = Array.from({ length: 6 }, (_, i) => ({ id: attemptId(0, i % 3), name: `device-${i}` }))
    const { save, userId } = paths[0]
    const send = (id: string, base: number, entries: JournalEntry[]) =>
      save(database.db, { id, owner: { userId }, base, sentAt: now.getTime(), entries }, now)
    for (const { id } of devices) await send(id, 0, [startOf(0)])
    const acknowledged = new Set<string>()
    const lettersOf = (round: number) => (round % 2 === 0 ? ['A'] : ['B'])
    await Promise.all(
      devices.map(async ({ id, name }, i) => {
        let base = 1
        for (let round = 0; round < 8; round++) {
          const questionId = questionIds[Math.floor(i / 3)] ?? ''
          const entry: JournalEntry = {
            key: `key-${name}-${round}`,
            move: { type: 'answer', at: now.getTime(), questionId, answer: lettersOf(round) },
          }
          // Each request arrives twice.
          const responses = await Promise.all([send(id, base, [entry]), send(id, base, [entry])])
          for (const response of responses) {
            if (!response.ok) expect.fail('The save was refused')
            for (const key of response.recorded) acknowledged.add(`${id} ${key}`)
            base = Math.max(base, response.next)
          }
        }
      }),
    )
    for (const id of new Set(devices.map((device) => device.id))) {
      const entries = await listEntries(database.db, id, 0)
      const stored = await findAttempt(database.db, id, { userId })
      expect(stored?.next).toBe(entries.length)
      expect(stored?.attempt).toEqual(foldJournal(movesOf(entries)))
      expect(new Set(entries.map(({ key }) => `${id} ${key}`)).size).toBe(entries.length)
      for (const { key } of entries.slice(1)) expect(acknowledged).toContain(`${id} ${key}`)
      expect(entries).toHaveLength(17)
    }
  })
})
