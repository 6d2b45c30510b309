/** Reads the moves in the journal that the server does not have, and applies the server's replies to the journal. */
import { batchMovesMax } from '#exam/contract.ts'
import { applyReply, isConfirmation, type MovesReply, type UnsentBatch } from '#exam/sync/device-journal.ts'
import type { Journal } from '#web/sync/journal.ts'

/** The owner's attempts with moves that the server lacks, oldest first. `count`: how many it lacks. */
export function listUnsent({ owner, transact }: Journal): Promise<{ id: string; count: number }[]> {
  return transact('readonly', async (stores) => {
    // The server stores a guest's attempt only if it has a secret.
    const rows = (await stores.listRows()).filter((row) => row.owner === owner && (owner !== null || row.secret))
    rows.sort((a, b) => a.startedAt - b.startedAt)
    const counted = await Promise.all(rows.map(async ({ id, sent }) => ({ id, count: (await stores.nextNumber(id)) - sent })))
    return counted.filter(({ count }) => count > 0)
  })
}

/** The next entries of an attempt to send, possibly none. `undefined` when the attempt is not on this device. */
export function readBatch({ transact }: Journal, attemptId: string): Promise<UnsentBatch | undefined> {
  return transact('readonly', async (stores) => {
    const row = await stores.getRow(attemptId)
    if (!row) return undefined
    const { id, certificationId, set, secret, generation, sent } = row
    const entries = (await stores.listEntries(id, sent)).slice(0, batchMovesMax)
    return { id, certificationId, set, ...(secret && { secret }), generation, base: sent, entries }
  })
}

/** Ids of the questions with an answer in the next batch of an attempt. */
export async function listUnsentAnswers(journal: Journal, attemptId: string): Promise<string[]> {
  const entries = (await readBatch(journal, attemptId))?.entries ?? []
  return [...new Set(entries.flatMap(({ move }) => (move.type === 'answer' ? [move.questionId] : [])))]
}

/** Applies the server's reply to a batch. @throws when the reply cannot belong to this batch */
export function acknowledge({ transact }: Journal, batch: UnsentBatch, reply: MovesReply): Promise<void> {
  return transact('readwrite', async (stores) => {
    const row = await stores.getRow(batch.id)
    if (!row) return
    const all = isConfirmation(batch, reply) ? [] : await stores.listEntries(row.id, 0)
    const change = applyReply(row, all, batch, reply)
    if (!change) return
    if (change.tail) stores.putEntries(row.id, change.tail.from, change.tail.entries)
    stores.putRow(change.row)
  })
}

/** Marks all entries of an attempt as unsent. The server ignores those it already has. */
export function resetSent({ transact }: Journal, id: string): Promise<void> {
  return transact('readwrite', async (stores) => {
    const row = await stores.getRow(id)
    if (row) stores.putRow({ ...row, sent: 0 })
  })
}
