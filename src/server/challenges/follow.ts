/** The progress of reports, for the people who sent them. */
import type { ChallengeState, ReportProgress } from '#exam/reports/challenge.ts'
import { followedReportsMax } from '#exam/reports/challenge.ts'
import { hourMs } from '#exam/duration.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { networkOf } from '#server/http/client-address.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'

/** Per member, or per network of guests. A page sends one request for each explanation of a reported question that it shows. */
const followLimit: RateLimit = { name: 'follow-reports', max: 300, windowMs: hourMs }

/** The viewer: a member, or a guest at an IP address. */
export type ReportFollower = { userId: string } | { userId?: undefined; ipAddress: string }

/**
 * The progress of the reports with these keys. A key is known only to the device that chose it. Reports of a member are shown only to that
 * member; other keys are silently left out.
 *
 * @returns `undefined` after too many requests
 */
export async function followReports(
  db: Db,
  keys: readonly string[],
  follower: ReportFollower,
  now: Date,
): Promise<ReportProgress[] | undefined> {
  if (!(await consumeRateLimit(db, followLimit, follower.userId ?? networkOf(follower.ipAddress), now))) return undefined
  const possible = keys.filter(isUuid).slice(0, followedReportsMax)
  if (possible.length === 0) return []
  const rows = await selectProgress(db)
    .where('question_reports.key', 'in', possible)
    .where((row) =>
      row.or([
        row('question_reports.user_id', 'is', null),
        ...(follower.userId === undefined ? [] : [row('question_reports.user_id', '=', follower.userId)]),
      ]),
    )
    .execute()
  return rows.map(readProgress)
}

/** `question`: the first words; `undefined` for a question that candidates can no longer get. */
export type OwnReport = ReportProgress & {
  id: string
  reason: ReportReason
  text: string
  sentAt: string
  certificationId: string | undefined
  question: string | undefined
}

const pageSize = 20
const firstWordsLengthMax = 160

/** A page of the reports of a member, the latest first. `before`: the `next` of the previous page. */
export async function listOwnReports(
  db: Db,
  userId: string,
  before: string | undefined,
): Promise<{ reports: OwnReport[]; next: string | undefined }> {
  const found = await selectProgress(db)
    .leftJoin('questions', (join) =>
      join.onRef('questions.id', '=', 'question_reports.question_id').on('questions.state', '=', 'published'),
    )
    .select(['question_reports.id', 'reason', 'question_reports.text', 'questions.text as questionText', 'questions.exam_id'])
    .where('question_reports.user_id', '=', userId)
    .$if(before !== undefined && isUuid(before), (query) => query.where('question_reports.id', '<', before ?? ''))
    .orderBy('question_reports.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, pageSize)
  const reports = rows.map((row) => ({
    ...readProgress(row),
    id: row.id,
    reason: row.reason as ReportReason,
    text: row.text,
    sentAt: row.created_at.toISOString(),
    certificationId: row.certification_id ?? row.exam_id ?? undefined,
    question: row.questionText === null ? undefined : shorten(plainText(row.questionText), firstWordsLengthMax),
  }))
  return { reports, next: last?.id }
}

function selectProgress(db: Db) {
  return db
    .selectFrom('question_reports')
    .leftJoin('challenge_reports', 'challenge_reports.report_id', 'question_reports.id')
    .leftJoin('challenges', 'challenges.id', 'challenge_reports.challenge_id')
    .select(['question_reports.key', 'question_reports.created_at', 'question_reports.closed_at'])
    .select(['challenges.state', 'challenges.changed_at', 'challenges.public_reason', 'challenges.certification_id'])
}

type ProgressRow = Pick<
  Awaited<ReturnType<ReturnType<typeof selectProgress>['executeTakeFirstOrThrow']>>,
  'key' | 'created_at' | 'closed_at' | 'state' | 'changed_at' | 'public_reason'
>

function readProgress({ key, created_at, closed_at, state, changed_at, public_reason }: ProgressRow): ReportProgress {
  if (state === null) {
    const since = (closed_at ?? created_at).toISOString()
    return { key, state: closed_at ? 'handled' : 'received', publicReason: null, since }
  }
  const isDecided = state === 'confirmed' || state === 'rejected'
  // A report may have joined after the challenge was opened or claimed.
  const since = changed_at !== null && changed_at > created_at ? changed_at : created_at
  return { key, state: state as ChallengeState, publicReason: isDecided ? public_reason : null, since: since.toISOString() }
}
