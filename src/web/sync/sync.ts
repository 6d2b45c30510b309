/**
 * What the journal of this device and the server know of each other: which moves are still to be sent, what becomes of a
 * run when the server has answered, and whose the runs on this device are.
 */
import { listLostAnswers, mergeMoves } from '#exam/merge.ts'
import { batchMovesMax, offlineMoveAgeMaxMs } from '#exam/contract.ts'
import type { MoveBatchResponse } from '#exam/contract.ts'
import { foldJournal } from '#exam/attempt.ts'
import type { JournalEntry, QuestionSet } from '#exam/attempt.ts'
import type { DeviceOwner } from '#web/sync/known-member.ts'
import { readLatestRow } from '#web/sync/journal.ts'
import type { Journal, RunRow, Stores } from '#web/sync/journal.ts'

/** Moves to be sent together. `base`: how many the server has before them. */
export type Batch = Pick<RunRow, 'id' | 'certificationId' | 'set' | 'secret' | 'generation'> & {
  base: number
  entries: readonly JournalEntry[]
}

/** A run as the server has it. `startedAt` by its clock, milliseconds since 1970. */
export type ServerAttempt = { id: string; startedAt: number; entries: readonly JournalEntry[]; secret?: string }

/** Says with a request whose run it is about: by its secret or, should somebody else be signed in by now, by its member. */
export function ownerHeaders(owner: DeviceOwner, secret: string | undefined): Record<string, string> {
  if (secret !== undefined) return { Authorization: `Bearer ${secret}` }
  return owner === null ? {} : { 'Praxam-Member': owner }
}

/** Runs that the server should have all of, the oldest first, with the number of moves it lacks. */
export function listUnsent(journal: Journal): Promise<{ id: string; count: number }[]> {
  return journal.within('readonly', async (stores) => {
    const rows = (await stores.rows()).filter((row) => row.owner === journal.owner && (row.owner !== null || row.secret))
    rows.sort((a, b) => a.startedAt - b.startedAt)
    const counted = await Promise.all(rows.map(async ({ id, sent }) => ({ id, count: (await stores.next(id)) - sent })))
    return counted.filter(({ count }) => count > 0)
  })
}

/** The next moves of a run to be sent, perhaps none. `undefined` when the run is not here. */
export function readBatch(journal: Journal, runId: string): Promise<Batch | undefined> {
  return journal.within('readonly', async (stores) => {
    const row = await stores.row(runId)
    if (!row) return undefined
    const { id, certificationId, set, secret, generation, sent } = row
    const entries = (await stores.entries(id, sent)).slice(0, batchMovesMax)
    return { id, certificationId, set, ...(secret && { secret }), generation, base: sent, entries }
  })
}

/**
 * Takes in what the server has answered: its moves come before those of ours that it does not have yet. Answers of ours
 * that do not fit to them any more are remembered as conflicts.
 *
 * @throws when the answer cannot be one to this batch
 */
export function acknowledge(
  journal: Journal,
  batch: Batch,
  { next, missed, recorded }: Pick<MoveBatchResponse, 'next' | 'missed' | 'recorded'>,
): Promise<void> {
  const { id, base, generation, entries } = batch
  return journal.within('readwrite', async (stores) => {
    const row = await stores.row(id)
    // Another page has taken in an answer meanwhile.
    if (!row || row.sent !== base || row.generation !== generation) return
    // It has lost some, as when a backup was restored. What it has now may be of other places, so all of it is sent again; a
    // simulation was begun there, and its start is not taken from here.
    if (next < base) return stores.keepRow({ ...row, sent: row.set === 'simulation' ? next : 0 })
    if (next !== base + missed.length + recorded.length) throw new Error(`The server counts ${next} moves of run ${id}`)
    if (missed.length === 0 && recorded.length === entries.length) return stores.keepRow({ ...row, sent: next })
    const all = await stores.entries(id, 0)
    const ours = all.slice(base)
    const own = new Map(ours.map((entry) => [entry.key, entry]))
    const keys = new Set(recorded)
    const told = [...missed, ...entries.filter(({ key }) => keys.has(key))].map((entry) => own.get(entry.key) ?? entry)
    const toldKeys = new Set(told.map(({ key }) => key))
    const later = ours.slice(entries.length).filter(({ key }) => !toldKeys.has(key))
    const theirs = foldJournal([...all.slice(0, base), ...told].map(({ move }) => move))
    const foreign = told.filter(({ key }) => !own.has(key)).map(({ move }) => move)
    const merged = mergeMoves(theirs, foreign, later)
    const tail = [...told, ...merged.recorded]
    // The answer to an earlier sending may have been lost; then nothing has to be put elsewhere.
    if (tail.length === ours.length && tail.every(({ key }, i) => key === ours[i]?.key)) return stores.keepRow({ ...row, sent: next })
    stores.cut(id, base)
    for (const [place, entry] of tail.entries()) stores.add(id, base + place, entry)
    const given = ours.map(({ move }) => move)
    const conflicts = [...new Set([...row.conflicts, ...listLostAnswers(given, merged.attempt)])]
    stores.keepRow({ ...row, sent: next, generation: generation + 1, conflicts })
  })
}

/** Has the whole run sent again: the server keeps what it does not have. */
export function resetSent(journal: Journal, id: string): Promise<void> {
  return journal.within('readwrite', async (stores) => {
    const row = await stores.row(id)
    if (row) stores.keepRow({ ...row, sent: 0 })
  })
}

/** The row of a run, should it be on this device. */
export function findAttemptRow(journal: Journal, id: string): Promise<RunRow | undefined> {
  return journal.within('readonly', (stores) => stores.row(id))
}

/** The row of the latest run of a set. */
export function findLatestAttemptRow({ owner, within }: Journal, certificationId: string, set: QuestionSet): Promise<RunRow | undefined> {
  return within('readonly', (stores) => readLatestRow(stores, owner, certificationId, set))
}

/**
 * Makes an attempt the latest run of its set on this device.
 *
 * @returns whether it is; not when `ifNone` and there is a run of the set by now
 */
export function importAttempt(journal: Journal, attempt: ServerAttempt, ifNone: boolean): Promise<boolean> {
  return journal.within('readwrite', async (stores) => {
    const { id, entries, secret } = attempt
    const start = entries[0]?.move
    if (start?.type !== 'start') return false
    const { certificationId, set } = start
    const other = await readLatestRow(stores, journal.owner, certificationId, set)
    if (other && ifNone) return false
    const startedAt = Math.max(attempt.startedAt, (other?.startedAt ?? 0) + 1)
    const { owner } = journal
    const kept = await stores.row(id)
    // What the server has as a member's without a secret was taken for nobody's here.
    const isOurs = kept?.owner === owner || (kept?.owner === null && !kept.secret)
    if (kept && !isOurs) return false
    if (kept) stores.keepRow({ ...kept, startedAt, owner })
    else {
      const row: RunRow = { id, certificationId, set, startedAt, owner, sent: entries.length, generation: 0, conflicts: [] }
      stores.keepRow(secret ? { ...row, secret } : row)
      for (const [number, entry] of entries.entries()) stores.add(id, number, entry)
    }
    return true
  })
}

/** Runs of nobody in which something was done. */
export function listGuestAttempts(journal: Journal): Promise<Pick<RunRow, 'id' | 'certificationId' | 'set' | 'secret'>[]> {
  return journal.within('readonly', readStrays)
}

/** What becomes of a simulation that is to be a member's. `later`: it stays a guest's until it is asked for again. */
export type SimulationAdoption = 'adopted' | 'missing' | 'later'

/** How many runs became a member's, are no longer on the server, and stay nobody's. */
export type AdoptionReport = { adopted: number; missing: number; left: number }

/**
 * Makes the runs of nobody those of the journal's owner: practice at once, a simulation once the server has made it hers. What is no
 * longer there leaves this device.
 */
export async function adoptGuestAttempts(
  journal: Journal,
  adoptSimulation: (owner: DeviceOwner, id: string, secret: string) => Promise<SimulationAdoption>,
): Promise<AdoptionReport> {
  // Practice needs no network, and does not wait for one.
  const practice = await settleStrays(journal, new Map())
  const adoptions = new Map<string, SimulationAdoption>()
  for (const { id, secret } of await listGuestAttempts(journal)) {
    if (secret !== undefined) adoptions.set(id, await adoptSimulation(journal.owner, id, secret).catch(() => 'later'))
  }
  const simulations = await settleStrays(journal, adoptions)
  return { ...simulations, adopted: practice.adopted + simulations.adopted }
}

function settleStrays(journal: Journal, adoptions: ReadonlyMap<string, SimulationAdoption>): Promise<AdoptionReport> {
  return journal.within('readwrite', async (stores) => {
    const strays = await readStrays(stores)
    let [adopted, missing] = [0, 0]
    for (const { secret, ...row } of strays) {
      const adoption = secret === undefined ? 'adopted' : adoptions.get(row.id)
      if (adoption === 'adopted') {
        stores.keepRow({ ...row, owner: journal.owner })
        adopted += 1
      }
      if (adoption === 'missing') {
        stores.dropRow(row.id)
        missing += 1
      }
    }
    return { adopted, missing, left: strays.length - adopted - missing }
  })
}

async function readStrays(stores: Stores): Promise<RunRow[]> {
  // Without its secret nobody can say on the server whose a simulation is.
  const rows = (await stores.rows()).filter((row) => row.owner === null && (row.set === 'simulation') === (row.secret !== undefined))
  const worth = await Promise.all(
    rows.map(async ({ id }) => (await stores.entries(id, 0)).some(({ move }) => move.type !== 'start' && move.type !== 'go')),
  )
  return rows.filter((_, i) => worth[i])
}

/** Takes all runs of a member off this device. */
export function removeAttemptsOfOwner(journal: Journal, owner: DeviceOwner): Promise<void> {
  return journal.within('readwrite', async (stores) => {
    for (const row of await stores.rows()) if (row.owner === owner) stores.dropRow(row.id)
  })
}

/** Takes runs of the journal's owner off this device. */
export function removeAttempts(journal: Journal, isGone: (run: Pick<RunRow, 'id' | 'certificationId'>) => boolean): Promise<void> {
  return journal.within('readwrite', async (stores) => {
    for (const row of await stores.rows()) if (row.owner === journal.owner && isGone(row)) stores.dropRow(row.id)
  })
}

/** Takes the runs of members other than this one off this device, except those that the server has not got all of yet. */
export function removeSyncedAttemptsOfOthers(journal: Journal, now: number): Promise<void> {
  return journal.within('readwrite', async (stores) => {
    for (const row of await stores.rows()) {
      if (row.owner === null || row.owner === journal.owner) continue
      const waits = (await stores.next(row.id)) > row.sent && row.startedAt > now - offlineMoveAgeMaxMs
      if (!waits) stores.dropRow(row.id)
    }
  })
}
