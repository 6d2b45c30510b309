/**
 * Finds the question that a candidate asks about, and decides whether its answer was revealed.
 *
 * | candidate                    | the answer counts as revealed if the request says so and              |
 * |------------------------------|-----------------------------------------------------------------------|
 * | member                       | the attempt on the server contains the reveal, or is finished          |
 * | guest with a simulation      | the simulation on the server is finished                               |
 * | guest in practice            | a statement that we signed names the question                          |
 *
 * A question in the candidate's simulation in progress is refused.
 */
import { hasFinished } from '#exam/attempt.ts'
import { showQuestion } from '#exam/option-order.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { TutorRequest } from '#exam/tutor/tutor-contract.ts'
import { findCaseStudy } from '#server/bank/index.ts'
import type { PinnedQuestion } from '#server/db/attempt-tables.ts'
import type { Db } from '#server/db/tables.ts'
import { findAttempt, findSimulationInProgress, listPinnedVersions, type AttemptOwner, type StoredAttempt } from '#server/practice/index.ts'
import type { RevealStatements } from '#server/tutor/reveal-statements.ts'

/** `owner`: whose attempts the request may read, `undefined` for a guest without a simulation. */
export type TutorAsker = { readonly owner: AttemptOwner | undefined }

/** `question` and `stored` are the same question: `question` as on screen, `stored` with its options in the order of the bank. */
export type FoundQuestion =
  | {
      readonly ok: true
      readonly question: Question
      readonly stored: Question
      readonly caseStudy: CaseStudy | undefined
      readonly isRevealed: boolean
    }
  | { readonly ok: false; readonly reason: 'simulation' | 'unknownQuestion' }

type Asked = Pick<TutorRequest, 'questionId' | 'version' | 'attemptId' | 'isRevealed' | 'statement' | 'seed'>

export async function findAskedQuestion(
  db: Db,
  { owner }: TutorAsker,
  asked: Asked,
  statements: Pick<RevealStatements, 'isValid'>,
  now: Date,
): Promise<FoundQuestion> {
  const { questionId, seed } = asked
  const found = asked.attemptId !== null && owner ? await findAttempt(db, asked.attemptId, owner) : undefined
  const attempt = found?.attempt.questionIds.includes(questionId) ? found : undefined
  const pinned = attempt?.pinned.find(({ id }) => id === questionId)
  const stored = await findVersion(db, questionId, pinned, asked.version)
  if (!stored) return { ok: false, reason: 'unknownQuestion' }
  const isInSimulation =
    (attempt && isSimulationInProgress(attempt)) || (await isAskedInSimulation(db, owner, stored.certificationId, questionId, now))
  if (isInSimulation) return { ok: false, reason: 'simulation' }
  const { question } = stored
  return {
    ok: true,
    stored: question,
    question: showQuestion(question, attempt?.attempt.seed ?? seed),
    caseStudy: question.caseStudyId ? await findCaseStudy(db, question.caseStudyId) : undefined,
    isRevealed: asked.isRevealed && isConfirmed(attempt, owner, asked, statements, now),
  }
}

function isConfirmed(
  stored: StoredAttempt | undefined,
  owner: AttemptOwner | undefined,
  { questionId, version, statement }: Asked,
  statements: Pick<RevealStatements, 'isValid'>,
  now: Date,
): boolean {
  if (stored) return hasFinished(stored.attempt) || stored.attempt.revealed.includes(questionId)
  // The server stores the reveals of members, so a statement does not count for them.
  if (owner && 'userId' in owner) return false
  return statement !== undefined && statements.isValid(statement, { questionId, ...(version !== undefined && { version }) }, now)
}

function isSimulationInProgress({ simulation, attempt }: StoredAttempt): boolean {
  return simulation !== null && !hasFinished(attempt)
}

async function isAskedInSimulation(db: Db, owner: AttemptOwner | undefined, certificationId: string, questionId: string, now: Date) {
  if (!owner || !('userId' in owner)) return false
  const simulation = await findSimulationInProgress(db, owner.userId, certificationId, now)
  return simulation?.attempt.questionIds.includes(questionId) ?? false
}

/** Finds the version on screen, if candidates can see the question: it is published, or an imported question of the member's own attempt. */
async function findVersion(
  db: Db,
  id: string,
  pinned: PinnedQuestion | undefined,
  version: number | undefined,
): Promise<{ question: Question; certificationId: string } | undefined> {
  const isImported = pinned?.imported !== undefined
  const wanted = isImported ? pinned : { id, version: version ?? pinned?.version ?? (await findCurrentVersion(db, id)) }
  const [question] = await listPinnedVersions(db, { pinned: [wanted], simulation: null })
  if (!question || (question.state !== 'published' && !isImported)) return undefined
  return { question, certificationId: question.examId }
}

async function findCurrentVersion(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('questions').select('version').where('id', '=', id).executeTakeFirst()
  return row?.version ?? null
}
