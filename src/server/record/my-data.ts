/**
 * The stored data of a member, for a file that the member can download. Secrets and the oldest entries of very long lists are left out.
 * `docs/my-data.md` describes the format.
 */
import type { Kysely } from 'kysely'
import { formatDeviceName, passwordProviderId } from '#server/accounts/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { auditActions } from '#server/audit/index.ts'
import { listNotes } from '#server/notes/index.ts'
import { recordFormat, recordVersion } from '#server/record/record-schema.ts'
import { readRecordedAttempts } from '#server/record/recorded-attempts.ts'
import { readSettings } from '#server/settings/index.ts'

const notes = [
  'Attempts that you made without signing in are stored only in your browser, so they are not in this file.',
  'Passwords, secrets of second factors, keys, and tokens are left out, because anyone with this file could sign in with them.',
  'Messages and reports that you sent without signing in are not in this file, because we cannot tell that they are yours. Contact us to get them.',
  'For each session we store the network you signed in from, not your address.',
]

/**
 * Instants are `Date` objects, written to the file as ISO strings in UTC. Days are strings such as `2026-11-28`.
 *
 * @throws {Error} when the user does not exist
 */
export async function readMyData(db: Kysely<Tables>, userId: string, now: Date) {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const identities = await db
    .selectFrom('identities')
    .select(['provider_id as provider', 'account_id as accountThere', 'created_at as since', 'password'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const profile = await db.selectFrom('user_profiles').selectAll().where('id', '=', userId).executeTakeFirst()
  const retirements = await db
    .selectFrom('announced_retirements')
    .select('certification_id')
    .where('user_id', '=', userId)
    .orderBy('certification_id')
    .execute()
  const { attempts, questions } = await readRecordedAttempts(db, userId)
  return {
    format: recordFormat,
    version: recordVersion,
    madeAt: now,
    notes,
    account: {
      id: user.id,
      email: user.email,
      isConfirmed: user.email_verified,
      name: user.name,
      picture: user.image,
      isAdministrator: profile?.is_admin ?? false,
      disabledAt: user.disabled_at,
      createdAt: user.created_at,
      changedAt: user.updated_at,
    },
    settings: await readSettings(db, userId),
    mail: {
      lastReminderOn: profile?.reminded_on ?? null,
      lastSummaryOn: profile?.summarized_on ?? null,
      retirements: retirements.map(({ certification_id }) => certification_id),
    },
    signIn: {
      hasPassword: identities.some(({ password }) => password !== null),
      hasSecondFactor: user.two_factor_enabled ?? false,
      identities: identities
        .filter(({ provider }) => provider !== passwordProviderId)
        .map(({ provider, accountThere, since }) => ({ provider, accountThere, since })),
      passkeys: await db
        .selectFrom('passkeys')
        .select(['name', 'created_at as since'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),
    },
    sessions: await listSessions(db, userId),
    knownDevices: await db
      .selectFrom('known_devices')
      .select('seen_at as lastSignInAt')
      .where('user_id', '=', userId)
      .orderBy('seen_at')
      .execute(),
    messages: await listMessages(db, userId),
    questionReports: await db
      .selectFrom('question_reports')
      .leftJoin('challenge_reports', 'challenge_reports.report_id', 'question_reports.id')
      .leftJoin('challenges', 'challenges.id', 'challenge_reports.challenge_id')
      .select(['created_at as at', 'question_reports.question_id as question', 'question_reports.version', 'reason', 'text'])
      .select(['closed_at as closedAt', 'challenges.state as challenge', 'challenges.public_reason as publicReason'])
      .where('user_id', '=', userId)
      .orderBy('question_reports.id', 'desc')
      .limit(reportsMax)
      .execute(),
    attempts,
    questions,
    correctedResults: await listCorrectedResults(db, userId),
    questionNotes: await listOwnNotes(db, userId),
    reviewCards: await db
      .selectFrom('review_cards')
      .select(['question_id as question', 'certification_id as certification', 'due_at as dueAt'])
      .where('user_id', '=', userId)
      .orderBy('due_at')
      .orderBy('question_id')
      .execute(),
    preparingFor: profile?.preparing_for ?? null,
    examDates: await db
      .selectFrom('exam_dates')
      .select(['certification_id as certification', 'exam_on as examOn', 'outcome'])
      .where('user_id', '=', userId)
      .orderBy('exam_on')
      .execute(),
    renewalDates: await db
      .selectFrom('renewal_dates')
      .select(['certification_id as certification', 'ends_on as endsOn', 'reminds', 'reminded_days as remindedDays'])
      .where('user_id', '=', userId)
      .orderBy('ends_on')
      .execute(),
    reportedResults: await db
      .selectFrom('reported_results')
      .select([
        'certification_id as certification',
        'exam_on as examOn',
        'has_passed as hasPassed',
        'pass_probability as passProbability',
        'low',
        'high',
        'reported_at as reportedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('exam_on')
      .execute(),
    sharedResults: await db
      .selectFrom('shared_results')
      .select(['attempt_id as attempt', 'name', 'created_at as since'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    auditLog: await listAudit(db, userId),
  }
}

async function listSessions(db: Db, userId: string) {
  const rows = await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  return rows.map((row) => ({
    device: formatDeviceName(row.user_agent),
    userAgent: row.user_agent,
    network: row.ip_address,
    since: row.created_at,
    lastUsedAt: row.updated_at,
    endsAt: row.expires_at,
  }))
}

const messagesMax = 1_000
const reportsMax = 1_000

/** The latest thousand messages, oldest first. */
async function listMessages(db: Db, userId: string) {
  const rows = await db
    .selectFrom('contact_messages')
    .select(['created_at as at', 'address', 'text', 'question_id as question'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(messagesMax)
    .execute()
  return rows.toReversed()
}

/** Notes on questions, the oldest first. */
async function listOwnNotes(db: Db, userId: string) {
  return (await listNotes(db, userId)).map(({ questionId, certificationId, text, changedAt }) => ({
    question: questionId,
    certification: certificationId,
    text,
    changedAt: new Date(changedAt),
  }))
}

const correctedMax = 10_000

/** The latest ten thousand corrected results, oldest first. */
async function listCorrectedResults(db: Db, userId: string) {
  const rows = await db
    .selectFrom('rescored_attempts as again')
    .innerJoin('rescores', 'rescores.challenge_id', 'again.challenge_id')
    .leftJoin('correction_notices as notice', (join) =>
      join.onRef('notice.challenge_id', '=', 'again.challenge_id').onRef('notice.user_id', '=', 'again.user_id'),
    )
    .select(['again.attempt_id as attempt', 'rescores.question_id as question', 'again.rescored_at as at'])
    .select(['again.was_correct as wasCorrect', 'again.is_correct as isCorrect'])
    .select(['again.correct_before as correctBefore', 'again.correct_after as correctAfter'])
    .select(['notice.mailed_at as noticeSentAt', 'notice.dismissed_at as noticeDismissedAt'])
    .where('again.user_id', '=', userId)
    .orderBy('again.rescored_at', 'desc')
    .orderBy('again.attempt_id')
    .limit(correctedMax)
    .execute()
  return rows.toReversed()
}

const peopleActions: readonly string[] = auditActions.people
const auditLinesMax = 10_000

/** The latest 10,000 actions on the member or by the member, oldest first, without the names of other people. */
async function listAudit(db: Db, userId: string) {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where((line) => line.or([line('subject_id', '=', userId), line('actor_id', '=', userId)]))
    // Ids increase with time.
    .orderBy('id', 'desc')
    .limit(auditLinesMax)
    .execute()
  return rows.toReversed().map(({ at, action, actor_id, subject_id }) => ({
    at,
    action,
    by: actor_id === userId ? 'you' : actor_id === null ? 'operator' : 'administrator',
    on: subject_id === userId ? 'you' : peopleActions.includes(action) ? 'someone else' : 'content',
  }))
}
