/** Journal stores in memory, for a browser that blocks its storage or has no space left. They are kept until the page is closed. */
import type { JournalEntry } from '#exam/moves.ts'
import type { AttemptRow } from '#exam/sync/device-journal.ts'
import type { JournalStores, Transact } from '#web/sync/database.ts'

export type MemoryAttempt = { row: AttemptRow; entries: readonly JournalEntry[] }

/** Transactions run one after the other, as they do on disk. */
export function createMemoryTransact(attempts: readonly MemoryAttempt[] = []): Transact {
  const stores = createMemoryStores(attempts)
  let last: Promise<unknown> = Promise.resolve()
  return (_mode, work) => {
    const task = last.then(() => work(stores))
    last = task.catch(() => undefined)
    return task
  }
}

function createMemoryStores(attempts: readonly MemoryAttempt[]): JournalStores {
  const byId = new Map(attempts.map((attempt) => [attempt.row.id, attempt]))
  const entriesOf = (id: string) => byId.get(id)?.entries ?? []
  return {
    listRows: async () => [...byId.values()].map(({ row }) => row),
    getRow: async (id) => byId.get(id)?.row,
    putRow: (row) => void byId.set(row.id, { row, entries: entriesOf(row.id) }),
    deleteAttempt: (id) => void byId.delete(id),
    listEntries: async (id, from) => entriesOf(id).slice(from),
    nextNumber: async (id) => entriesOf(id).length,
    putEntries: (id, from, entries) => {
      const attempt = byId.get(id)
      if (attempt) byId.set(id, { ...attempt, entries: [...attempt.entries.slice(0, from), ...entries] })
    },
  }
}
