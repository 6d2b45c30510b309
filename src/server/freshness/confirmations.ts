/** Confirms questions and undoes confirmations. To confirm means that a person compared the question with the newest version of its pages. */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isSamePlace, type ConfirmedPage } from '#exam/freshness.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudit } from '#server/audit/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { latestConfirmation, rateQuestions, readPlaces } from '#server/freshness/rate-questions.ts'

/** The state of a question, and who set it; `email` is `null` if no person did, and for deleted users. */
export type LatestFreshness = { version: number; email: string | null; state: string }

/**
 * FRESHNESS_CHANGED: someone else confirmed or edited the question, or a check found something new. NOTHING_LEFT: its cited lines, its page, or
 * its objective is gone, so the question must be edited. NOT_CONFIRMED: there is no confirmation, or another person made the latest one.
 */
export type ConfirmationResult =
  | { ok: true; latest: LatestFreshness }
  | { ok: false; refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_QUESTION' | 'NOTHING_LEFT' | 'NOT_CONFIRMED' }
  | { ok: false; refusal: 'FRESHNESS_CHANGED'; current: LatestFreshness }

/** `seen` is the version of the state that the person saw. */
export type ConfirmationRequest = { questionId: string; seen: number; actorId: string }

/** Confirms a question. From then on, the question is compared with the newest place of the cited lines. */
export function confirmQuestion(db: Kysely<Tables>, request: ConfirmationRequest, now: Date): Promise<ConfirmationResult> {
  return changeFreshness(db, request, now, 'question-confirmed', async (transaction, { grounding, confirmation, state }) => {
    const { places } = readPlaces({ grounding, confirmation })
    const checks = await transaction.selectFrom('page_checks').selectAll().where('question_id', '=', request.questionId).execute()
    const pages = places.map(({ part, cited, place, sha256 }): ConfirmedPage | undefined => {
      const check = checks.find((one) => one.part === part && isSamePlace(one, place))
      if (!check) return { part, cited, place, ...(sha256 !== undefined && { sha256 }) }
      const { newest_commit: commit, newest_path: path, newest_lines: lines, newest_lines_sha256: hash } = check
      if (path === null || lines === null) return undefined
      return { part, cited, place: { repository: place.repository, path, commit, lines }, ...(hash !== null && { sha256: hash }) }
    })
    const found = pages.filter((page) => page !== undefined)
    if (state === 'orphaned' || found.length < pages.length) return 'NOTHING_LEFT'
    await transaction
      .insertInto('question_confirmations')
      .values({
        id: randomUUIDv7(),
        question_id: request.questionId,
        pages: JSON.stringify(found),
        replaced_date: grounding?.checked_on ?? null,
        confirmed_at: now,
        confirmed_by: request.actorId,
      })
      .execute()
    return undefined
  })
}

/** Undoes the latest confirmation of a question if this person made it. */
export function undoConfirmation(db: Kysely<Tables>, request: ConfirmationRequest, now: Date): Promise<ConfirmationResult> {
  return changeFreshness(db, request, now, 'question-confirmation-undone', async (transaction) => {
    const latest = await transaction
      .selectFrom('question_confirmations')
      .select(['id', 'confirmed_by'])
      .where('question_id', '=', request.questionId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (latest?.confirmed_by !== request.actorId) return 'NOT_CONFIRMED'
    await transaction.deleteFrom('question_confirmations').where('id', '=', latest.id).execute()
    return undefined
  })
}

type LockedQuestion = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>

async function changeFreshness(
  db: Kysely<Tables>,
  { questionId, seen, actorId }: ConfirmationRequest,
  now: Date,
  action: 'question-confirmed' | 'question-confirmation-undone',
  work: (transaction: Db, question: LockedQuestion & { state: string }) => Promise<'NOTHING_LEFT' | 'NOT_CONFIRMED' | undefined>,
): Promise<ConfirmationResult> {
  return transact(db, async (transaction): Promise<ConfirmationResult> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const row = await lockQuestion(transaction, questionId)
    if (!row) return { ok: false, refusal: 'UNKNOWN_QUESTION' }
    const current = await readLatest(transaction, questionId)
    if (current.version !== seen) return { ok: false, refusal: 'FRESHNESS_CHANGED', current }
    const refusal = await work(transaction, { ...row, state: current.state })
    if (refusal) return { ok: false, refusal }
    await rateQuestions(transaction, [questionId], { setBy: 'person', actorId, at: now, isNews: () => true })
    await recordAudit(transaction, actorId, action, questionId)
    return { ok: true, latest: await readLatest(transaction, questionId) }
  })
}

async function lockQuestion(transaction: Db, id: string) {
  if (!isUuid(id)) return undefined
  return transaction
    .selectFrom('questions')
    .select('grounding')
    .select(latestConfirmation.as('confirmation'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function readLatest(transaction: Db, id: string): Promise<LatestFreshness> {
  return transaction
    .selectFrom('question_freshness')
    .leftJoin('users', 'users.id', 'actor_id')
    .select(['version', 'email', 'state'])
    .where('question_id', '=', id)
    .executeTakeFirstOrThrow()
}
