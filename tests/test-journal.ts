/** Journals on disk for tests. */
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { connectDatabase } from '#web/sync/database.ts'
import { createJournal, type Journal } from '#web/sync/journal.ts'

/** Opens the journal of an owner on its own connection, as another page would. */
export async function openJournal(owner: DeviceOwner): Promise<Journal> {
  const { open, transact } = connectDatabase()
  await open()
  return createJournal(owner, transact)
}
