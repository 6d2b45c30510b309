/** Adds reports to the challenge of their question. */
import { sql } from 'kysely'
import type { ChallengeState } from '#exam/reports/challenge.ts'
import type { Db } from '#server/db/tables.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'

type JoiningReport = { id: string; questionId: string; certificationId: string; version: number }

/**
 * Adds a report to the unconfirmed challenge of its question, and reopens it if it was rejected. Without such a challenge, opens one with
 * the id of the report. One statement does all this, so that reports that arrive together join the same challenge. Must run in the
 * transaction that stores or changes the report.
 *
 * @returns the id of the challenge
 */
export async function joinChallenge(transaction: Db, report: JoiningReport, now: Date): Promise<string> {
  const isRejected = sql`challenges.state = 'rejected'`
  const joined = await transaction
    .insertInto('challenges')
    .values({
      id: report.id,
      question_id: report.questionId,
      certification_id: report.certificationId,
      state: 'open' satisfies ChallengeState,
      version: 1,
      report_count: 1,
      reported_version: report.version,
      opened_at: now,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('question_id')
        // As a literal: with a parameter, the database would not recognize the partial index in a prepared statement.
        .where('state', '<>', sql.lit('confirmed'))
        .doUpdateSet({
          report_count: sql<number>`challenges.report_count + 1`,
          reported_version: sql<number>`case when ${isRejected} then excluded.reported_version
            else least(challenges.reported_version, excluded.reported_version) end`,
          version: sql<number>`case when ${isRejected} then challenges.version + 1 else challenges.version end`,
          changed_at: sql<Date>`case when ${isRejected} then excluded.changed_at else challenges.changed_at end`,
          changed_by: sql<string | null>`case when ${isRejected} then null else challenges.changed_by end`,
          decided_at: sql<Date | null>`case when ${isRejected} then null else challenges.decided_at end`,
          state: sql<string>`case when ${isRejected} then 'open' else challenges.state end`,
        }),
    )
    .returning(['id', 'version', 'state', 'changed_at'])
    .executeTakeFirstOrThrow()
  await transaction.insertInto('challenge_reports').values({ report_id: report.id, challenge_id: joined.id }).execute()
  const isReopened = joined.version > 1 && joined.state === 'open' && joined.changed_at.getTime() === now.getTime()
  // The public change log loses an entry.
  if (isReopened) await bumpContentVersion(transaction)
  return joined.id
}
