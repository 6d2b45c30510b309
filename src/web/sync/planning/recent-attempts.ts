/** The latest attempts on this device, for pages that offer to resume one. */
import { hasFinished } from '#exam/attempt.ts'
import { foldJournal, movesOf } from '#exam/moves.ts'
import type { DeviceAttempt } from '#exam/planning/resume.ts'
import type { AttemptRow, DeviceOwner } from '#exam/sync/device-journal.ts'
import type { JournalStores } from '#web/sync/database.ts'
import { openPageJournal } from '#web/sync/journal.ts'

/** Only this many attempts are read, so that the cost does not grow with the history. */
const readMax = 8

/**
 * The latest attempt of each question set of each certification, newest first, at most `readMax`. Simulations are left out, because only the
 * server knows whether their time is up.
 *
 * @throws when the storage cannot be read
 */
export async function listRecentAttempts(owner: DeviceOwner): Promise<DeviceAttempt[]> {
  const { journal } = await openPageJournal(owner)
  return journal.transact('readonly', async (stores) => {
    const own = (await stores.listRows()).filter((row) => row.owner === owner && row.set !== 'simulation')
    const latest = new Map<string, AttemptRow>()
    for (const row of own.toSorted((a, b) => a.startedAt - b.startedAt)) latest.set(`${row.certificationId} ${row.set}`, row)
    const recent = [...latest.values()].toSorted((a, b) => b.startedAt - a.startedAt).slice(0, readMax)
    return (await Promise.all(recent.map((row) => readAttempt(stores, row)))).flatMap((attempt) => attempt ?? [])
  })
}

async function readAttempt(stores: JournalStores, { id, certificationId, set, sent }: AttemptRow): Promise<DeviceAttempt | undefined> {
  const entries = await stores.listEntries(id, 0)
  const attempt = foldJournal(movesOf(entries))
  if (!attempt) return undefined
  return {
    id,
    certificationId,
    set,
    position: attempt.current + 1,
    questionCount: attempt.questionIds.length,
    answered: Object.keys(attempt.answers).length,
    changedAt: entries.at(-1)?.move.at ?? attempt.startedAt,
    isFinished: hasFinished(attempt),
    isUnsent: entries.length > sent,
  }
}
