/** Real exam results that members report, compared with the readiness that was estimated for the day of the exam. */
import { sql } from 'kysely'
import { findCertification } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/tables.ts'
import { readReadiness } from '#server/readiness/readiness.ts'

/** With fewer reports, no figure is shown. */
export const minReportedResults = 200
/** Older results are left out, so that the cost of reading them does not grow. */
const maxReportedResults = 10_000

/** Results whose expected probability of passing was from `from` to `to` percent. `expected` and `passed` are shares from 0 to 1. */
export type ReportedGroup = { from: number; to: number; results: number; expected: number; passed: number }

/** `outcome`: as in `server/exam-dates`. `examDay`: when the day of the exam began for the member. */
type ReportedResult = { certificationId: string; examOn: string; outcome: string; examDay: Date }

/**
 * Replaces what the member reported about this exam. Nothing is recorded if the exam was not taken, or if there was no estimate on its day.
 */
export async function recordReportedResult(
  db: Db,
  userId: string,
  { certificationId, examOn, outcome, examDay }: ReportedResult,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('reported_results')
    .where('user_id', '=', userId)
    .where('certification_id', '=', certificationId)
    .where('exam_on', '=', examOn)
    .execute()
  if (outcome === 'not_taken') return
  const exam = await findCertification(db, certificationId)
  const readiness = exam && (await readReadiness(db, userId, exam, examDay))
  if (readiness?.state !== 'estimated') return
  const { range, passProbability } = readiness
  const values = {
    has_passed: outcome === 'passed',
    pass_probability: passProbability,
    low: range.low,
    high: range.high,
    reported_at: now,
  }
  await db
    .insertInto('reported_results')
    .values({ user_id: userId, certification_id: certificationId, exam_on: examOn, ...values })
    .execute()
}

/** The latest reported results, grouped by ranges of 20 percentage points; `undefined` with fewer than `minReportedResults`. */
export async function listReportedResults(db: Db): Promise<ReportedGroup[] | undefined> {
  const latest = db
    .selectFrom('reported_results')
    .select(['pass_probability', 'has_passed'])
    .orderBy('reported_at', 'desc')
    .limit(maxReportedResults)
    .as('latest')
  const rows = await db
    .selectFrom(latest)
    .select([
      sql<number>`least(4, floor(pass_probability * 5))::int`.as('fifth'),
      sql<number>`count(*)::int`.as('results'),
      sql<number>`avg(pass_probability)::float8`.as('expected'),
      sql<number>`avg(has_passed::int)::float8`.as('passed'),
    ])
    .groupBy('fifth')
    .orderBy('fifth')
    .execute()
  if (rows.reduce((sum, { results }) => sum + results, 0) < minReportedResults) return undefined
  return rows.map(({ fifth, ...group }) => ({ from: fifth * 20, to: fifth * 20 + 20, ...group }))
}
