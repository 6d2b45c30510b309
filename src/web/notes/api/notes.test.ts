import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteLengthMax, notesPerRequestMax, storedNoteLengthMax } from '#exam/notes.ts'
import { action } from '#web/notes/api/notes.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { askRoute } from '#tests/site-routes.ts'
import { openMember, openVisitor, type Visitor } from '#tests/visitor.ts'

let services: TestServices
let camille: Visitor
const note = { questionId: '01a20000-0000-7000-8000-0000000000a1', certificationId: 'mb-800', text: 'CM\0 is the end.', changedAt: 1000 }
const body = { since: 0, sentAt: 1000, notes: [note] }

beforeAll(async () => {
  services = await openTestServices()
  camille = await openMember(services)
})
afterAll(() => services.close())

const send = (sent: unknown, visitor = camille, headers: Record<string, string> = {}) =>
  askRoute(services, visitor, action, {
    pattern: '/api/notes',
    address: '/api/notes',
    init: { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(sent) },
  })

describe('a request with notes', () => {
  test('stores them and returns them', async () => {
    expect(await send(body)).toMatchObject({ status: 200, data: { notes: [{ questionId: note.questionId, text: 'CM is the end.' }] } })
  })

  test('of a guest, or for another member, is refused', async () => {
    expect(await send(body, openVisitor(services))).toMatchObject({ status: 401, data: { code: 'SIGNED_OUT' } })
    expect(await send(body, camille, { 'Praxam-Member': 'someone-else' })).toMatchObject({ status: 401 })
  })

  test.each([
    ['a text that is too long', { ...body, notes: [{ ...note, text: 'a'.repeat(storedNoteLengthMax + 1) }] }],
    ['a question that is no id', { ...body, notes: [{ ...note, questionId: 'q1' }] }],
    ['a question twice', { ...body, notes: [note, note] }],
    ['no time', { notes: [note] }],
    [
      'more notes than one request may have',
      { ...body, notes: Array.from({ length: notesPerRequestMax + 1 }, () => ({ ...note, questionId: crypto.randomUUID() })) },
    ],
  ])('with %s is refused', async (_, sent) => {
    expect(await send(sent)).toMatchObject({ status: 422, data: { code: 'NOTES_UNREADABLE' } })
  })

  test('accepts the longest note that a candidate can type', async () => {
    expect(await send({ ...body, notes: [{ ...note, text: 'é'.repeat(noteLengthMax) }] })).toMatchObject({ status: 200 })
  })

  test('after three hundred others in a minute is refused until later', async () => {
    const noor = await openMember(services, 'noor@example.com')
    const statuses: number[] = []
    for (let count = 0; count < 301; count++) statuses.push((await send({}, noor)).status)
    expect(statuses.slice(299)).toEqual([422, 429])
  })
})
