/** Changes that administrators make to challenges. Each change names the version that it is based on, so that concurrent changes are detected. */
import { sql, type Kysely, type Selectable } from 'kysely'
import { findPublicReasonProblem, type ChallengeState, type Correction, type PublicReasonProblem } from '#exam/reports/challenge.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudit, type AuditAction } from '#server/audit/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { startRescore, type RescoreJobs } from '#server/rescoring/index.ts'

/**
 * `claimed`: the administrator reviews it, possibly taking over from another one. `released`: no one reviews it. `correctedVersion` is the
 * version of the question with the correction, `null` if the question was removed.
 */
export type ChallengeChange =
  | { kind: 'claimed' | 'released' | 'reopened' }
  | { kind: 'rejected'; publicReason: string }
  | { kind: 'confirmed'; publicReason: string; correction: Correction; correctedVersion: number | null }

/** Who changed a challenge last. `by`: an email address; `null` for a report and for deleted users. */
export type LatestChallengeChange = { state: ChallengeState; by: string | null; at: Date }

export type ChallengeRefusal =
  | 'NOT_AN_ADMINISTRATOR'
  | 'UNKNOWN_CHALLENGE'
  | 'CHALLENGE_CHANGED'
  | 'NOT_CORRECTED'
  | 'STILL_PUBLISHED'
  | PublicReasonProblem

export type ChallengeChangeResult = { ok: true } | { ok: false; refusal: ChallengeRefusal; latest?: LatestChallengeChange }

type LockedChallenge = Selectable<Tables['challenges']>

/** The states in which a change is possible, the state after it, and its name in the audit log. */
const changes = {
  claimed: { from: ['open', 'under_review'], to: 'under_review', action: 'challenge-claimed' },
  released: { from: ['under_review'], to: 'open', action: 'challenge-released' },
  rejected: { from: ['open', 'under_review'], to: 'rejected', action: 'challenge-rejected' },
  confirmed: { from: ['open', 'under_review'], to: 'confirmed', action: 'challenge-confirmed' },
  reopened: { from: ['rejected'], to: 'open', action: 'challenge-reopened' },
} as const satisfies Record<ChallengeChange['kind'], { from: readonly ChallengeState[]; to: ChallengeState; action: AuditAction }>

type ChallengeServices = { db: Kysely<Tables>; jobs: RescoreJobs }

/** `version`: the latest version of the challenge that the administrator has seen. */
type ChallengeActor = { actorId: string; id: string; version: number }

/**
 * Changes a challenge and records the change in the audit log. After a decision, plans the mail to the reporters. If the answer key was
 * corrected, starts re-scoring.
 */
export async function changeChallenge(
  { db, jobs }: ChallengeServices,
  actor: ChallengeActor,
  change: ChallengeChange,
  now: Date,
): Promise<ChallengeChangeResult> {
  const result = await changeInTransaction(db, actor, change, now)
  // If the process ends here, the maintenance of `rescoring` finds the job, which the transaction stored.
  if (result.ok && isRescoring(change)) await jobs.addRescore({ challengeId: actor.id }, 0)
  return result
}

function isRescoring(change: ChallengeChange): change is Extract<ChallengeChange, { kind: 'confirmed' }> {
  return change.kind === 'confirmed' && change.correction === 'answer_key'
}

/** Adding a job inside the transaction would wait for the only connection of the embedded database. */
const noJobs: RescoreJobs = { addRescore: () => Promise.resolve() }

function changeInTransaction(
  db: Kysely<Tables>,
  { actorId, id, version }: ChallengeActor,
  change: ChallengeChange,
  now: Date,
): Promise<ChallengeChangeResult> {
  return transact(db, async (transaction): Promise<ChallengeChangeResult> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const challenge = await lockChallenge(transaction, id)
    if (!challenge) return { ok: false, refusal: 'UNKNOWN_CHALLENGE' }
    const { from, to, action } = changes[change.kind]
    if (challenge.version !== version || !from.some((state) => state === challenge.state))
      return { ok: false, refusal: 'CHALLENGE_CHANGED', latest: await describeLatest(transaction, challenge) }
    const refusal = await findProblem(transaction, challenge, change)
    if (refusal) return { ok: false, refusal }
    if (isRescoring(change)) {
      const toVersion = change.correctedVersion ?? 0
      const publicReason = change.publicReason.trim()
      const request = { challengeId: challenge.id, questionId: challenge.question_id, toVersion, actorId, publicReason }
      if (!(await startRescore(transaction, noJobs, request, now)).ok) return { ok: false, refusal: 'NOT_CORRECTED' }
    }
    await transaction
      .updateTable('challenges')
      .set({ state: to, version: version + 1, changed_at: now, changed_by: actorId, ...decisionOf(change, now) })
      .where('id', '=', challenge.id)
      .execute()
    await recordAudit(transaction, actorId, action, challenge.id)
    if (change.kind === 'confirmed' || change.kind === 'rejected') await planReplies(transaction, challenge.id)
    // The public change log gains or loses an entry.
    if (change.kind === 'confirmed' || change.kind === 'rejected' || change.kind === 'reopened') await bumpContentVersion(transaction)
    return { ok: true }
  })
}

async function lockChallenge(transaction: Db, id: string): Promise<LockedChallenge | undefined> {
  if (!isUuid(id)) return undefined
  return transaction.selectFrom('challenges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

async function describeLatest(transaction: Db, { state, changed_by, changed_at }: LockedChallenge): Promise<LatestChallengeChange> {
  const user = await transaction.selectFrom('users').select('email').where('id', '=', changed_by).executeTakeFirst()
  return { state: state as ChallengeState, by: user?.email ?? null, at: changed_at }
}

async function findProblem(transaction: Db, challenge: LockedChallenge, change: ChallengeChange): Promise<ChallengeRefusal | undefined> {
  if (change.kind !== 'confirmed' && change.kind !== 'rejected') return undefined
  const problem = findPublicReasonProblem(change.publicReason)
  if (problem || change.kind === 'rejected') return problem
  const question = await transaction
    .selectFrom('questions')
    .select(['version', 'state'])
    .where('id', '=', challenge.question_id)
    .executeTakeFirst()
  if (change.correction === 'removed') return question?.state === 'published' ? 'STILL_PUBLISHED' : undefined
  const { correctedVersion } = change
  const isCorrected =
    question !== undefined &&
    correctedVersion !== null &&
    correctedVersion > challenge.reported_version &&
    correctedVersion <= question.version
  return isCorrected ? undefined : 'NOT_CORRECTED'
}

function decisionOf(change: ChallengeChange, now: Date) {
  switch (change.kind) {
    case 'rejected':
      return { decided_at: now, public_reason: change.publicReason.trim() }
    case 'confirmed': {
      const { publicReason, correction, correctedVersion } = change
      const corrected_version = correction === 'removed' ? null : correctedVersion
      return { decided_at: now, public_reason: publicReason.trim(), correction, corrected_version }
    }
    case 'claimed':
    case 'released':
    case 'reopened':
      return { decided_at: null }
  }
}

/** Marks one report of each reporter who can get mail. Removes the marks of an earlier decision that was not mailed yet. */
async function planReplies(transaction: Db, challengeId: string): Promise<void> {
  const reporter = sql`coalesce(question_reports.user_id, lower(question_reports.email))`
  const latestOfEach = transaction
    .selectFrom('challenge_reports as joined')
    .innerJoin('question_reports', 'question_reports.id', 'joined.report_id')
    .distinctOn(reporter)
    .select('question_reports.id')
    .where('joined.challenge_id', '=', challengeId)
    .where(reporter, 'is not', null)
    .orderBy(reporter)
    .orderBy('question_reports.id', 'desc')
  await transaction
    .updateTable('challenge_reports')
    .set({ is_reply_due: sql<boolean>`report_id in ${latestOfEach}` })
    .where('challenge_id', '=', challengeId)
    .execute()
}
