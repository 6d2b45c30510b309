/** Challenges for administrators. */
import { sql } from 'kysely'
import type { ChallengeState, Correction } from '#exam/reports/challenge.ts'
import { plainText, shorten } from '#exam/plain-text.ts'
import type { ReportReason } from '#exam/reports/question-report.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * `question` (its first words) and `currentVersion` are `undefined` once the question is deleted. `changedBy`: an email address; `null` if a
 * report or a deleted user changed the state. `reportCount` includes deleted reports.
 */
export type ListedChallenge = {
  id: string
  state: ChallengeState
  version: number
  questionId: string
  certificationId: string
  question: string | undefined
  isPublished: boolean
  currentVersion: number | undefined
  reportedVersion: number
  reportCount: number
  reasons: ReportReason[]
  openedAt: Date
  changedAt: Date
  changedBy: string | null
  publicReason: string | null
  correction: Correction | null
  correctedVersion: number | null
}

/** `before`: the `next` of the previous page. */
export type ChallengeFilter = { state: ChallengeState; certificationId?: string | undefined; before?: string | undefined }

const pageSize = 20
const firstWordsLengthMax = 120

/** A page of challenges in a state, the newest first. */
export async function listChallenges(
  db: Db,
  { state, certificationId, before }: ChallengeFilter,
): Promise<{ challenges: ListedChallenge[]; next: string | undefined }> {
  const found = await selectChallenges(db)
    .where('challenges.state', '=', state)
    .$if(certificationId !== undefined, (query) => query.where('challenges.certification_id', '=', certificationId ?? ''))
    .$if(before !== undefined && isUuid(before), (query) => query.where('challenges.id', '<', before ?? ''))
    .orderBy('challenges.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, pageSize)
  return { challenges: await readChallenges(db, rows), next: last?.id }
}

export async function findChallenge(db: Db, id: string): Promise<ListedChallenge | undefined> {
  if (!isUuid(id)) return undefined
  return (await readChallenges(db, await selectChallenges(db).where('challenges.id', '=', id).execute()))[0]
}

export type UndecidedChallenge = { id: string; state: ChallengeState; reportCount: number }

/** The undecided challenge of a question: open or under review. */
export async function findUndecidedChallenge(db: Db, questionId: string): Promise<UndecidedChallenge | undefined> {
  const id = questionId.toLowerCase()
  return isUuid(id) ? (await listUndecidedChallenges(db, [id])).get(id) : undefined
}

/** The undecided challenges of these questions, by question id. */
export async function listUndecidedChallenges(db: Db, questionIds: readonly string[]): Promise<ReadonlyMap<string, UndecidedChallenge>> {
  if (questionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('challenges')
    .select(['question_id', 'id', 'state', 'report_count as reportCount'])
    .where('question_id', 'in', questionIds)
    .where('state', 'in', [sql.lit('open'), sql.lit('under_review')])
    .execute()
  return new Map(rows.map(({ question_id, state, ...row }) => [question_id, { ...row, state: state as ChallengeState }]))
}

function selectChallenges(db: Db) {
  return db
    .selectFrom('challenges')
    .leftJoin('questions', 'questions.id', 'challenges.question_id')
    .leftJoin('users', 'users.id', 'challenges.changed_by')
    .selectAll('challenges')
    .select(['questions.text', 'questions.state as questionState', 'questions.version as currentVersion', 'users.email'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChallenges>['executeTakeFirstOrThrow']>>

async function readChallenges(db: Db, rows: readonly Row[]): Promise<ListedChallenge[]> {
  const reasons = await listReasons(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    state: row.state as ChallengeState,
    version: row.version,
    questionId: row.question_id,
    certificationId: row.certification_id,
    question: row.text === null ? undefined : shorten(plainText(row.text), firstWordsLengthMax),
    isPublished: row.questionState === 'published',
    currentVersion: row.currentVersion ?? undefined,
    reportedVersion: row.reported_version,
    reportCount: row.report_count,
    reasons: reasons.get(row.id) ?? [],
    openedAt: row.opened_at,
    changedAt: row.changed_at,
    changedBy: row.email,
    publicReason: row.public_reason,
    correction: row.correction as Correction | null,
    correctedVersion: row.corrected_version,
  }))
}

/** The reasons of the reports of each challenge, the most frequent first. */
async function listReasons(db: Db, ids: readonly string[]): Promise<Map<string, ReportReason[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('challenge_reports')
    .innerJoin('question_reports', 'question_reports.id', 'report_id')
    .select(['challenge_id', 'reason'])
    .where('challenge_id', 'in', ids)
    .groupBy(['challenge_id', 'reason'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('reason')
    .execute()
  const reasons = new Map<string, ReportReason[]>()
  for (const { challenge_id, reason } of rows) reasons.set(challenge_id, [...(reasons.get(challenge_id) ?? []), reason as ReportReason])
  return reasons
}

/** `email`: where a guest wants a reply. `member`: the sender, if they were signed in. */
export type JoinedReport = {
  id: string
  at: Date
  reason: ReportReason
  text: string
  version: number
  email: string | null
  member: { id: string; email: string } | null
}

/** Far more reports than an administrator will read. */
const reportsShownMax = 100

/** The latest reports of a challenge, the newest first. */
export async function listJoinedReports(db: Db, challengeId: string): Promise<JoinedReport[]> {
  if (!isUuid(challengeId)) return []
  const rows = await db
    .selectFrom('challenge_reports')
    .innerJoin('question_reports', 'question_reports.id', 'challenge_reports.report_id')
    .leftJoin('users', 'users.id', 'question_reports.user_id')
    .select(['question_reports.id', 'question_reports.created_at as at', 'reason', 'text', 'version', 'question_reports.email'])
    .select(['user_id as userId', 'users.email as memberEmail'])
    .where('challenge_id', '=', challengeId)
    .orderBy('challenge_reports.report_id', 'desc')
    .limit(reportsShownMax)
    .execute()
  return rows.map(({ userId, memberEmail, reason, ...report }) => ({
    ...report,
    reason: reason as ReportReason,
    member: userId !== null && memberEmail !== null ? { id: userId, email: memberEmail } : null,
  }))
}
