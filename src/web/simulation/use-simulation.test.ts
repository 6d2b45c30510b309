import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { start } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/attempt.ts'
import { createMemoryJournal, openPageJournal } from '#web/sync/journal.ts'
import { importAttempt } from '#web/sync/sync.ts'
import type { TimedSheet } from '#web/simulation/ask-server.ts'
import { afterFinding, findSimulation } from '#web/simulation/use-simulation.ts'
import type { OpenSimulation } from '#web/simulation/use-simulation.ts'

const camille = 'camille'

/** What the server has: her simulations, and one that was begun without an account. */
let begun: { hers: { id: string; startedAt: number; finished: boolean }; guests: { id: string; startedAt: number; finished: boolean } }

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(answer(new URL(address, 'http://praxam.test').pathname)))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  const { journal } = await openPageJournal(null)
  await journal.within('readwrite', async (stores) => {
    for (const { id } of await stores.rows()) stores.dropRow(id)
  })
})

function answer(path: string): Response {
  const { hers, guests } = begun
  if (path === '/api/simulations') return Response.json({ simulation: { id: hers.id, finished: hers.finished }, extraTime: 1 })
  if (path === `/api/attempts/${hers.id}/moves`) return Response.json({ entries: entriesOf(hers) })
  const asked = [hers, guests].find(({ id }) => path === `/api/attempts/${id}/sheet`)
  return asked ? Response.json(sheetOf(asked)) : new Response(null, { status: 404 })
}

function entriesOf({ id, startedAt: at, finished }: typeof begun.hers): JournalEntry[] {
  const begin: JournalEntry = {
    key: `start-${id}`,
    move: { type: 'start', at, certificationId: 'mb-800', set: 'simulation', questionIds: ['q1'] },
  }
  return finished ? [begin, { key: `finish-${id}`, move: { type: 'finish', at: at + 1 } }] : [begin]
}

function sheetOf({ id, startedAt, finished }: typeof begun.hers): TimedSheet['sheet'] {
  const run = start('mb-800', 'simulation', ['q1'], startedAt)
  return { id, certification: { id: 'mb-800' }, attempt: run, finished, next: finished ? 2 : 1, now: 0 } as unknown as TimedSheet['sheet']
}

async function look() {
  const { journal } = await openPageJournal(null)
  const { id, startedAt } = begun.guests
  await importAttempt(journal, { id, startedAt, entries: entriesOf(begun.guests), secret: 'a secret' }, false)
  const found = await findSimulation('mb-800', camille, true, () => undefined)
  return found.type === 'open' ? found.simulation.sheet.id : found.type
}

// Found by signing in beside fresh results: an older simulation of the account took their place, and the offer to add them went.
describe('whose results are opened', () => {
  test('those of the simulation that began last', async () => {
    begun = { hers: { id: 'hers', startedAt: 1000, finished: true }, guests: { id: 'guests', startedAt: 2000, finished: true } }
    expect(await look()).toBe('guests')
  })

  test('those of the member when hers began last', async () => {
    begun = { hers: { id: 'hers', startedAt: 3000, finished: true }, guests: { id: 'guests', startedAt: 2000, finished: true } }
    expect(await look()).toBe('hers')
  })

  test('nobody’s while she has one under way', async () => {
    begun = { hers: { id: 'hers', startedAt: 1000, finished: false }, guests: { id: 'guests', startedAt: 2000, finished: true } }
    expect(await look()).toBe('hers')
  })
})

describe('results on screen', () => {
  const open = (id: string, owner: string | null) => {
    const sheet = sheetOf({ id, startedAt: 1000, finished: true })
    const simulation: OpenSimulation = {
      sheet,
      time: { now: 0, at: 0 },
      secret: undefined,
      journal: createMemoryJournal(owner),
      problem: null,
    }
    return { type: 'open' as const, simulation, isNew: false }
  }

  test('that nobody has added stay when another simulation is found, or none', () => {
    const guests = open('guests', null)
    expect(afterFinding(guests, open('hers', camille), false, 'mb-800')).toBe(guests)
    expect(afterFinding(guests, { type: 'none', last: null }, true, 'mb-800')).toBe(guests)
  })

  test("are the member's once they were added", () => {
    const hers = open('guests', camille)
    expect(afterFinding(open('guests', null), hers, false, 'mb-800')).toBe(hers)
  })

  test('of a member give way to those of another', () => {
    const other = open('other', 'ada')
    expect(afterFinding(open('hers', camille), other, false, 'mb-800')).toBe(other)
  })
})
