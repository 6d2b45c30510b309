/**
 * Journals of old attempts. Ninety days after the last change, the moves of a finished attempt are moved from `attempt_moves`, where each
 * one is a row with two index entries, to one compressed row of `archived_journals`. Nothing is lost: `listEntries` reads both, and an old
 * move that a device sends again is recognized. Moves that the attempt gets after that, such as opening a question, are archived later.
 */
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import type { JournalEntry } from '#exam/moves.ts'
import { dayMs } from '#exam/duration.ts'
import { breakMs, sumActiveMs } from '#exam/study-time.ts'
import { forEachLocked } from '#server/db/for-each-locked.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'

/** Longer than the period in the charts of study time, because the charts do not read archived moves. */
export const archiveAfterDays = 90

/** Attempts per run of the job. The next run, an hour later, continues. */
const attemptsMax = 10_000

export const archiveMaintenance: MaintenanceTask = {
  name: 'archive-old-journals',
  cron: '30 * * * *',
  run: (db, _jobs, signal) => archiveOldJournals(db, new Date(), signal),
}

/** Archives the attempts that are due. Can be stopped at any time and can run concurrently. @throws the first failure, after the other attempts */
export async function archiveOldJournals(db: Kysely<Tables>, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - archiveAfterDays * dayMs)
  await forEachLocked(db, (transaction, last) => findNextAttempt(transaction, before, last), archive, { rowsMax: attemptsMax, signal })
}

type OldAttempt = { id: string; user_id: string; changed_at: Date; next: number; archived_moves: number }

/** The next attempt to archive, locked. Never a guest's simulation: these are deleted earlier. */
async function findNextAttempt(transaction: Db, before: Date, last: OldAttempt | undefined): Promise<OldAttempt | undefined> {
  return (
    transaction
      .selectFrom('attempts')
      .select(['id', 'changed_at', 'next', 'archived_moves'])
      .select(sql<string>`user_id`.as('user_id'))
      // Must match the condition of the partial index.
      .where('finished_at', 'is not', null)
      .whereRef('archived_moves', '<', 'next')
      .where('changed_at', '<', before)
      .where('user_id', 'is not', null)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(changed_at, id) > (${last?.changed_at ?? null}::timestamptz, ${last?.id ?? null}::uuid)`),
      )
      .orderBy('changed_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  )
}

async function archive(transaction: Db, { id, user_id: userId, next, archived_moves: archivedCount }: OldAttempt): Promise<void> {
  const moves = await transaction
    .selectFrom('attempt_moves')
    .select(['key', 'move', 'made_at'])
    .where('attempt_id', '=', id)
    .orderBy('number')
    .execute()
  if (archivedCount + moves.length !== next) throw new Error(`The attempt ${id} has ${archivedCount} and ${moves.length} of ${next} moves`)
  const archived = archivedCount === 0 ? [] : await listArchivedEntries(transaction, id)
  const entries = await compressEntries([...archived, ...moves.map(({ key, move }) => ({ key, move }))])
  const activeMs = await measureActiveMs(
    transaction,
    { id, userId },
    moves.map(({ made_at }) => made_at.getTime()),
  )
  await transaction
    .insertInto('archived_journals')
    .values({ attempt_id: id, user_id: userId, active_ms: activeMs, entries })
    .onConflict((conflict) =>
      conflict.column('attempt_id').doUpdateSet({ entries, active_ms: sql`archived_journals.active_ms + excluded.active_ms` }),
    )
    .execute()
  await transaction.deleteFrom('attempt_moves').where('attempt_id', '=', id).execute()
  await transaction.updateTable('attempts').set({ archived_moves: next }).where('id', '=', id).execute()
}

/**
 * How much study time, in milliseconds, the member would lose if the moves of this attempt were removed. The archive stores it, so that the
 * total stays the same. Moves that are more than a break away do not matter.
 */
async function measureActiveMs(transaction: Db, { id, userId }: { id: string; userId: string }, own: readonly number[]): Promise<number> {
  const others = await transaction
    .selectFrom('attempt_moves')
    .select('made_at')
    .where('user_id', '=', userId)
    .where('made_at', '>=', new Date(Math.min(...own) - breakMs))
    .where('made_at', '<=', new Date(Math.max(...own) + breakMs))
    .where('attempt_id', '!=', id)
    .execute()
  const remaining = others.map(({ made_at }) => made_at.getTime())
  return sumActiveMs([...remaining, ...own]) - sumActiveMs(remaining)
}

/** The archived entries of an attempt, from number 0. Empty when none are archived. */
export async function listArchivedEntries(db: Db, attemptId: string): Promise<JournalEntry[]> {
  const row = await db.selectFrom('archived_journals').select('entries').where('attempt_id', '=', attemptId).executeTakeFirst()
  return row ? (JSON.parse((await inflateAsync(row.entries)).toString()) as JournalEntry[]) : []
}

async function compressEntries(entries: readonly JournalEntry[]): Promise<Buffer> {
  return deflateAsync(JSON.stringify(entries))
}

const deflateAsync = promisify<string, Buffer>(deflateRaw)
const inflateAsync = promisify<Buffer, Buffer>(inflateRaw)
