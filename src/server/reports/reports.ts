/**
 * Reports of problems with questions, from candidates. A report against the content joins a challenge of the question, see
 * `src/server/challenges`. Administrators read, close, and reopen the other reports, or add them to a challenge. The audit log records what
 * administrators do, without the text.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { dayMs, hourMs } from '#exam/duration.ts'
import { isAgainstContent } from '#exam/reports/challenge.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudit } from '#server/audit/index.ts'
import { joinChallenge } from '#server/challenges/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { networkOf } from '#server/http/client-address.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'

/** Days until a report is deleted, closed or not. The privacy notice states this number. */
export const reportDaysMax = 365

/** Limit for one member, or for the guests in one network: more than a candidate would send in an hour. */
const reporterLimit: RateLimit = { name: 'reports', max: 30, windowMs: hourMs }
/** Site-wide limit, so that an attack from many networks cannot fill the list. */
const siteLimit: RateLimit = { name: 'reports-site', max: 600, windowMs: hourMs }

/** A candidate: a member, or a guest at an IP address with an optional email address for a reply. */
export type Reporter = { userId: string } | { userId?: undefined; ipAddress: string; email: string | null }

/** `key` identifies the report. `version` is the version on the screen, `undefined` if it is not known. */
export type ReceivedReport = { key: string; questionId: string; version: number | undefined; reason: ReportReason; text: string }

/** Counts a report toward the rate limits. Returns whether they allow it. */
async function mayReport(db: Db, reporter: Reporter, now: Date): Promise<boolean> {
  const subject = reporter.userId ?? networkOf(reporter.ipAddress)
  return (await consumeRateLimit(db, reporterLimit, subject, now)) && (await consumeRateLimit(db, siteLimit, 'all', now))
}

export type ReceiveResult = { ok: true; isRepeated: boolean } | { ok: false; refusal: 'REPORT_QUESTION_REMOVED' | 'TOO_MANY_REPORTS' }

/**
 * Stores a report once, however often it is sent. `isRepeated`: the same person has already sent a different report on the question for this
 * reason. Guests are recognized by their email address, if they gave one.
 */
export async function receiveReport(db: Kysely<Tables>, report: ReceivedReport, reporter: Reporter, now: Date): Promise<ReceiveResult> {
  const earlier = await db.selectFrom('question_reports').select('id').where('key', '=', report.key).executeTakeFirst()
  if (earlier) return { ok: true, isRepeated: false }
  if (!(await mayReport(db, reporter, now))) return { ok: false, refusal: 'TOO_MANY_REPORTS' }
  const { key, questionId, reason, text } = report
  const question = await db
    .selectFrom('questions')
    .select(['version', 'exam_id'])
    .where('id', '=', questionId)
    .where('state', '=', 'published')
    .executeTakeFirst()
  if (!question) return { ok: false, refusal: 'REPORT_QUESTION_REMOVED' }
  const isRepeated = await hasReported(db, report, reporter)
  const version = Math.min(report.version ?? question.version, question.version)
  const isChallenge = isAgainstContent(reason)
  await transact(db, async (transaction) => {
    const stored = await transaction
      .insertInto('question_reports')
      .values({
        id: randomUUIDv7(),
        key,
        question_id: questionId,
        version,
        reason,
        text,
        user_id: reporter.userId ?? null,
        email: reporter.userId === undefined ? reporter.email : null,
        created_at: now,
        closed_at: isChallenge ? now : null,
      })
      // A concurrent request with the same report inserted it first.
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored && isChallenge)
      await joinChallenge(transaction, { id: stored.id, questionId, certificationId: question.exam_id, version }, now)
  })
  return { ok: true, isRepeated }
}

async function hasReported(db: Db, { questionId, reason }: ReceivedReport, reporter: Reporter): Promise<boolean> {
  if (reporter.userId === undefined && !reporter.email) return false
  const found = await db
    .selectFrom('question_reports')
    .select('id')
    .where('question_id', '=', questionId)
    .where('reason', '=', reason)
    .$if(reporter.userId !== undefined, (query) => query.where('user_id', '=', reporter.userId ?? ''))
    .$if(reporter.userId === undefined, (query) =>
      query
        .where('user_id', 'is', null)
        .where(sql`lower(email)`, '=', (reporter.userId === undefined && reporter.email?.toLowerCase()) || ''),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * `question`: the first words of the question, `undefined` once it is deleted. `currentVersion` differs from `version` if the question
 * was changed since. `member`: the sender, if they were signed in.
 */
export type ListedReport = {
  id: string
  at: Date
  closedAt: Date | null
  reason: ReportReason
  text: string
  questionId: string
  certificationId: string | undefined
  question: string | undefined
  version: number
  currentVersion: number | undefined
  email: string | null
  member: { id: string; email: string } | null
  /** The challenge that the report joined. */
  challengeId: string | null
}

/** `before`: the `next` of the previous page. */
export type ReportFilter = { before?: string | undefined; isClosed?: boolean }

const pageSize = 20
const firstWordsLengthMax = 120

/** A page of open or closed reports, latest first. */
export async function listReports(
  db: Db,
  { before, isClosed = false }: ReportFilter,
): Promise<{ reports: ListedReport[]; next: string | undefined }> {
  const found = await db
    .selectFrom('question_reports')
    .leftJoin('users', 'users.id', 'question_reports.user_id')
    .leftJoin('questions', 'questions.id', 'question_reports.question_id')
    .leftJoin('challenge_reports', 'challenge_reports.report_id', 'question_reports.id')
    .select([
      'challenge_reports.challenge_id as challengeId',
      'question_reports.id',
      'question_reports.created_at as at',
      'closed_at as closedAt',
      'reason',
      'question_reports.text',
      'question_id as questionId',
      'question_reports.version',
      'question_reports.email',
      'user_id as userId',
      'users.email as memberEmail',
      'questions.text as questionText',
      'questions.exam_id as certificationId',
      'questions.version as currentVersion',
    ])
    .where('closed_at', isClosed ? 'is not' : 'is', null)
    .$if(before !== undefined && isUuid(before), (query) => query.where('question_reports.id', '<', before ?? ''))
    .orderBy('question_reports.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, pageSize)
  const reports = rows.map(({ userId, memberEmail, questionText, certificationId, currentVersion, reason, ...report }) => ({
    ...report,
    reason: reason as ReportReason,
    question: questionText === null ? undefined : shorten(plainText(questionText), firstWordsLengthMax),
    certificationId: certificationId ?? undefined,
    currentVersion: currentVersion ?? undefined,
    member: userId !== null && memberEmail !== null ? { id: userId, email: memberEmail } : null,
  }))
  return { reports, next: last?.id }
}

/** `challenged`: the report joins a challenge of its question, although its reason is not against the content. */
export type ReportChange = 'closed' | 'reopened' | 'challenged'
export type ReportListRefusal = 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_REPORT' | 'IN_CHALLENGE' | 'QUESTION_DELETED'

/** Changes a report if the actor is an administrator, and records the change in the audit log in the same transaction. */
export async function changeReport(
  db: Kysely<Tables>,
  actorId: string,
  id: string,
  change: ReportChange,
  now: Date,
): Promise<ReportListRefusal | undefined> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
    if (!isUuid(id)) return 'UNKNOWN_REPORT'
    const report = await lockReport(transaction, id)
    if (!report) return 'UNKNOWN_REPORT'
    if (report.challengeId !== null) return 'IN_CHALLENGE'
    if (change === 'challenged') {
      if (report.certificationId === null) return 'QUESTION_DELETED'
      await joinChallenge(transaction, { ...report, certificationId: report.certificationId }, now)
    }
    const closedAt = change === 'reopened' ? null : now
    await transaction.updateTable('question_reports').set({ closed_at: closedAt }).where('id', '=', id).execute()
    await recordAudit(transaction, actorId, `report-${change}`, id)
    return undefined
  })
}

/** `certificationId` is `null` once the question is deleted. */
async function lockReport(transaction: Db, id: string) {
  return transaction
    .selectFrom('question_reports')
    .leftJoin('challenge_reports', 'challenge_reports.report_id', 'question_reports.id')
    .leftJoin('questions', 'questions.id', 'question_reports.question_id')
    .select(['question_reports.id', 'question_reports.question_id as questionId', 'question_reports.version'])
    .select(['challenge_reports.challenge_id as challengeId', 'questions.exam_id as certificationId'])
    .where('question_reports.id', '=', id)
    .forUpdate('question_reports')
    .executeTakeFirst()
}

export const reportMaintenance: MaintenanceTask = {
  name: 'delete-old-question-reports',
  cron: '10 * * * *',
  run: (db) => removeOldReports(db, new Date()),
}

/** Deletes reports older than `reportDaysMax`. */
export async function removeOldReports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('question_reports')
    .where('created_at', '<', new Date(now.getTime() - reportDaysMax * dayMs))
    .execute()
}
