/**
 * Shared results: a member can show the result of a finished attempt to anyone with the link. The page shows nothing about the member
 * except the name that the member chose for the page.
 *
 * The result is stored when it is shared, so the page never reads questions or answers. The link cannot be guessed. When the member
 * stops sharing, the row is deleted.
 */
import { dayMs } from '#exam/duration.ts'
import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { toLocalMoment } from '#exam/planning/local-day.ts'
import { computeShare, type AnswerShare } from '#exam/answer-share.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { hasFinished, type QuestionSet } from '#exam/attempt.ts'
import { defaultSettings } from '#exam/planning/settings.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { SharedArea } from '#server/db/attempt-tables.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'
import { findAttempt, listPinnedQuestions } from '#server/practice/index.ts'
import { readSettings } from '#server/settings/index.ts'

/** Maximum length of a name, in Unicode code points. */
export const sharedNameLengthMax = 60
export const sharedResultsMax = 200

/** Limit for new links and changed names of one member. */
const sharingLimit: RateLimit = { name: 'shared-results', max: 30, windowMs: dayMs }
const tokenBytes = 24
const tokenPattern = /^[\w-]{32}$/

/** The part of a finished attempt that can be shared. `percent` is `null` with too few answers. */
export type ShareableResult = AnswerShare & {
  certificationId: string
  set: QuestionSet
  /** ISO day in the member's time zone. */
  finishedOn: string
  /** In the order of the outline. Areas without questions that count are left out. */
  areas: readonly SharedArea[]
}
export type SharedResult = ShareableResult & {
  token: string
  attemptId: string
  /** Empty when the member chose to show no name. */
  name: string
  sharedOn: string
  /** When a corrected answer key last changed the result; `null` if none has. */
  correctedOn: string | null
}

/** Codes of the messages in `web/text/en/sharing.ts`. */
export type NameProblem = 'NAME_LONG' | 'NAME_UNREADABLE'
export type SharingRefusal =
  | 'ATTEMPT_MISSING'
  | 'ATTEMPT_UNFINISHED'
  | 'ATTEMPT_EMPTY'
  | 'ATTEMPT_IMPORTED'
  | 'TOO_MANY_A_DAY'
  | 'TOO_MANY_SHARED'

/**
 * Parses the name to show with a result; it may be empty.
 *
 * The result is in NFC, with single spaces between words. Invisible characters are refused, because they could reverse the surrounding text.
 * Only the zero-width joiner and non-joiner are allowed, because some scripts need them.
 */
export function parseSharedName(text: string): { ok: true; name: string } | { ok: false; problem: NameProblem } {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (/(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return { ok: false, problem: 'NAME_UNREADABLE' }
  return Array.from(name).length > sharedNameLengthMax ? { ok: false, problem: 'NAME_LONG' } : { ok: true, name }
}

/** The result of an attempt as it would be shared, or why it cannot be shared. */
export async function findShareableResult(
  db: Db,
  userId: string,
  attemptId: string,
): Promise<{ ok: true; result: ShareableResult } | { ok: false; refusal: SharingRefusal }> {
  const stored = await findAttempt(db, attemptId, { userId })
  if (!stored) return { ok: false, refusal: 'ATTEMPT_MISSING' }
  const { attempt } = stored
  // Anyone can write a file, but a shared result implies that the attempt took place on this site.
  if (stored.isImported) return { ok: false, refusal: 'ATTEMPT_IMPORTED' }
  if (!hasFinished(attempt) || attempt.finishedAt === null) return { ok: false, refusal: 'ATTEMPT_UNFINISHED' }
  const questions = await listPinnedQuestions(db, stored)
  const outline = (await findCertificationRow(db, attempt.certificationId))?.skill_areas.map(({ name }) => name) ?? []
  // The outline may have changed since the attempt started.
  const names = new Set([...outline, ...questions.map(({ skillArea }) => skillArea)])
  const areas = gradeAttempt(attempt, questions, [...names])?.areas.filter(({ total }) => total > 0)
  if (!areas || areas.length === 0) return { ok: false, refusal: 'ATTEMPT_EMPTY' }
  const { certificationId, set } = attempt
  const { timeZone } = await readSettings(db, userId)
  const finishedOn = toLocalMoment(attempt.finishedAt, timeZone).day
  const sharedAreas = areas.map(({ skillArea, correct, total }) => ({ skillArea, correct, total }))
  return { ok: true, result: { certificationId, set, finishedOn, areas: sharedAreas, ...sumAreas(sharedAreas) } }
}

/**
 * Shares a finished attempt of the member. If it is already shared, only the name changes, and the link stays the same. `name` comes from
 * `parseSharedName`.
 */
export async function shareResult(
  db: Kysely<Tables>,
  { userId, attemptId, name }: { userId: string; attemptId: string; name: string },
  now: Date,
): Promise<{ ok: true; token: string } | { ok: false; refusal: SharingRefusal }> {
  return transact(db, async (transaction) => {
    // Waits for `rescoring`, which may be changing the result right now because of a corrected answer key.
    if (isUuid(attemptId)) await transaction.selectFrom('attempts').select('id').where('id', '=', attemptId).forKeyShare().execute()
    const shareable = await findShareableResult(transaction, userId, attemptId)
    if (!shareable.ok) return shareable
    const others = await transaction
      .selectFrom('shared_results')
      .select('token')
      .where('user_id', '=', userId)
      .where('attempt_id', '!=', attemptId)
      .limit(sharedResultsMax)
      .execute()
    if (others.length === sharedResultsMax) return { ok: false, refusal: 'TOO_MANY_SHARED' }
    if (!(await consumeRateLimit(transaction, sharingLimit, userId, now))) return { ok: false, refusal: 'TOO_MANY_A_DAY' }
    const { token } = await transaction
      .insertInto('shared_results')
      .values({
        token: randomBytes(tokenBytes).toString('base64url'),
        attempt_id: attemptId,
        user_id: userId,
        name,
        areas: JSON.stringify(shareable.result.areas),
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet({ name }))
      .returning('token')
      .executeTakeFirstOrThrow()
    return { ok: true, token }
  })
}

/** The result of a link; `undefined` when it is no longer shared or the owner's account is disabled. */
export async function findSharedResult(db: Db, token: string): Promise<SharedResult | undefined> {
  if (!tokenPattern.test(token)) return undefined
  const row = await selectSharedResults(db)
    .innerJoin('users', 'users.id', 'shared_results.user_id')
    .where('token', '=', token)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row && parseRow(row)
}

export async function findSharedAttempt(db: Db, userId: string, attemptId: string): Promise<SharedResult | undefined> {
  if (!isUuid(attemptId)) return undefined
  const row = await selectSharedResults(db)
    .where('attempt_id', '=', attemptId)
    .where('shared_results.user_id', '=', userId)
    .executeTakeFirst()
  return row && parseRow(row)
}

/** All results that the member shares, latest first. */
export async function listSharedResults(db: Db, userId: string): Promise<SharedResult[]> {
  const rows = await selectSharedResults(db)
    .where('shared_results.user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .limit(sharedResultsMax)
    .execute()
  return rows.map(parseRow)
}

/** Stops sharing a result of the member, so its link no longer works. */
export async function stopSharing(db: Db, userId: string, token: string): Promise<void> {
  await db.deleteFrom('shared_results').where('token', '=', token).where('user_id', '=', userId).execute()
}

function selectSharedResults(db: Db) {
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
    .select(
      sql<Date | null>`(select max(rescored_at) from rescored_attempts as again
        where again.attempt_id = attempts.id and again.was_correct <> again.is_correct)`.as('corrected_at'),
    )
}

type SharedResultRow = Awaited<ReturnType<ReturnType<typeof selectSharedResults>['executeTakeFirstOrThrow']>>

function parseRow(row: SharedResultRow): SharedResult {
  const dayOf = (at: Date) => toLocalMoment(at.getTime(), row.time_zone ?? defaultSettings.timeZone).day
  return {
    token: row.token,
    attemptId: row.attempt_id,
    name: row.name,
    sharedOn: dayOf(row.created_at),
    correctedOn: row.corrected_at && dayOf(row.corrected_at),
    certificationId: row.certification_id,
    set: row.question_set as QuestionSet,
    finishedOn: dayOf(row.finished_at ?? row.started_at),
    areas: row.areas,
    ...sumAreas(row.areas),
  }
}

/** Every question is in exactly one area. */
function sumAreas(areas: readonly SharedArea[]): AnswerShare {
  const correct = areas.reduce((sum, area) => sum + area.correct, 0)
  const total = areas.reduce((sum, area) => sum + area.total, 0)
  return computeShare(correct, total)
}
