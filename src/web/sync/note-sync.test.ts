import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NotesRequest } from '#exam/notes.ts'
import { action } from '#web/notes/api/notes.ts'
import { openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute } from '#tests/site-routes.ts'
import { openMember, type Visitor } from '#tests/visitor.ts'

type Device = typeof import('#web/sync/note-store.ts') & typeof import('#web/sync/note-sync.ts')

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

/** A device with storage of its own. Its modules are loaded again, because they hold the connection. */
async function openDevice(): Promise<Device> {
  vi.resetModules()
  const indexedDB = new IDBFactory()
  vi.stubGlobal('indexedDB', indexedDB)
  const device = { ...(await import('#web/sync/note-store.ts')), ...(await import('#web/sync/note-sync.ts')) }
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

  test('last until the page is closed when the browser blocks its storage', async () => {
    const device = await openDevice()
    vi.resetModules()
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const blocked = { ...(await import('#web/sync/note-store.ts')), ...(await import('#web/sync/note-sync.ts')) }
    expect(await write(blocked, camille, 'in memory')).toBe(false)
    expect(await textOn(blocked)).toBe('in memory')
    await sync(blocked)
    await sync(device)
    expect(await textOn(device)).toBe('in memory')
  })
})
