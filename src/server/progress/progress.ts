/** A member's progress, computed from stored attempts on each request. See `docs/decisions/0020-progress.md`. */
import { sql } from 'kysely'
import { dayMs, minuteMs } from '#exam/duration.ts'
import { breakMs } from '#exam/study-time.ts'
import {
  activityDayCount,
  listDailyActivity,
  listAreaProgress,
  trendAnswerCount,
  computeTrend,
  type AreaAnswerCount,
  type AreaProgress,
  type QuarterHourActivity,
} from '#exam/progress.ts'
import { countAnswersByQuarter, quarterHourOf } from '#server/progress/daily-answers.ts'
import type { Db } from '#server/db/tables.ts'
import { findCertification, type CatalogEntry } from '#server/catalogue/index.ts'
import { hasAnswer } from '#server/db/folded-state.ts'
import { readSettings } from '#server/settings/index.ts'

/** The result of a finished attempt; `total` is at least 1. */
export type FinishedAttempt = { id: string; finishedAt: Date; correct: number; total: number; isSimulation: boolean }

/** A certification in which the member has answered a question. */
export type PracticedCertification = {
  id: string
  name: string
  family: CatalogEntry['family']
  bankSize: number
  areas: AreaProgress[]
  lastAttempt: FinishedAttempt | null
}

export type ProgressOverview = Awaited<ReturnType<typeof readProgressOverview>>

/** Study time counts only this many of the latest moves, which is more than a few hundred attempts have. */
const countedMovesMax = 50_000
const listedMax = 20

/** Progress for the profile page. The most recently practiced certification comes first. */
export async function readProgressOverview(db: Db, userId: string, now: Date) {
  const practiced = await listPracticed(db, userId)
  const { timeZone, dailyGoal } = await readSettings(db, userId)
  const answered = practiced.filter(({ isAnswered }) => isAnswered)
  const starts = practiced.map(({ since }) => since.getTime())
  return {
    totals: {
      /** Number of certifications in which the member has answered a question. */
      certifications: answered.length,
      /** Includes simulations. */
      finishedAttempts: practiced.reduce((sum, { finished }) => sum + finished, 0),
      activeMs: await readActiveMs(db, userId),
      /** Start of the earliest stored attempt; `null` without attempts. */
      since: starts.length === 0 ? null : new Date(Math.min(...starts)),
    },
    activity: listDailyActivity(await listQuarterHours(db, userId, now), timeZone, now.getTime()),
    timeZone,
    /** Questions a day; `null` without a goal. */
    goalPerDay: dailyGoal,
    certifications: await describePracticed(
      db,
      userId,
      answered.slice(0, listedMax).map(({ certificationId }) => certificationId),
    ),
  }
}

const finishedAttemptsMax = 12

/** Progress for the page of one certification. */
export async function readCertificationProgress(db: Db, userId: string, entry: CatalogEntry) {
  const counts = await countAreas(db, userId, [entry.id])
  const attempts = await db
    .selectFrom('attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('certification_id', '=', entry.id)
    .executeTakeFirstOrThrow()
  return {
    areas: listAreaProgress(entry.skillAreas, entry.areaSizes, counts),
    /** The latest finished attempts, latest first. */
    attempts: await listFinishedAttempts(db, userId, entry.id),
    trend: computeTrend(await listLatestCorrectness(db, userId, entry.id)),
    /** Includes attempts in progress and simulations. */
    attemptCount: attempts.count,
  }
}

/** The certifications with attempts, ordered by latest practice. */
async function listPracticed(db: Db, userId: string) {
  return db
    .selectFrom('attempts')
    .select(({ fn }) => [
      'certification_id as certificationId',
      sql<boolean>`bool_or(${hasAnswer})`.as('isAnswered'),
      sql<number>`(count(*) filter (where finished_at is not null))::int`.as('finished'),
      fn.min('started_at').as('since'),
    ])
    .where('user_id', '=', userId)
    .groupBy('certification_id')
    .orderBy(({ fn }) => fn.max('changed_at'), 'desc')
    .orderBy('certification_id')
    .execute()
}

/** In the order of the ids. Certifications removed from the catalog are left out, because they have no page. */
async function describePracticed(db: Db, userId: string, ids: readonly string[]): Promise<PracticedCertification[]> {
  if (ids.length === 0) return []
  const counts = await countAreas(db, userId, ids)
  const lastAttempts = await listLastAttempts(db, userId, ids)
  const described: PracticedCertification[] = []
  for (const id of ids) {
    const entry = await findCertification(db, id)
    if (!entry) continue
    const own = counts.filter(({ certificationId }) => certificationId === id)
    described.push({
      id,
      name: entry.name,
      family: entry.family,
      bankSize: entry.bankSize,
      areas: listAreaProgress(entry.skillAreas, entry.areaSizes, own),
      lastAttempt: lastAttempts.get(id) ?? null,
    })
  }
  return described
}

/**
 * Counts the published questions that the member has answered, and those whose latest answer is correct, by current skill area. `ids`:
 * certifications; all by default. Each answered question has one review card, so the cost does not grow with the history.
 */
export async function countAreas(
  db: Db,
  userId: string,
  ids?: readonly string[],
): Promise<(AreaAnswerCount & { certificationId: string })[]> {
  return db
    .selectFrom('review_cards as card')
    .innerJoin('question_entries', (join) =>
      join
        .onRef('question_entries.question_id', '=', 'card.question_id')
        .onRef('question_entries.exam_id', '=', 'card.certification_id')
        .on('question_entries.state', '=', 'published'),
    )
    .select([
      'card.certification_id as certificationId',
      'question_entries.skill_area as skillArea',
      sql<number>`count(*)::int`.as('seen'),
      sql<number>`(count(*) filter (where card.is_correct))::int`.as('correct'),
    ])
    .where('card.user_id', '=', userId)
    .$if(ids !== undefined, (query) => query.where('card.certification_id', 'in', ids ?? []))
    .groupBy(['card.certification_id', 'question_entries.skill_area'])
    .execute()
}

function selectFinishedAttempts(db: Db, userId: string) {
  return db
    .selectFrom('attempts')
    .select([
      'id',
      sql<Date>`finished_at`.as('finishedAt'),
      sql<number>`correct`.as('correct'),
      sql<number>`total`.as('total'),
      sql<boolean>`simulation is not null`.as('isSimulation'),
    ])
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .where('total', '>', 0)
}

async function listLastAttempts(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, FinishedAttempt>> {
  const rows = await selectFinishedAttempts(db, userId)
    .select('certification_id')
    .distinctOn('certification_id')
    .where('certification_id', 'in', ids)
    .orderBy('certification_id')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ certification_id: certificationId, ...attempt }) => [certificationId, attempt]))
}

function listFinishedAttempts(db: Db, userId: string, certificationId: string): Promise<FinishedAttempt[]> {
  return selectFinishedAttempts(db, userId)
    .where('certification_id', '=', certificationId)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(finishedAttemptsMax)
    .execute()
}

/** Whether the latest final answers were correct, latest first. */
async function listLatestCorrectness(db: Db, userId: string, certificationId: string): Promise<boolean[]> {
  const rows = await db
    .selectFrom('final_answers')
    .select('is_correct')
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .orderBy('finalized_at', 'desc')
    .orderBy('attempt_id', 'desc')
    .orderBy('question_id', 'desc')
    .limit(2 * trendAnswerCount)
    .execute()
  return rows.map(({ is_correct }) => is_correct)
}

type TimeRange = { from?: Date; before?: Date }

/** The moves that count for study time, each with the gap to the previous one. */
function selectGaps(db: Db, userId: string, { from, before }: TimeRange) {
  const moves = db
    .selectFrom('attempt_moves')
    .select('made_at')
    .where('user_id', '=', userId)
    .$if(from !== undefined, (query) => query.where('made_at', '>=', from ?? new Date(0)))
    .$if(before !== undefined, (query) => query.where('made_at', '<', before ?? new Date(0)))
    .orderBy('made_at', 'desc')
    .limit(countedMovesMax)
    .as('moves')
  return db
    .selectFrom(moves)
    .select(['made_at', sql<string>`made_at - lag(made_at) over (order by made_at)`.as('gap')])
    .as('gaps')
}

const isNoBreak = sql`gap <= ${sql.lit(`${breakMs / minuteMs} minutes`)}::interval`
const activeMsSum = sql<number>`coalesce(extract(epoch from sum(gap) filter (where ${isNoBreak})) * 1000, 0)::float8`

/**
 * Study time in milliseconds, in total or between two instants: the sum of all gaps between consecutive moves that are no longer than
 * `breakMs`. Moves of all attempts form one timeline, so overlapping attempts do not count twice.
 */
export async function readActiveMs(db: Db, userId: string, range: TimeRange = {}): Promise<number> {
  const row = await db
    .selectFrom(selectGaps(db, userId, range))
    .select(activeMsSum.as('activeMs'))
    .executeTakeFirstOrThrow()
  const isTotal = range.from === undefined && range.before === undefined
  return Math.round(row.activeMs) + (isTotal ? await readArchivedMs(db, userId) : 0)
}

/** Study time of archived moves, in milliseconds. They are older than the ranges that pages and mail show. */
async function readArchivedMs(db: Db, userId: string): Promise<number> {
  const { archivedMs } = await db
    .selectFrom('archived_journals')
    .select(sql<number>`coalesce(sum(active_ms), 0)`.as('archivedMs'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return archivedMs
}

/** Activity of the last twelve weeks and the day before. A gap between two moves counts in the quarter hour of the later move. */
async function listQuarterHours(db: Db, userId: string, now: Date): Promise<QuarterHourActivity[]> {
  const from = new Date(now.getTime() - (activityDayCount + 1) * dayMs)
  const moves = await db
    .selectFrom(selectGaps(db, userId, { from }))
    .select([quarterHourOf('made_at').as('quarter'), activeMsSum.as('activeMs')])
    .groupBy('quarter')
    .execute()
  const answers = await countAnswersByQuarter(db, userId, from)
  return [
    ...moves.map(({ quarter, activeMs }) => ({ quarter, activeMs: Math.round(activeMs), answers: 0 })),
    ...answers.map(({ quarter, answers: count }) => ({ quarter, activeMs: 0, answers: count })),
  ]
}
