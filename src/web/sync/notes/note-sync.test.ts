import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteLengthMax, notesPerRequestMax, type NotesRequest } from '#exam/notes.ts'
import { bodyBytesMax } from '#server/http/guard.ts'
import { action } from '#web/notes/api/notes.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute } from '#tests/site-routes.ts'
import { openMember, type Visitor } from '#tests/visitor.ts'

type Device = typeof import('#web/sync/notes/note-store.ts') & typeof import('#web/sync/notes/note-sync.ts')

let services: TestServices
let visitor: Visitor
let camille = ''
let isOnline = true
let sent: NotesRequest[] = []
let time = Date.parse('2026-11-23T12:00:00Z')
const [q1, q2] = ['01a20000-0000-7000-8000-0000000000a1', '01a20000-0000-7000-8000-0000000000a2'] as const

beforeAll(async () => {
  services = await openTestServices()
  visitor = await openMember(services)
  camille = (await visitor.viewer())?.id ?? ''
})
afterAll(() => services.close())
beforeEach(() => {
  isOnline = true
  sent = []
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    sent.push(JSON.parse(init.body as string) as NotesRequest)
    const { signal: _, ...rest } = init
    return callRoute(services, visitor, action, { pattern: '/api/notes', address, init: rest })
  })
})
afterEach(async () => {
  await services.db.deleteFrom('question_notes').execute()
  vi.unstubAllGlobals()
})

/** A device with its own storage. Its modules are loaded again, because they keep the connection to it. */
async function openDevice(): Promise<Device> {
  vi.resetModules()
  const indexedDB = new IDBFactory()
  vi.stubGlobal('indexedDB', indexedDB)
  const device = { ...(await import('#web/sync/notes/note-store.ts')), ...(await import('#web/sync/notes/note-sync.ts')) }
  await device.listDeviceNotes(null)
  return device
}

const write = (device: Device, owner: string | null, text: string, questionId: string = q1) =>
  device.writeNote(owner, { questionId, certificationId: 'mb-800', text, changedAt: (time += 1000) })
const sync = (device: Device) => device.syncNotes(camille, () => (time += 120_000))
const textOn = async (device: Device, owner: string | null = camille, questionId: string = q1) =>
  (await device.readNote(owner, questionId))?.text

describe('notes on a device', () => {
  test('of a guest stay on it', async () => {
    const device = await openDevice()
    await write(device, null, 'mine')
    await sync(device)
    expect(await textOn(device, null)).toBe('mine')
    expect(sent.flatMap(({ notes }) => notes)).toEqual([])
  })

  test('of a member reach other devices, as do changes and deletions', async () => {
    const phone = await openDevice()
    await write(phone, camille, 'from the phone')
    await sync(phone)
    const laptop = await openDevice()
    await sync(laptop)
    expect(await textOn(laptop)).toBe('from the phone')
    await write(laptop, camille, '')
    await sync(laptop)
    await sync(phone)
    expect(await textOn(phone)).toBe('')
  })

  test('are sent after the device was offline', async () => {
    const device = await openDevice()
    isOnline = false
    await write(device, camille, 'on the train')
    await sync(device)
    expect(await device.countUnsentNotes(camille)).toBe(1)
    isOnline = true
    await sync(device)
    expect(await device.countUnsentNotes(camille)).toBe(0)
    expect(await services.db.selectFrom('question_notes').select('text').execute()).toEqual([{ text: 'on the train' }])
  })

  test('are requested at most once a minute while there is nothing to send', async () => {
    const device = await openDevice()
    await sync(device)
    await device.syncNotes(camille, () => time + 59_000)
    expect(sent).toHaveLength(1)
    await device.syncNotes(camille, () => time + 60_000)
    expect(sent).toHaveLength(2)
  })

  test('keep what is written while an earlier version is sent', async () => {
    const device = await openDevice()
    await write(device, camille, 'first')
    const sending = sync(device)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await write(device, camille, 'second')
    await sending
    expect(await textOn(device)).toBe('second')
    await sync(device)
    expect(await services.db.selectFrom('question_notes').select('text').execute()).toEqual([{ text: 'second' }])
  })

  test('of a guest who signs in are added to those of the account, which this device had not received', async () => {
    const phone = await openDevice()
    await write(phone, camille, 'from the phone')
    await sync(phone)
    const laptop = await openDevice()
    await write(laptop, null, 'as a guest')
    await write(laptop, null, 'only as a guest', q2)
    expect(await laptop.adoptGuestNotes(camille, (time += 1000))).toBe(2)
    await write(laptop, camille, 'as a guest, then as a member')
    await sync(laptop)
    expect(await textOn(laptop)).toBe('from the phone\n\nas a guest, then as a member')
    expect(await textOn(laptop, camille, q2)).toBe('only as a guest')
    expect(await laptop.listDeviceNotes(null)).toEqual([])
  })

  test('of other members are removed once the account has them', async () => {
    const device = await openDevice()
    await write(device, camille, 'sent')
    await sync(device)
    await write(device, 'noor', 'unsent', q2)
    await write(device, null, 'of a guest')
    await device.removeNotesOfOthers('ada', time - 1_000_000)
    expect([await textOn(device), await textOn(device, 'noor', q2), await textOn(device, null)]).toEqual([
      undefined,
      'unsent',
      'of a guest',
    ])
    await device.removeNotesOfOthers('ada', time + 1_000_000)
    expect(await textOn(device, 'noor', q2)).toBeUndefined()
  })

  // Regression: the device asked only for notes that were newer than those it had removed.
  test('come back from the account when the member signs in again', async () => {
    const device = await openDevice()
    await write(device, camille, 'sent')
    await sync(device)
    await services.db
      .updateTable('question_notes')
      .set({ saved_at: new Date('2026-01-01') })
      .execute()
    await device.removeNotesOfOthers('ada', time)
    expect(await textOn(device)).toBeUndefined()
    await sync(device)
    expect(await textOn(device)).toBe('sent')
  })

  // Regression: a guest's note was removed even if the browser had no space for the member's.
  test('of a guest stay on the device until those of the account are stored', async () => {
    const device = await openDevice()
    await write(device, null, 'as a guest')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await device.adoptGuestNotes(camille, (time += 1000))
    put.mockRestore()
    expect(await textOn(device, null)).toBe('as a guest')
    expect(await textOn(device)).toBe('as a guest')
    await device.adoptGuestNotes(camille, (time += 1000))
    expect([await textOn(device, null), await textOn(device)]).toEqual([undefined, 'as a guest'])
  })

  // Regression: a note that a guest changed in another tab while the notes were moved was removed.
  test('of a guest stay if they change while they are added to the account', async () => {
    const device = await openDevice()
    await write(device, null, 'first')
    const adopting = device.adoptGuestNotes(camille, (time += 1000))
    await write(device, null, 'second')
    await adopting
    expect(await textOn(device, null)).toBe('second')
    expect(await textOn(device)).toBe('first')
  })

  // Regression: the server refuses a request above a megabyte, so these notes were never sent.
  test('are sent in requests that the server accepts', async () => {
    const device = await openDevice()
    const text = '\u{4E00}'.repeat(noteLengthMax)
    const ids = Array.from({ length: 201 }, (_, i) => `01a20000-0000-7000-8000-${String(i).padStart(12, '0')}`)
    for (const id of ids) await write(device, camille, text, id)
    await sync(device)
    expect(await device.countUnsentNotes(camille)).toBe(0)
    for (const request of sent) {
      expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThan(bodyBytesMax)
      expect(request.notes.length).toBeLessThanOrEqual(notesPerRequestMax)
    }
    await Promise.all(ids.map((id, i) => write(device, camille, `short ${i}`, id)))
    sent = []
    await sync(device)
    expect(sent.map(({ notes }) => notes.length)).toEqual([notesPerRequestMax, 1])
  })

  test('last until the page is closed when the browser blocks its storage', async () => {
    const device = await openDevice()
    vi.resetModules()
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const blocked = { ...(await import('#web/sync/notes/note-store.ts')), ...(await import('#web/sync/notes/note-sync.ts')) }
    expect(await write(blocked, camille, 'in memory')).toBe(false)
    expect(await textOn(blocked)).toBe('in memory')
    await sync(blocked)
    await sync(device)
    expect(await textOn(device)).toBe('in memory')
  })
})
