/**
 * Shared results: what a member shows of a finished attempt to whoever has its address. Each is shared by choice, and
 * says nothing of the member but the name chosen for it.
 *
 * What it shows is written down when it is shared, so whoever looks at it reads no question and no answer. Its address
 * cannot be guessed; taking it back deletes the row, and the next request finds nothing.
 */
import { dayMs } from '#exam/duration.ts'
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { scorePercent } from '#exam/grading.ts'
import { toLocalMoment } from '#exam/local-day.ts'
import { gradeAttempt } from '#exam/results.ts'
import { hasFinished } from '#exam/attempt.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { defaultSettings } from '#exam/settings.ts'
import { consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, SharedArea, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import { findAttempt, listPinnedQuestions } from '#server/practice/index.ts'
import { readSettings } from '#server/settings/index.ts'

/** Longest name, in characters as one counts them. */
export const sharedNameLengthMax = 60
/** Results that one member shows at the same time: all of them fit on one page. */
export const sharedResultsMax = 200

/** New addresses and new names of one member. */
const sharing: RateLimit = { name: 'shared-results', max: 30, windowMs: dayMs }
const tokenBytes = 24
const tokenShape = /^[\w-]{32}$/

/** What is shown of a finished attempt. */
export type ShareableResult = {
  certificationId: string
  set: QuestionSet
  /** A day of the calendar where the member is, as ISO text. */
  finishedOn: string
  correct: number
  total: number
  percent: number
  /** In the order of the outline; areas of which nothing was asked are not there. */
  areas: readonly SharedArea[]
}
export type SharedResult = ShareableResult & {
  token: string
  attemptId: string
  /** Empty when the member wants none shown. */
  name: string
  sharedOn: string
}

/** The words are in `web/text/en/sharing.ts` under the same names. */
export type NameProblem = 'NAME_LONG' | 'NAME_UNREADABLE'
export type SharingRefusal = 'ATTEMPT_MISSING' | 'ATTEMPT_UNFINISHED' | 'ATTEMPT_EMPTY' | 'TOO_MANY_A_DAY' | 'TOO_MANY_SHARED'

/**
 * Reads the name that a member wants to be shown; an empty one is a choice, too.
 *
 * Shapes: composed letters, one space between words. Characters that cannot be seen are refused, since they could turn
 * the text around them; the two that join letters and signs are not among them.
 */
export function parseSharedName(text: string): { ok: true; name: string } | { ok: false; problem: NameProblem } {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (/(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return { ok: false, problem: 'NAME_UNREADABLE' }
  return Array.from(name).length > sharedNameLengthMax ? { ok: false, problem: 'NAME_LONG' } : { ok: true, name }
}

/** What a member would show of an attempt, or why it cannot be shown. */
export async function findShareableResult(
  db: Db,
  userId: string,
  attemptId: string,
): Promise<{ ok: true; result: ShareableResult } | { ok: false; refusal: SharingRefusal }> {
  const attempt = await findAttempt(db, attemptId, { userId })
  if (!attempt) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  const { attempt: run } = attempt
  if (!hasFinished(run) || run.finishedAt === null) return { ok: false, refusal: 'ATTEMPT_UNFINISHED' }
  const questions = await listPinnedQuestions(db, attempt)
  const outline = (await findCertificationRow(db, run.certificationId))?.skill_areas.map(({ name }) => name) ?? []
  // The outline may have changed since the questions were asked.
  const names = new Set([...outline, ...questions.map(({ skillArea }) => skillArea)])
  const areas = gradeAttempt(run, questions, [...names])?.areas.filter(({ total }) => total > 0)
  if (!areas) return { ok: false, refusal: 'ATTEMPT_EMPTY' }
  const { certificationId, set } = run
  const { timeZone } = await readSettings(db, userId)
  const finishedOn = toLocalMoment(run.finishedAt, timeZone).day
  const kept = areas.map(({ skillArea, correct, total }) => ({ skillArea, correct, total }))
  return { ok: true, result: { certificationId, set, finishedOn, areas: kept, ...sumOf(kept) } }
}

/**
 * Shares a finished attempt of the member under an address of its own. One that is shared already keeps its address and
 * gets the name. `name` comes from `readSharedName`.
 */
export async function shareResult(
  db: Kysely<Tables>,
  { userId, attemptId, name }: { userId: string; attemptId: string; name: string },
  now: Date,
): Promise<{ ok: true; token: string } | { ok: false; refusal: SharingRefusal }> {
  return transact(db, async (transaction) => {
    const read = await findShareableResult(transaction, userId, attemptId)
    if (!read.ok) return read
    const others = await transaction
      .selectFrom('shared_results')
      .select('token')
      .where('user_id', '=', userId)
      .where('attempt_id', '!=', attemptId)
      .limit(sharedResultsMax)
      .execute()
    if (others.length === sharedResultsMax) return { ok: false, refusal: 'TOO_MANY_SHARED' }
    if (!(await consumeRateLimit(transaction, sharing, userId, now))) return { ok: false, refusal: 'TOO_MANY_A_DAY' }
    const { token } = await transaction
      .insertInto('shared_results')
      .values({
        token: randomBytes(tokenBytes).toString('base64url'),
        attempt_id: attemptId,
        user_id: userId,
        name,
        areas: JSON.stringify(read.result.areas),
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet({ name }))
      .returning('token')
      .executeTakeFirstOrThrow()
    return { ok: true, token }
  })
}

/** The result at an address; `undefined` when there is none any more, and while the account of its owner is disabled. */
export async function findSharedResult(db: Db, token: string): Promise<SharedResult | undefined> {
  if (!tokenShape.test(token)) return undefined
  const row = await sharedResults(db)
    .innerJoin('users', 'users.id', 'shared_results.user_id')
    .where('token', '=', token)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row && readRow(row)
}

/** Whether and how the member shares an attempt. */
export async function findSharedAttempt(db: Db, userId: string, attemptId: string): Promise<SharedResult | undefined> {
  if (!isUuid(attemptId)) return undefined
  const row = await sharedResults(db).where('attempt_id', '=', attemptId).where('shared_results.user_id', '=', userId).executeTakeFirst()
  return row && readRow(row)
}

/** Everything that the member shares, the latest first. */
export async function listSharedResults(db: Db, userId: string): Promise<SharedResult[]> {
  const rows = await sharedResults(db)
    .where('shared_results.user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .limit(sharedResultsMax)
    .execute()
  return rows.map(readRow)
}

/** Takes a result back: its address leads nowhere from now on. Of what is not the member's nothing is taken. */
export async function stopSharing(db: Db, userId: string, token: string): Promise<void> {
  await db.deleteFrom('shared_results').where('token', '=', token).where('user_id', '=', userId).execute()
}

function sharedResults(db: Db) {
  return db
    .selectFrom('shared_results')
    .innerJoin('attempts', 'attempts.id', 'shared_results.attempt_id')
    .leftJoin('user_profiles', 'user_profiles.id', 'shared_results.user_id')
    .select([
      'token',
      'attempt_id',
      'shared_results.name',
      'areas',
      'shared_results.created_at',
      'certification_id',
      'question_set',
      'started_at',
      'finished_at',
      'time_zone',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof sharedResults>['executeTakeFirstOrThrow']>>

function readRow(row: Row): SharedResult {
  const dayOf = (at: Date) => toLocalMoment(at.getTime(), row.time_zone ?? defaultSettings.timeZone).day
  return {
    token: row.token,
    attemptId: row.attempt_id,
    name: row.name,
    sharedOn: dayOf(row.created_at),
    certificationId: row.certification_id,
    set: row.question_set as QuestionSet,
    finishedOn: dayOf(row.finished_at ?? row.started_at),
    areas: row.areas,
    ...sumOf(row.areas),
  }
}

/** Each question belongs to one area, so the areas hold all of them. */
function sumOf(areas: readonly SharedArea[]): Pick<ShareableResult, 'correct' | 'total' | 'percent'> {
  const correct = areas.reduce((sum, area) => sum + area.correct, 0)
  const total = areas.reduce((sum, area) => sum + area.total, 0)
  return { correct, total, percent: scorePercent(correct, total) }
}
