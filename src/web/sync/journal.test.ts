import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { foldJournal, type JournalEntry, type Move } from '#exam/moves.ts'
import type { AttemptRow } from '#exam/sync/device-journal.ts'
import { openAttempt } from '#web/sync/attempt-controller.ts'
import { findAttemptRow, importAttempt } from '#web/sync/planning/device-attempts.ts'
import { adoptGuestAttempts, listGuestAttempts } from '#web/sync/sending/guest-adoption.ts'
import { listUnsent, readBatch } from '#web/sync/sending/unsent-moves.ts'
import { openJournal } from '#tests/test-journal.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const start: JournalEntry = {
  key: 'start-of-it',
  move: { type: 'start', at: 1000, certificationId: 'mb-800', set: 'all', questionIds: ['q1', 'q2'] },
}

/** Lets the next `add` fail as in a browser with full storage: its request fails, and then the transaction is aborted. */
function fillStorage() {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const { transaction } = this
    // The second request fails, because the key exists.
    this.add(value, key)
    const request = this.add(value, key)
    request.addEventListener('error', (event) => {
      event.preventDefault()
      // As in a browser, and unlike in `fake-indexeddb`, promise callbacks run before the transaction has its error.
      setImmediate(() => {
        Object.defineProperty(transaction, 'error', { value: new DOMException('The storage is full', 'QuotaExceededError') })
        transaction.abort()
      })
    })
    return request
  })
}

/** A database as release 6605fbc wrote it, and what that release showed of each attempt. */
type JournalFixture = {
  version: number
  owner: string
  stores: {
    runs: { values: AttemptRow[] }
    entries: { keys: [string, number][]; values: JournalEntry[] }
  }
  shown: Record<'guest' | 'finished' | 'guestSimulation' | 'memberSimulation' | 'member', { run: Attempt; id: string; conflicts: string[] }>
}

describe('a journal written by release 6605fbc', () => {
  let fixture: JournalFixture

  beforeEach(async () => {
    fixture = JSON.parse(
      await readFile(join(import.meta.dirname, '../../../tests/fixtures/journal-6605fbc.json'), 'utf8'),
    ) as JournalFixture
    const { version, stores } = fixture
    const database = await openDB('praxam', version, {
      upgrade: (created) => {
        created.createObjectStore('entries')
        created.createObjectStore('runs', { keyPath: 'id' })
      },
    })
    const transaction = database.transaction(['runs', 'entries'], 'readwrite')
    for (const row of stores.runs.values) void transaction.objectStore('runs').add(row)
    for (const [i, entry] of stores.entries.values.entries()) void transaction.objectStore('entries').add(entry, stores.entries.keys[i])
    await transaction.done
    database.close()
  })

  test.each([
    ['guest', null, 'mb-800', 'all'],
    ['finished', null, 'pl-900', 'area-1'],
    ['guestSimulation', null, 'mb-230', 'simulation'],
    ['memberSimulation', 'member', 'mb-800', 'simulation'],
    ['member', 'member', 'mb-800', 'all'],
  ] as const)('opens with the same attempt: %s', async (name, owner, certificationId, set) => {
    const { run, id, conflicts } = fixture.shown[name]
    const journal = await openJournal(owner && fixture.owner)
    const settings = { journal, problem: null, certificationId, set: set as QuestionSet, questionIds: [], now: 0 }
    const tab = await openAttempt(settings)
    expect(tab.current()).toMatchObject({ attempt: run, id, conflicts, saved: 'saved', problem: null })
    // The attempt continues from its recorded state.
    tab.move({ type: 'answer', at: run.startedAt + 60_000, questionId: run.questionIds[2] ?? '', answer: ['A'] })
    tab.move({ type: 'go', at: run.startedAt + 61_000, position: run.current === 0 ? 1 : 0 })
    await vi.waitFor(() => expect(tab.current()).toMatchObject({ saved: 'saved', problem: null }))
    tab.close()
    const reopened = await openAttempt(settings)
    expect(reopened.current()).toMatchObject({ id, attempt: tab.current().attempt })
    reopened.close()
  })

  test('keeps what is unsent, and the secret of a simulation', async () => {
    const { guestSimulation, member } = fixture.shown
    const own = await openJournal(fixture.owner)
    expect(await listUnsent(own)).toEqual([{ id: member.id, count: 2 }])
    expect(await readBatch(own, member.id)).toMatchObject({
      base: 3,
      generation: 1,
      entries: [{ move: { type: 'answer' } }, { move: { type: 'go' } }],
    })
    const guests = await openJournal(null)
    expect(await listUnsent(guests)).toEqual([{ id: guestSimulation.id, count: 1 }])
    expect(await findAttemptRow(guests, guestSimulation.id)).toMatchObject({ secret: 'the secret of a guest simulation' })
  })

  test("lets a member add the guest's attempts", async () => {
    const journal = await openJournal(fixture.owner)
    expect(await listGuestAttempts(journal)).toHaveLength(3)
    expect(await adoptGuestAttempts(journal, async () => 'adopted')).toEqual({ adopted: 3, missing: 0, left: 0 })
    expect(foldJournal((await journal.latest('pl-900', 'area-1'))?.moves ?? [])).toEqual({ ...fixture.shown.finished.run, guessed: [] })
  })
})

describe('a journal of version 1', () => {
  test('stays at version 1 if it cannot be migrated', async () => {
    const database = await openDB('praxam', 1, {
      upgrade: (created) => {
        created.createObjectStore('runs', { keyPath: 'id' })
        created.createObjectStore('moves')
      },
    })
    await database.add('moves', start.move, ['attempt-1', 0])
    database.close()
    await expect(openJournal(null)).rejects.toThrow(DOMException)
    const unchanged = await openDB('praxam')
    expect(unchanged.version).toBe(1)
    expect(await unchanged.getAll('moves')).toEqual([start.move])
    unchanged.close()
  })

  test('is migrated without losing an attempt', async () => {
    const database = await openDB('praxam', 1, {
      upgrade: (created) => {
        const runs = created.createObjectStore('runs', { keyPath: 'id' })
        runs.createIndex('bySet', ['certificationId', 'set', 'startedAt'])
        created.createObjectStore('moves')
      },
    })
    await database.add('runs', { id: 'attempt-1', certificationId: 'mb-800', set: 'all', startedAt: 1000 })
    await database.add('moves', start.move, ['attempt-1', 0])
    await database.add('moves', { type: 'answer', at: 2000, questionId: 'q1', answer: ['A'] } satisfies Move, ['attempt-1', 1])
    await database.add('moves', { type: 'finish', at: 3000 } satisfies Move, ['attempt-1', 2])
    database.close()
    const journal = await openJournal(null)
    expect(await journal.latest('mb-800', 'all')).toMatchObject({
      position: { id: 'attempt-1', next: 3, sent: 0 },
      moves: [{ type: 'start' }, { type: 'answer', answer: ['A'] }, { type: 'finish', isCounted: true }],
    })
    const entries = await journal.transact('readonly', (stores) => stores.listEntries('attempt-1', 0))
    expect(new Set(entries.map(({ key }) => key)).size).toBe(3)
    expect(await listGuestAttempts(await openJournal('camille'))).toMatchObject([{ certificationId: 'mb-800', set: 'all' }])
  })
})

describe('a journal of a later version', () => {
  const upgrade = async (store: string) => {
    const database = await openDB('praxam', 3, { upgrade: (created) => void created.createObjectStore(store) })
    database.close()
  }

  test('with additional stores continues to work', async () => {
    const journal = await openJournal(null)
    await importAttempt(journal, { id: 'attempt-1', startedAt: 1000, entries: [start] }, false)
    await upgrade('marks')
    for (const opened of [journal, await openJournal(null)]) {
      expect(await opened.latest('mb-800', 'all')).toMatchObject({ position: { id: 'attempt-1', next: 1 } })
    }
  })

  test('without the known stores is not opened', async () => {
    await upgrade('pages')
    await expect(openJournal(null)).rejects.toThrow('Version 3 of the journal is unknown')
  })
})

describe('a journal on a full device', () => {
  const secondMove: JournalEntry = { key: 'second', move: { type: 'go', at: 2000, position: 1 } }

  test('reports that the storage is full, and stores nothing', async () => {
    const journal = await openJournal(null)
    fillStorage()
    await expect(importAttempt(journal, { id: 'attempt-1', startedAt: 1000, entries: [start] }, false)).rejects.toMatchObject({
      name: 'QuotaExceededError',
    })
    expect(await journal.latest('mb-800', 'all')).toBeUndefined()
  })

  test('reports it also if a read follows the write that fails', async () => {
    const journal = await openJournal(null)
    fillStorage()
    const work = journal.transact('readwrite', (stores) => {
      stores.putEntries('attempt-1', 0, [start, secondMove])
      return stores.listRows()
    })
    await expect(work).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })
})

describe('the unsent moves', () => {
  test('are listed oldest attempt first', async () => {
    const journal = await openJournal('camille')
    const row = { certificationId: 'mb-800', set: 'all', owner: 'camille', sent: 0, generation: 0, conflicts: [] } as const
    await journal.transact('readwrite', async (stores) => {
      for (const [id, startedAt] of Object.entries({ a: 3000, b: 1000, c: 2000 })) {
        stores.putRow({ ...row, id, startedAt })
        stores.putEntries(id, 0, [start])
      }
    })
    expect((await listUnsent(journal)).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  })
})

describe('importing an attempt', () => {
  const attempt = { id: 'attempt-1', startedAt: 1000, entries: [start] }

  test("makes a guest's attempt the member's if the server says so", async () => {
    await importAttempt(await openJournal(null), attempt, false)
    const journal = await openJournal('camille')
    expect(await importAttempt(journal, attempt, false)).toBe(true)
    expect(await journal.latest('mb-800', 'all')).toMatchObject({ position: { id: 'attempt-1' } })
    expect(await importAttempt(await openJournal('ada'), attempt, false)).toBe(false)
  })
})
