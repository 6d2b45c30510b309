import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { start } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import { findSimulation } from '#web/simulation/find-simulation.ts'
import type { TimedSheet } from '#web/simulation/simulation-requests.ts'
import { applySearch, type FoundSimulation, type OpenSimulation } from '#web/simulation/simulation-state.ts'
import { importAttempt } from '#web/sync/planning/device-attempts.ts'
import { createMemoryJournal } from '#web/sync/journal.ts'
import { openJournal } from '#tests/test-journal.ts'

const camille = 'camille'

type StoredSimulation = { id: string; startedAt: number; finished: boolean }

/** The simulations on the server: one of the member, and one of a guest. */
let stored: { member: StoredSimulation; guest: StoredSimulation }

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(reply(new URL(address, 'http://praxam.test').pathname)))
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => vi.unstubAllGlobals())

function reply(path: string): Response {
  const { member, guest } = stored
  if (path === '/api/simulations') return Response.json({ simulation: { id: member.id, finished: member.finished }, extraTime: 1 })
  if (path === `/api/attempts/${member.id}/moves`) return Response.json({ entries: entriesOf(member) })
  const found = [member, guest].find(({ id }) => path === `/api/attempts/${id}/sheet`)
  return found ? Response.json(sheetOf(found)) : new Response(null, { status: 404 })
}

function entriesOf({ id, startedAt: at, finished }: StoredSimulation): JournalEntry[] {
  const first: JournalEntry = {
    key: `start-${id}`,
    move: { type: 'start', at, certificationId: 'mb-800', set: 'simulation', questionIds: ['q1'] },
  }
  return finished ? [first, { key: `finish-${id}`, move: { type: 'finish', at: at + 1 } }] : [first]
}

function sheetOf({ id, startedAt, finished }: StoredSimulation): TimedSheet['sheet'] {
  const attempt = start('mb-800', 'simulation', ['q1'], startedAt)
  return { id, certification: { id: 'mb-800' }, attempt, finished, next: finished ? 2 : 1, now: 0 } as unknown as TimedSheet['sheet']
}

async function findForMember() {
  const { id, startedAt } = stored.guest
  await importAttempt(await openJournal(null), { id, startedAt, entries: entriesOf(stored.guest), secret: 'a secret' }, false)
  const found = await findSimulation(camille, { certificationId: 'mb-800', wantsResults: true, onExtraTime: () => undefined })
  return found.type === 'open' ? found.simulation.sheet.id : found.type
}

// Found when a guest signed in while new results were on screen: an older simulation of the account replaced them, and the offer to add them
// disappeared.
describe('the simulation that a member finds', () => {
  test("is the guest's if it started last", async () => {
    stored = { member: { id: 'member', startedAt: 1000, finished: true }, guest: { id: 'guest', startedAt: 2000, finished: true } }
    expect(await findForMember()).toBe('guest')
  })

  test("is the member's if it started last", async () => {
    stored = { member: { id: 'member', startedAt: 3000, finished: true }, guest: { id: 'guest', startedAt: 2000, finished: true } }
    expect(await findForMember()).toBe('member')
  })

  test("is the member's while it is in progress", async () => {
    stored = { member: { id: 'member', startedAt: 1000, finished: false }, guest: { id: 'guest', startedAt: 2000, finished: true } }
    expect(await findForMember()).toBe('member')
  })
})

describe('the simulation on screen', () => {
  const open = (id: string, owner: string | null, finished = true) => {
    const sheet = sheetOf({ id, startedAt: 1000, finished })
    const simulation: OpenSimulation = {
      sheet,
      time: { now: 0, at: 0 },
      secret: undefined,
      journal: createMemoryJournal(owner),
      problem: null,
    }
    return { type: 'open' as const, simulation, isNew: false }
  }
  const none: FoundSimulation = { type: 'none', last: null }
  const search = { certificationId: 'mb-800', owner: camille, isRequested: true, isRemoved: false }

  test("stays if it has a guest's results that could be added", () => {
    const guest = open('guest', null)
    expect(applySearch(guest, open('member', camille), search)).toBe(guest)
    expect(applySearch(guest, none, { ...search, isRemoved: true })).toBe(guest)
  })

  test("is the member's after the results were added", () => {
    const member = open('guest', camille)
    expect(applySearch(open('guest', null), member, search)).toBe(member)
  })

  test('with the results of a member gives way to those of another member', () => {
    const other = open('other', 'ada')
    expect(applySearch(open('member', camille), other, { ...search, owner: 'ada' })).toBe(other)
  })

  test('stays while it is in progress, unless it was removed from the device', () => {
    const guest = open('guest', null, false)
    expect(applySearch(guest, none, search)).toBe(guest)
    expect(applySearch(guest, none, { ...search, isRemoved: true })).toBe(none)
  })

  test('stays when the page learns that its owner is signed in', () => {
    const member = open('member', camille)
    expect(applySearch(member, open('other', camille), { ...search, isRequested: false })).toBe(member)
  })

  test("stays a guest's until it is added to the account of a member who signed in in another tab", () => {
    const guest = open('guest', null, false)
    const again = { ...guest, simulation: { ...guest.simulation, time: { now: 9, at: 9 } } }
    expect(applySearch(guest, again, { ...search, isRequested: false })).toBe(guest)
    expect(applySearch(guest, again, search)).toBe(again)
    const graded = { ...open('guest', null), simulation: { ...open('guest', null).simulation, journal: guest.simulation.journal } }
    expect(applySearch(guest, graded, { ...search, isRequested: false })).toBe(graded)
  })

  test('disappears when another member signs in during a simulation', () => {
    const left = { type: 'left', left: 'otherMember' }
    expect(applySearch(open('member', camille, false), none, { ...search, owner: 'ada', isRequested: false })).toEqual(left)
    expect(applySearch({ type: 'left', left: 'signedOut' }, open('other', 'ada'), search)).toEqual({ type: 'left', left: 'signedOut' })
  })
})
