/**
 * The journal of one attempt on a device, and how it changes: when a tab records moves, and when the server replies to a
 * batch. Pure; `web/sync/journal.ts` does the reading and writing in IndexedDB.
 *
 * Entries are only appended, with one exception: moves from another device are inserted before the local moves that the server has not
 * recorded yet. Each such rewrite increases `generation`, so every tab that read the old order reads the whole journal again.
 */
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { foldJournal, applyMoves, movesOf, type JournalEntry, type Move } from '#exam/moves.ts'
import type { MoveBatchResponse } from '#exam/contract.ts'
import { dropResolvedConflicts, listAnswersSince, listLostAnswers, mergeMoves } from '#exam/merge.ts'

/** The owner of an attempt on this device: the id of a member, or `null` for a guest. */
export type DeviceOwner = string | null

/** An attempt as the device stores it, without its entries. Entries are numbered from 0, without gaps. */
export type AttemptRow = {
  id: string
  certificationId: string
  set: QuestionSet
  startedAt: number
  owner: DeviceOwner
  /** How many entries the server has recorded, counted from the first. */
  sent: number
  /** How often the entries were rewritten. */
  generation: number
  /** Questions whose answer was lost, because another device answered, revealed, or finished first. */
  conflicts: readonly string[]
  /** Gives access to a guest's attempt on the server. */
  secret?: string
}

/** How far a tab has read an attempt. `next` is the number of the next entry. */
export type JournalPosition = Pick<AttemptRow, 'id' | 'generation' | 'sent' | 'conflicts'> & { next: number }

export type RecordResult = {
  position: JournalPosition
  /** Moves of other tabs and devices that the tab had not read: all entries of the attempt if `isReread`. */
  missed: readonly Move[]
  /** The tab's moves that were recorded, after `missed`. */
  recorded: readonly Move[]
  /** Questions whose answer from the tab was not recorded. */
  lost: readonly string[]
  isReread: boolean
}

/** Number of the first entry that a tab at this position has to read. */
export function firstUnread(row: AttemptRow, known: JournalPosition | undefined): number {
  return known?.generation === row.generation ? known.next : 0
}

/**
 * Merges a tab's moves into the journal.
 *
 * @param known the position up to which the tab has read; `undefined` when it has read nothing
 * @param base the attempt as the tab knows it
 * @param unread the entries starting with `firstUnread(row, known)`
 * @param next number of the next entry
 * @returns the row to store, if it changes, and the entries to append
 */
export function recordMoves(
  row: AttemptRow,
  known: JournalPosition | undefined,
  base: Attempt | undefined,
  unread: readonly JournalEntry[],
  next: number,
  local: readonly JournalEntry[],
): { row: AttemptRow | undefined; appended: readonly JournalEntry[]; result: RecordResult } {
  const { id, generation, sent } = row
  const isReread = known?.generation !== generation
  const missed = movesOf(unread)
  const theirs = applyMoves(isReread ? undefined : base, missed)
  const unknown = isReread && base && theirs ? listAnswersSince(base, theirs) : missed
  const { recorded: appended, conflicts: lost } = mergeMoves(theirs, unknown, local)
  const recorded = movesOf(appended)
  const conflicts = dropResolvedConflicts(row.conflicts, recorded)
  return {
    row: conflicts.length < row.conflicts.length ? { ...row, conflicts } : undefined,
    appended,
    result: { position: { id, next: next + appended.length, generation, sent, conflicts }, missed, recorded, lost, isReread },
  }
}

/** Entries to be sent together. `base`: how many entries the server has before them. */
export type UnsentBatch = Pick<AttemptRow, 'id' | 'certificationId' | 'set' | 'secret' | 'generation'> & {
  base: number
  entries: readonly JournalEntry[]
}

export type MovesReply = Pick<MoveBatchResponse, 'next' | 'missed' | 'recorded'>

/** A changed row and, when entries change, the entries that replace all entries starting with number `from`. */
export type JournalChange = { row: AttemptRow; tail?: { from: number; entries: readonly JournalEntry[] } }

/** Whether the reply only confirms the batch, so that no entry changes. */
export function isConfirmation({ base, entries }: UnsentBatch, { next, missed, recorded }: MovesReply): boolean {
  return next === base + entries.length && missed.length === 0 && recorded.length === entries.length
}

/**
 * Applies the server's reply to a batch. Missed moves are inserted before the local entries that the server does not have. Local answers
 * that lose to missed moves become conflicts.
 *
 * @param all every entry of the attempt; not read when `isConfirmation`
 * @returns `undefined` when another tab has already applied a reply, so that this one is outdated
 * @throws when the reply cannot belong to this batch
 */
export function applyReply(
  row: AttemptRow,
  all: readonly JournalEntry[],
  batch: UnsentBatch,
  reply: MovesReply,
): JournalChange | undefined {
  const { base, entries } = batch
  const { next, missed, recorded } = reply
  if (row.sent !== base || row.generation !== batch.generation) return undefined
  // The server has lost entries, for example because a backup was restored. The entries that it still has may be from other devices, so all
  // entries are sent again. The server itself starts a simulation, so the start move must not be sent.
  if (next < base) return { row: { ...row, sent: row.set === 'simulation' ? next : 0 } }
  if (next !== base + missed.length + recorded.length) throw new Error(`The server counts ${next} moves of attempt ${row.id}`)
  if (isConfirmation(batch, reply)) return { row: { ...row, sent: next } }
  const local = all.slice(base)
  const localByKey = new Map(local.map((entry) => [entry.key, entry]))
  const recordedKeys = new Set(recorded)
  const onServer = [...missed, ...entries.filter(({ key }) => recordedKeys.has(key))].map((entry) => localByKey.get(entry.key) ?? entry)
  const serverKeys = new Set(onServer.map(({ key }) => key))
  const later = local.slice(entries.length).filter(({ key }) => !serverKeys.has(key))
  const theirs = foldJournal(movesOf([...all.slice(0, base), ...onServer]))
  const foreign = movesOf(onServer.filter(({ key }) => !localByKey.has(key)))
  const merged = mergeMoves(theirs, foreign, later)
  const tail = [...onServer, ...merged.recorded]
  // If the reply to an earlier request was lost, the entries may already be in the order of the server.
  if (tail.length === local.length && tail.every(({ key }, i) => key === local[i]?.key)) return { row: { ...row, sent: next } }
  const conflicts = [...new Set([...row.conflicts, ...listLostAnswers(movesOf(local), merged.attempt)])]
  return { row: { ...row, sent: next, generation: row.generation + 1, conflicts }, tail: { from: base, entries: tail } }
}
