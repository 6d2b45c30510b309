/**
 * The sums of the item statistics in the database. Guests and members have separate sums, because only members' attempts are stored and can be
 * counted again. A recount adds to its own pass, which replaces the current pass when the recount is complete.
 */
import { sql } from 'kysely'
import { addTallies, tallyAnswer, type CountedAnswer, type ItemTally } from '#exam/statistics/item-tally.ts'
import type { Db } from '#server/db/tables.ts'

/** The pass of guests' answers, which are never counted again. */
export const guestPass = 0

/** An answer that counts, and the version of the question that it answers. */
export type VersionedAnswer = CountedAnswer & { questionId: string; version: number }

/** Adds answers to the sums of each pass. Answers to questions that no longer exist are left out. Must run in a transaction. */
export async function addToTallies(transaction: Db, passes: readonly number[], answers: readonly VersionedAnswer[]): Promise<void> {
  const ids = [...new Set(answers.map(({ questionId }) => questionId))]
  if (ids.length === 0) return
  // Locked in the order of their ids, to prevent deadlocks.
  const present = await transaction.selectFrom('questions').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()
  const presentIds = new Set(present.map(({ id }) => id))
  const added = sumByVersion(answers.filter(({ questionId }) => presentIds.has(questionId)))
  if (added.length === 0) return
  for (const pass of passes) {
    await sql`
      insert into item_tallies (question_id, version, pass, tally)
      select question_id, version, ${pass}::int4, tally
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (question_id uuid, version int4, tally jsonb)
      order by question_id, version
      on conflict (question_id, version, pass) do update set tally = (
        select jsonb_object_agg(name, total)
        from (
          select name, sum(count::int8) as total
          from (select * from jsonb_each_text(item_tallies.tally) union all select * from jsonb_each_text(excluded.tally)) as counts (name, count)
          group by name
        ) as sums
      )`.execute(transaction)
  }
}

function sumByVersion(answers: readonly VersionedAnswer[]): { question_id: string; version: number; tally: ItemTally }[] {
  const tallies = new Map<string, { question_id: string; version: number; tally: ItemTally }>()
  for (const { questionId, version, ...answer } of answers) {
    const key = `${questionId} ${version}`
    const tally = addTallies([tallies.get(key)?.tally ?? {}, tallyAnswer(answer)])
    tallies.set(key, { question_id: questionId, version, tally })
  }
  return [...tallies.values()]
}

/** The sums of guests and members together, by question id and version. */
export async function readTallies(db: Db, questionIds: readonly string[]): Promise<Map<string, Map<number, ItemTally>>> {
  const tallies = new Map<string, Map<number, ItemTally>>()
  if (questionIds.length === 0) return tallies
  const rows = await db
    .selectFrom('item_tallies')
    .select(['question_id', 'version', 'tally'])
    .where('question_id', 'in', questionIds)
    .where('pass', 'in', [guestPass, (await readRecount(db)).current_pass])
    .execute()
  for (const { question_id, version, tally } of rows) {
    const versions = tallies.get(question_id) ?? new Map<number, ItemTally>()
    versions.set(version, addTallies([versions.get(version) ?? {}, tally]))
    tallies.set(question_id, versions)
  }
  return tallies
}

const recountId = 1

async function readRecount(db: Db): Promise<{ current_pass: number }> {
  const row = await db.selectFrom('item_recounts').select('current_pass').where('id', '=', recountId).executeTakeFirst()
  return row ?? { current_pass: guestPass + 1 }
}

/**
 * Counts a finished attempt of a member in the current pass, and also in the pass of a recount that is already beyond this attempt. A recount that
 * has not reached the attempt counts it later. Must run in the transaction that finishes the attempt.
 */
export async function countMemberAnswers(transaction: Db, attemptId: string, answers: readonly VersionedAnswer[]): Promise<void> {
  if (answers.length === 0) return
  const { current_pass, next_pass, counted_until } = await lockRecount(transaction, 'share')
  const isRecounted = next_pass !== null && counted_until !== null && attemptId.toLowerCase() <= counted_until
  await addToTallies(transaction, isRecounted ? [current_pass, next_pass] : [current_pass], answers)
}

/** Counts a guest's finished attempt. */
export async function countGuestAnswers(transaction: Db, answers: readonly VersionedAnswer[]): Promise<void> {
  await addToTallies(transaction, [guestPass], answers)
}

type Recount = { current_pass: number; next_pass: number | null; counted_until: string | null }

/**
 * Locks the recount. A step of the recount and transactions that finish attempts wait for each other, but these transactions do not block
 * one another.
 */
export async function lockRecount(transaction: Db, strength: 'share' | 'update'): Promise<Recount> {
  const select = transaction.selectFrom('item_recounts').select(['current_pass', 'next_pass', 'counted_until']).where('id', '=', recountId)
  const locked = () => (strength === 'share' ? select.forShare() : select.forUpdate()).executeTakeFirst()
  const row = await locked()
  if (row) return row
  await transaction
    .insertInto('item_recounts')
    .values({ id: recountId, current_pass: guestPass + 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await locked()) ?? { current_pass: guestPass + 1, next_pass: null, counted_until: null }
}

/** An attempt of a recount with its answers that count. */
export type RecountedAttempt = { id: string; answers: readonly VersionedAnswer[] }

/**
 * One step of a recount. `read` returns the next finished attempts of members after an id, in the order of their ids. When there are none, the
 * recount is complete, and its pass replaces the current one. @returns whether the recount is complete
 */
export async function recountStep(transaction: Db, read: (after: string | null) => Promise<readonly RecountedAttempt[]>): Promise<boolean> {
  const { current_pass, next_pass, counted_until } = await lockRecount(transaction, 'update')
  const pass = next_pass ?? current_pass + 1
  const attempts = await read(counted_until)
  const last = attempts.at(-1)
  const update = (values: Partial<Recount>) => transaction.updateTable('item_recounts').set(values).where('id', '=', recountId).execute()
  if (last) {
    await addToTallies(
      transaction,
      [pass],
      attempts.flatMap(({ answers }) => answers),
    )
    await update({ next_pass: pass, counted_until: last.id })
    return false
  }
  await update({ current_pass: pass, next_pass: null, counted_until: null })
  await transaction.deleteFrom('item_tallies').where('pass', 'not in', [guestPass, pass]).execute()
  return true
}
