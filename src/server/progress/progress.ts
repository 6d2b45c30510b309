/** What a member has practised, counted from what the server keeps each time somebody asks. See `docs/decisions/0020-progress.md`. */
import { sql } from 'kysely'
import { activityDayCount, listDailyActivity, listAreaProgress, quarterHourMs, trendAnswerCount, computeTrend } from '#exam/progress.ts'
import type { AreaAnswerCount, AreaProgress, DailyActivity, QuarterHourActivity, AnswerShare } from '#exam/progress.ts'
import { breakMs } from '#exam/study-time.ts'
import type { Db } from '#server/db/tables.ts'
import { findCertification } from '#server/catalogue/index.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { readSettings } from '#server/settings/index.ts'

export type StudyTotals = {
  /** Different certifications with an answer. */
  certifications: number
  /** Finished attempts, simulations among them. */
  finishedAttempts: number
  activeMs: number
  /** When the first attempt began that is kept; `null` without any. */
  since: Date | null
}

/** A finished attempt as a result; `total` is more than 0. */
export type FinishedAttempt = { id: string; finishedAt: Date; correct: number; total: number; isSimulation: boolean }

/** A certification that a member has answered something of. */
export type PracticedCertification = {
  id: string
  name: string
  family: CatalogueEntry['family']
  bankSize: number
  areas: AreaProgress[]
  lastAttempt: FinishedAttempt | null
}

/** What the profile shows; certifications practised last come first. */
export type ProgressOverview = {
  totals: StudyTotals
  activity: DailyActivity[]
  timeZone: string
  certifications: PracticedCertification[]
}

/** Moves from which time is counted at most, the latest: far more than a few hundred runs have. */
const countedMovesMax = 50_000
/** Certifications on the profile. */
const listedMax = 20

export async function readProgressOverview(db: Db, userId: string, now: Date): Promise<ProgressOverview> {
  const practised = await listPractised(db, userId)
  const { timeZone } = await readSettings(db, userId)
  const answered = practised.filter(({ isAnswered }) => isAnswered)
  const starts = practised.map(({ since }) => since.getTime())
  return {
    totals: {
      certifications: answered.length,
      finishedAttempts: practised.reduce((sum, { finished }) => sum + finished, 0),
      activeMs: await readActiveMs(db, userId),
      since: starts.length === 0 ? null : new Date(Math.min(...starts)),
    },
    activity: listDailyActivity(await listQuarters(db, userId, now), timeZone, now.getTime()),
    timeZone,
    certifications: await describePractised(
      db,
      userId,
      answered.slice(0, listedMax).map(({ certificationId }) => certificationId),
    ),
  }
}

/** What a page about one certification shows. */
export type CertificationProgress = {
  areas: AreaProgress[]
  /** Finished attempts, the latest first. */
  attempts: FinishedAttempt[]
  /** Right answers among the latest, and among as many before. */
  trend: { latest: AnswerShare; before: AnswerShare }
  /** Attempts of any kind. */
  attemptCount: number
}

const runsMax = 12

export async function readCertificationProgress(db: Db, userId: string, entry: CatalogueEntry): Promise<CertificationProgress> {
  const counts = await countAreas(db, userId, [entry.id])
  const attempts = await db
    .selectFrom('attempts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('certification_id', '=', entry.id)
    .executeTakeFirstOrThrow()
  return {
    areas: listAreaProgress(entry.skillAreas, entry.areaSizes, counts),
    attempts: await listFinishedRuns(db, userId, entry.id),
    trend: computeTrend(await listVerdicts(db, userId, entry.id)),
    attemptCount: attempts.count,
  }
}

/** Each certification of which there are attempts, the one practised last first. */
async function listPractised(db: Db, userId: string) {
  return db
    .selectFrom('attempts')
    .select(({ fn }) => [
      'certification_id as certificationId',
      sql<boolean>`bool_or(state -> 'answers' <> '{}')`.as('isAnswered'),
      sql<number>`(count(*) filter (where finished_at is not null))::int`.as('finished'),
      fn.min('started_at').as('since'),
    ])
    .where('user_id', '=', userId)
    .groupBy('certification_id')
    .orderBy(({ fn }) => fn.max('changed_at'), 'desc')
    .orderBy('certification_id')
    .execute()
}

/** In the order of the ids. Those that have left the catalogue are counted, but have no page to lead to. */
async function describePractised(db: Db, userId: string, ids: readonly string[]): Promise<PracticedCertification[]> {
  if (ids.length === 0) return []
  const counts = await countAreas(db, userId, ids)
  const lastRuns = await listLastRuns(db, userId, ids)
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
      lastAttempt: lastRuns.get(id) ?? null,
    })
  }
  return described
}

/** The latest answer to each question counts, in the area where the question stands now. Only published questions do. */
async function countAreas(db: Db, userId: string, ids: readonly string[]): Promise<(AreaAnswerCount & { certificationId: string })[]> {
  return db
    .with('latest', (query) =>
      query
        .selectFrom('final_answers')
        .distinctOn(['certification_id', 'question_id'])
        .select(['certification_id', 'question_id', 'is_correct'])
        .where('user_id', '=', userId)
        .where('certification_id', 'in', ids)
        .orderBy('certification_id')
        .orderBy('question_id')
        .orderBy('finalized_at', 'desc')
        .orderBy('attempt_id', 'desc'),
    )
    .selectFrom('latest')
    .innerJoin('question_entries', (join) =>
      join
        .onRef('question_entries.question_id', '=', 'latest.question_id')
        .onRef('question_entries.exam_id', '=', 'latest.certification_id')
        .on('question_entries.state', '=', 'published'),
    )
    .select([
      'latest.certification_id as certificationId',
      'question_entries.skill_area as skillArea',
      sql<number>`count(*)::int`.as('seen'),
      sql<number>`(count(*) filter (where latest.is_correct))::int`.as('correct'),
    ])
    .groupBy(['latest.certification_id', 'question_entries.skill_area'])
    .execute()
}

function selectFinishedAttempts(db: Db, userId: string) {
  return db
    .selectFrom('attempts')
    .select([
      'id',
      'certification_id',
      sql<Date>`finished_at`.as('finishedAt'),
      sql<number>`correct`.as('correct'),
      sql<number>`total`.as('total'),
      sql<boolean>`simulation is not null`.as('isSimulation'),
    ])
    .where('user_id', '=', userId)
    .where('finished_at', 'is not', null)
    .where('total', '>', 0)
}

async function listLastRuns(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, FinishedAttempt>> {
  const rows = await selectFinishedAttempts(db, userId)
    .distinctOn('certification_id')
    .where('certification_id', 'in', ids)
    .orderBy('certification_id')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.certification_id, readRun(row)]))
}

function readRun({ id, finishedAt, correct, total, isSimulation }: FinishedAttempt): FinishedAttempt {
  return { id, finishedAt, correct, total, isSimulation }
}

async function listFinishedRuns(db: Db, userId: string, certificationId: string): Promise<FinishedAttempt[]> {
  const rows = await selectFinishedAttempts(db, userId)
    .where('certification_id', '=', certificationId)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(runsMax)
    .execute()
  return rows.map(readRun)
}

/** The latest settled answers, the latest first; `true` is right. */
async function listVerdicts(db: Db, userId: string, certificationId: string): Promise<boolean[]> {
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

type Time = { from?: Date; before?: Date }

/** The moves from which time is counted, each with the gap to the one before. */
function gaps(db: Db, userId: string, { from, before }: Time) {
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

const isNoBreak = sql`gap <= ${sql.lit(`${breakMs / 60_000} minutes`)}::interval`
const sumOfGaps = sql<number>`coalesce(extract(epoch from sum(gap) filter (where ${isNoBreak})) * 1000, 0)::float8`

/** Time spent practising, in milliseconds, as `activeMs` of `exam/study-time.ts` says it: in all, or between two instants. */
export async function readActiveMs(db: Db, userId: string, time: Time = {}): Promise<number> {
  const row = await db
    .selectFrom(gaps(db, userId, time))
    .select(sumOfGaps.as('activeMs'))
    .executeTakeFirstOrThrow()
  return Math.round(row.activeMs)
}

/** What was done in the last twelve weeks and the day before. A gap between moves belongs to the later one. */
async function listQuarters(db: Db, userId: string, now: Date): Promise<QuarterHourActivity[]> {
  const from = new Date(now.getTime() - (activityDayCount + 1) * 24 * 60 * 60_000)
  const moves = await db
    .selectFrom(gaps(db, userId, { from }))
    .select([quarterOf('made_at').as('quarter'), sumOfGaps.as('activeMs')])
    .groupBy('quarter')
    .execute()
  const answers = await db
    .selectFrom('final_answers')
    .select([quarterOf('finalized_at').as('quarter'), sql<number>`count(*)::int`.as('answers')])
    .where('user_id', '=', userId)
    .where('finalized_at', '>=', from)
    .groupBy('quarter')
    .execute()
  return [
    ...moves.map(({ quarter, activeMs }) => ({ quarter, activeMs: Math.round(activeMs), answers: 0 })),
    ...answers.map(({ quarter, answers: count }) => ({ quarter, activeMs: 0, answers: count })),
  ]
}

function quarterOf(column: 'made_at' | 'finalized_at') {
  return sql<number>`floor(extract(epoch from ${sql.ref(column)})::float8 / ${sql.lit(quarterHourMs / 1000)})::int`
}
