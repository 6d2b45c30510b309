import { beforeEach, describe, expect, test } from 'vitest'
import type { JournalEntry, Move } from '#exam/moves.ts'
import { dayMs, minuteMs } from '#exam/duration.ts'
import { readMyData } from '#server/record/my-data.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { archiveAfterDays, archiveOldJournals } from '#server/practice/archive.ts'
import { removeAttempt } from '#server/practice/history.ts'
import { findAttempt, listEntries } from '#server/practice/store.ts'
import { readActiveMs } from '#server/progress/progress.ts'
import { aQuestion } from '#tests/factories.ts'
import { prepareDatabase } from '#tests/prepared-database.ts'
import { addMembers } from '#tests/services.ts'

const start = new Date('2026-03-02T09:00:00Z')
const archived = new Date(start.getTime() + (archiveAfterDays + 1) * dayMs)
const camille = { userId: 'camille' }
const questionIds = ['a1', 'a2', 'a3'].map((end) => `01a20000-0000-7000-8000-0000000000${end}`)
const [first = '', second = ''] = questionIds

const database = prepareDatabase()
beforeEach(async () => {
  await saveQuestions(
    database.db,
    questionIds.map((id) => aQuestion({ id })),
  )
  await addMembers(database.db, ['camille', 'noor'], start)
})

let keys = 0
const entry = (minute: number, move: Partial<Move> & { type: Move['type'] }): JournalEntry => ({
  key: `key-${++keys}-made-up`,
  move: { at: start.getTime() + minute * minuteMs, ...move } as Move,
})
/** The entries of a finished four-minute attempt that starts at this minute. */
const journal = (minute = 0): JournalEntry[] => [
  entry(minute, { type: 'start', certificationId: 'mb-800', set: 'all', questionIds }),
  entry(minute + 1, { type: 'answer', questionId: first, answer: ['C'] }),
  entry(minute + 2, { type: 'reveal', questionId: first }),
  entry(minute + 3, { type: 'go', position: 1, isGuess: true }),
  entry(minute + 4, { type: 'answer', questionId: second, answer: ['A'] }),
  entry(minute + 4, { type: 'finish' }),
]
const send = (id: string, entries: JournalEntry[], base = 0, at?: Date) => {
  const now = at ?? new Date(entries.at(-1)?.move.at ?? 0)
  return appendMoves(database.db, { id, owner: camille, base, sentAt: now.getTime(), entries }, now)
}
let attempts = 0
async function anAttempt(entries = journal()): Promise<{ id: string; entries: JournalEntry[] }> {
  const id = `01a20000-0000-7000-8000-${String(++attempts).padStart(12, '0')}`
  expect(await send(id, entries)).toMatchObject({ ok: true, recorded: entries.map(({ key }) => key) })
  return { id, entries }
}
const archive = (at = archived) => archiveOldJournals(database.db, at)
/** The attempts whose moves are rows. */
const listRows = async () => {
  const rows = await database.db.selectFrom('attempt_moves').select('attempt_id').distinct().orderBy('attempt_id').execute()
  return rows.map(({ attempt_id }) => attempt_id)
}

describe('an old journal', () => {
  test('becomes one row and reads the same from every move on', async () => {
    const { id, entries } = await anAttempt()
    const before = await findAttempt(database.db, id, camille)
    await archive()
    expect(await listRows()).toEqual([])
    for (let from = 0; from <= entries.length; from++) expect(await listEntries(database.db, id, from)).toEqual(entries.slice(from))
    expect(await findAttempt(database.db, id, camille)).toEqual(before)
  })

  test('is archived only 90 days after the last change', async () => {
    const { id } = await anAttempt()
    const due = start.getTime() + 4 * minuteMs + archiveAfterDays * dayMs
    await archive(new Date(due))
    expect(await listRows()).toEqual([id])
    await archive(new Date(due + 1))
    expect(await listRows()).toEqual([])
  })

  test('waits for the next run when the process closes', async () => {
    const { id } = await anAttempt()
    await archiveOldJournals(database.db, archived, AbortSignal.abort())
    expect(await listRows()).toEqual([id])
  })

  test('of an attempt in progress, or of a guest, is not archived', async () => {
    const { id } = await anAttempt(journal().slice(0, 3))
    const { id: guestId } = await anAttempt(journal(10))
    await database.db.updateTable('attempts').set({ user_id: null }).where('id', '=', guestId).execute()
    await archive()
    expect(await listRows()).toEqual([id, guestId])
  })

  test('that a device sends again loses nothing and adds nothing', async () => {
    const looks = [2, 0, 1].map((position, index) => entry(5 + index, { type: 'go', position }))
    const { id, entries } = await anAttempt([...journal(), ...looks])
    const before = await findAttempt(database.db, id, camille)
    await archive()
    for (const base of [0, 3, entries.length]) {
      const result = await send(id, entries, base, archived)
      expect(result).toMatchObject({ ok: true, next: entries.length, recorded: [], conflicts: [], missed: entries.slice(base) })
    }
    expect(await listEntries(database.db, id, 0)).toEqual(entries)
    expect(await findAttempt(database.db, id, camille)).toEqual(before)
  })

  test('can get further moves, which are archived later', async () => {
    const { id, entries } = await anAttempt()
    await archive()
    const later = entry(archiveAfterDays * 24 * 60, { type: 'go', position: 2 })
    expect(await send(id, [...entries.slice(-2), later], entries.length - 2)).toMatchObject({ recorded: [later.key] })
    expect(await listRows()).toEqual([id])
    for (const from of [0, entries.length, entries.length + 1])
      expect(await listEntries(database.db, id, from)).toEqual([...entries, later].slice(from))
    await archive(new Date(archived.getTime() + archiveAfterDays * dayMs))
    expect(await listRows()).toEqual([])
    expect(await listEntries(database.db, id, 0)).toEqual([...entries, later])
    expect(await send(id, [later], 0, archived)).toMatchObject({ recorded: [], next: entries.length + 1 })
  })

  test('whose moves are incomplete stays as it is, and does not stop the others', async () => {
    const { id } = await anAttempt()
    const { id: other } = await anAttempt(journal(20))
    await database.db.deleteFrom('attempt_moves').where('attempt_id', '=', id).where('number', '=', 2).execute()
    await expect(archive()).rejects.toThrow(`The attempt ${id} has 0 and 5 of 6 moves`)
    expect(await listRows()).toEqual([id])
    expect(await listEntries(database.db, other, 0)).toHaveLength(6)
  })

  test('is deleted with its attempt', async () => {
    const { id } = await anAttempt()
    await archive()
    await removeAttempt(database.db, 'camille', id, archived)
    expect(await database.db.selectFrom('archived_journals').select('attempt_id').execute()).toEqual([])
    expect(await readActiveMs(database.db, 'camille')).toBe(0)
  })

  test('changes nothing in the data that the member can download', async () => {
    await anAttempt()
    const before = await readMyData(database.db, 'camille', archived)
    await archive()
    expect(await readMyData(database.db, 'camille', archived)).toEqual(before)
  })
})

describe('study time', () => {
  test.each([
    ['separate', [0, 60], 8],
    ['overlapping', [0, 2], 6],
    ['close', [0, 7], 11],
    ['identical', [0, 0], 4],
  ])('stays the same when journals of %s attempts are archived, in any order', async (_, minutes, expected) => {
    const ids: string[] = []
    for (const minute of minutes) ids.push((await anAttempt(journal(minute))).id)
    expect(await readActiveMs(database.db, 'camille')).toBe(expected * minuteMs)
    const [recent = ''] = ids
    await database.db.updateTable('attempts').set({ changed_at: archived }).where('id', '=', recent).execute()
    await archive()
    expect(await listRows()).toEqual([recent])
    expect(await readActiveMs(database.db, 'camille')).toBe(expected * minuteMs)
    await archive(new Date(archived.getTime() + (archiveAfterDays + 1) * dayMs))
    expect(await listRows()).toEqual([])
    expect(await readActiveMs(database.db, 'camille')).toBe(expected * minuteMs)
    expect(await readActiveMs(database.db, 'noor')).toBe(0)
  })
})
