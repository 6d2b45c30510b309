import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notesPerMemberMax, type NotesRequest } from '#exam/notes.ts'
import { listNotes, syncNotes } from '#server/notes/notes.ts'
import { addMembers, countRows, openTestDatabase, type TestDatabase } from '#tests/services.ts'

let database: TestDatabase
const now = new Date('2026-11-23T12:00:00Z')
const minuteMs = 60_000
const [q1, q2] = ['01a20000-0000-7000-8000-0000000000a1', '01a20000-0000-7000-8000-0000000000a2'] as const

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => addMembers(database.db, ['camille', 'noor'], now))
afterEach(() => database.empty())

type SentNote = NotesRequest['notes'][number]

const aNote = (text: string, values: Partial<SentNote> = {}): SentNote => ({
  questionId: q1,
  certificationId: 'mb-800',
  text,
  changedAt: now.getTime(),
  ...values,
})
const sync = (notes: readonly SentNote[], values: Partial<NotesRequest> = {}, at = now, userId = 'camille') =>
  syncNotes(database.db, userId, { since: 0, sentAt: at.getTime(), notes, ...values }, at)
const texts = async (userId = 'camille') => (await listNotes(database.db, userId)).map(({ text }) => text)
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)

describe('notes of a member', () => {
  test('are stored for that member and returned to other devices', async () => {
    expect(await sync([aNote('CM is the end of the month.')])).toMatchObject({ ok: true, notes: [{ questionId: q1 }] })
    expect(await sync([])).toMatchObject({ notes: [aNote('CM is the end of the month.')] })
    expect(await texts('noor')).toEqual([])
  })

  test('have the later of two versions, whichever arrives first', async () => {
    await sync([aNote('later', { changedAt: now.getTime() - 1000 })])
    const late = await sync([aNote('earlier', { changedAt: now.getTime() - 5000 })])
    expect(late).toMatchObject({ notes: [{ text: 'later' }] })
    await sync([aNote('latest', { changedAt: now.getTime() - 500 })])
    expect(await texts()).toEqual(['latest'])
  })

  test('have times corrected by the error of the sender’s clock', async () => {
    await sync([aNote('written now')])
    const hourAhead = { changedAt: now.getTime() + 59 * minuteMs }
    await sync([aNote('an hour ahead, written a minute ago', hourAhead)], { sentAt: now.getTime() + 60 * minuteMs })
    expect(await texts()).toEqual(['written now'])
  })

  test('written as a guest are added to the note of the account, once', async () => {
    await sync([aNote('from the account')])
    const added = aNote('from the guest', { isAdded: true, changedAt: now.getTime() - 90 * minuteMs })
    await sync([added], {}, minutesLater(1))
    await sync([added], {}, minutesLater(2))
    expect(await texts()).toEqual(['from the account\n\nfrom the guest'])
  })

  test('that were deleted reach other devices as empty texts and are not listed', async () => {
    await sync([aNote('short-lived')])
    await sync([aNote('', { changedAt: now.getTime() + 1 })], {}, minutesLater(1))
    expect(await sync([], {}, minutesLater(2))).toMatchObject({ notes: [{ questionId: q1, text: '' }] })
    expect(await texts()).toEqual([])
  })

  test('are not returned again to a device that has them, unless they changed', async () => {
    const first = await sync([aNote('old')])
    const { next } = first.ok ? first : { next: 0 }
    await sync([aNote('new', { questionId: q2, changedAt: minutesLater(5).getTime() })], {}, minutesLater(5))
    expect(await sync([], { since: next + 2 * minuteMs }, minutesLater(6))).toMatchObject({ notes: [{ questionId: q2 }] })
  })

  test('that were committed just after a response are in the next one', async () => {
    const first = await sync([])
    const { next: since } = first.ok ? first : { next: 0 }
    await sync([aNote('committed late')], {}, new Date(now.getTime() - 30_000))
    expect(await sync([], { since }, minutesLater(5))).toMatchObject({ notes: [{ text: 'committed late' }] })
  })

  test('are limited in number, and a request above the limit stores none', async () => {
    const rows = Array.from({ length: notesPerMemberMax - 1 }, (_, i) => ({
      user_id: 'camille',
      question_id: `01a20000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      certification_id: 'mb-800',
      text: 'x',
      changed_at: now,
      saved_at: now,
    }))
    for (let from = 0; from < rows.length; from += 1000)
      await database.db
        .insertInto('question_notes')
        .values(rows.slice(from, from + 1000))
        .execute()
    const fresh = ['b1', 'b2'].map((end) => aNote('new', { questionId: `01a3ffff-0000-7000-8000-0000000000${end}` }))
    expect(await sync(fresh)).toEqual({ ok: false, refusal: 'TOO_MANY_NOTES' })
    expect(await countRows(database, 'question_notes')).toBe(notesPerMemberMax - 1)
    expect(await sync(fresh.slice(1))).toMatchObject({ ok: true })
  })

  test('are deleted with the account', async () => {
    await sync([aNote('mine')])
    await database.db.deleteFrom('users').where('id', '=', 'camille').execute()
    expect(await countRows(database, 'question_notes')).toBe(0)
  })
})
