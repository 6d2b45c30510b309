/** All stored data of a member, as a file for that member. `docs/my-data.md` describes its format. */
import { formatDeviceName } from '#server/accounts/devices.ts'
import { passwordProviderId } from '#server/accounts/own-account.ts'
import type { Db } from '#server/db/tables.ts'
import { auditActions } from '#server/audit/index.ts'
import { listNotes } from '#server/notes/index.ts'
import { foldState, unfoldedMoves } from '#server/db/folded-state.ts'
import { readSettings } from '#server/settings/index.ts'

const notes = [
  'Attempts that you made without signing in are stored only in your browser, so they are not in this file.',
  'Passwords, secrets of second factors, keys and tokens are left out, because anyone with this file could sign in with them.',
  'Messages and reports that you sent without signing in are not in this file, because we cannot tell that they are yours. Contact us to get them.',
  'For each session we store the network you signed in from, not your address.',
]

/**
 * Dates are written to the file as ISO text in UTC; days are ISO text.
 *
 * @throws {Error} when the user does not exist
 */
export async function readMyData(db: Db, userId: string, now: Date) {
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
  return {
    format: 'praxam-my-data',
    version: 1,
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
      .select(['created_at as at', 'question_id as question', 'version', 'reason', 'text', 'closed_at as closedAt'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(reportsMax)
      .execute(),
    attempts: await listAttempts(db, userId),
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

/** The latest thousand, oldest first. */
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

const attemptsMax = 2_000

/** The latest two thousand, oldest first. */
async function listAttempts(db: Db, userId: string) {
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'certification_id as certification', 'question_set as set', 'state', 'correct', 'total', unfoldedMoves.as('unfolded')])
    .select(['started_at as startedAt', 'changed_at as changedAt', 'finished_at as finishedAt'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .limit(attemptsMax)
    .execute()
  return rows.toReversed().map(({ state, unfolded, ...attempt }) => {
    const { answers, flagged, guessed } = foldState(state, unfolded)
    return { ...attempt, answers, flagged, guessed }
  })
}

const peopleActions: readonly string[] = auditActions.people
const auditLinesMax = 10_000

/** The latest 10,000 changes to the member or by the member, oldest first. Other people in them are not named. */
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
