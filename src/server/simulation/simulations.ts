/**
 * Simulations: timed attempts that the server starts. The server draws and seals the questions, and enforces the deadline. Answers arrive
 * as moves, as in any other attempt. A guest gets a secret to access the simulation.
 */
import { dayMs, hourMs } from '#exam/duration.ts'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hasFinished, start } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import { toAttemptCertification } from '#exam/certification.ts'
import type { SimulationRequest, SimulationSheetResponse } from '#exam/contract.ts'
import { listSimulationRules, minutesOfRule, type ExamRule, type SimulationRule } from '#exam/exam-rules.ts'
import { seededRandom } from '#exam/random.ts'
import { drawQuestions } from '#exam/planning/draw-questions.ts'
import { addedMinutesOf, durationMs, listSimulationLengths, sealQuestion } from '#exam/planning/simulation.ts'
import { listSections, listSeries, pickSections } from '#exam/series.ts'
import { networkOf } from '#server/http/client-address.ts'
import { consumeRateLimit, refundRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import { listAnswerKeys, listRemovedQuestions, type QuestionChunks } from '#server/bank/index.ts'
import { findCertification } from '#server/catalogue/index.ts'
import {
  findAttempt,
  findLatestAttempt,
  findSimulationInProgress,
  finishAllExpired,
  finishExpired,
  insertAttempt,
  listPinnedCaseStudies,
  listPinnedQuestions,
  pinQuestions,
  saveMoves,
  type AttemptOwner,
  type StoredAttempt,
} from '#server/practice/index.ts'
import { lockMember } from '#server/review/index.ts'

/** Who starts a simulation: a member, or a guest at an IP address. */
export type SimulationCandidate = { userId: string } | { address: string }

export type StartSimulationResult =
  | { ok: true; secret: string | undefined; sheet: SimulationSheetResponse }
  | { ok: false; refusal: 'SIMULATION_UNKNOWN' | 'SIMULATION_UNDER_WAY' | 'TOO_MANY_SIMULATIONS' }

/** Per member, or per network for guests. */
const limit: RateLimit = { name: 'simulations', max: 20, windowMs: hourMs }

/** Days until a guest's simulation is deleted, counted from its last change. The privacy notice states this number. */
export const guestDays = 30

/**
 * Draws a simulation and starts its clock. `SIMULATION_UNKNOWN`: the certification does not exist, or its bank is too small for
 * the length. `SIMULATION_UNDER_WAY`: the member already has a simulation of the certification in progress. `readIndex` lists the published
 * questions.
 */
export async function startSimulation(
  db: Kysely<Tables>,
  { certificationId, length, extraTime, rules, candidate }: SimulationRequest & { candidate: SimulationCandidate },
  now: Date,
  examRules: readonly ExamRule[] = [],
  readIndex: QuestionChunks['readIndex'] = (id) => listAnswerKeys(db, id),
): Promise<StartSimulationResult> {
  const certification = await findCertification(db, certificationId)
  if (!certification) return { ok: false, refusal: 'SIMULATION_UNKNOWN' }
  const subject = 'userId' in candidate ? candidate.userId : networkOf(candidate.address)
  if (!(await consumeRateLimit(db, limit, subject, now))) return { ok: false, refusal: 'TOO_MANY_SIMULATIONS' }
  const bank = await readIndex(certification.id)
  const chosen = listSimulationLengths(certification, bank.length).find(({ name }) => name === length)
  if (!chosen) return { ok: false, refusal: 'SIMULATION_UNKNOWN' }

  const id = randomUUIDv7()
  const secret = 'userId' in candidate ? undefined : randomBytes(32).toString('base64url')
  const owner: AttemptOwner = 'userId' in candidate ? candidate : { secret: secret ?? '' }
  const applying = listSimulationRules(examRules, certification.type)
  const follows = (rule: SimulationRule) => (rules ? rules.includes(rule) && applying.includes(rule) : rule === 'series')
  const languageMinutes = follows('language_time') ? minutesOfRule(examRules, certification.type, 'language_time') : 0
  const terms = {
    seed: randomBytes(16).toString('base64url'),
    minutes: chosen.minutes,
    extraTime,
    ...(languageMinutes > 0 && { addedMinutes: addedMinutesOf(chosen, languageMinutes) }),
    ...(follows('unscored') && { hasUnscored: true as const }),
  }
  const random = seededRandom(terms.seed)
  // With sections, a case study and a series are drawn first, so that the simulation has them if the bank has them and they fit.
  const preferred = new Set(follows('sections') ? pickSections(bank, random) : [])
  const byPreference = (a: { id: string }, b: { id: string }) => Number(preferred.has(b.id)) - Number(preferred.has(a.id))
  const drawn = drawQuestions(bank, certification.skillAreas, chosen.questions, random, byPreference)
  const drawnSections = listSections(drawn)
  const drawnSeries = listSeries(drawn)
  const questionIds = follows('sections') ? drawnSections.flat() : drawn.map((question) => question.id)
  const followed = {
    ...(follows('series') && drawnSeries.length > 0 && { series: drawnSeries }),
    ...(follows('sections') && drawnSections.length > 1 && { sections: drawnSections }),
    ...(follows('break') && { hasBreaks: true as const }),
    ...(follows('documentation') && { hasDocumentation: true as const }),
  }
  const attempt = start(certification.id, 'simulation', questionIds, now.getTime(), followed)
  const first: JournalEntry = {
    key: `start-${id}`,
    move: { type: 'start', at: now.getTime(), certificationId: certification.id, set: 'simulation', questionIds, ...followed },
  }
  const hasStarted = await transact(db, async (transaction) => {
    if ('userId' in candidate) {
      await lockMember(transaction, candidate.userId)
      if (await findSimulationInProgress(transaction, candidate.userId, certification.id, now)) return false
    }
    const pinned = await pinQuestions(transaction, certification.id, questionIds)
    const simulation = { terms, deadlineAt: new Date(now.getTime() + durationMs(terms)) }
    const stored = await insertAttempt(transaction, { id, owner, pinned, attempt, simulation }, now)
    if (!stored) throw new Error(`Attempt ${id} already exists`)
    await saveMoves(transaction, stored, [first], attempt, now)
    return true
  })
  if (!hasStarted) {
    await refundRateLimit(db, limit, subject)
    return { ok: false, refusal: 'SIMULATION_UNDER_WAY' }
  }
  const sheet = await findSheet(db, id, owner, now)
  if (!sheet) throw new Error(`The simulation ${id} was not stored`)
  return { ok: true, secret, sheet }
}

/** The simulation with its questions. `undefined` when it is missing or has another owner. Finishes it if its time is up. */
export async function findSheet(
  db: Kysely<Tables>,
  id: string,
  owner: AttemptOwner,
  now: Date,
): Promise<SimulationSheetResponse | undefined> {
  await finishExpired(db, now, { id })
  const stored = await findAttempt(db, id, owner)
  if (!stored?.simulation || !stored.deadlineAt) return undefined
  const { attempt, simulation } = stored
  const certification = await findCertification(db, attempt.certificationId)
  if (!certification) return undefined
  const questions = await listPinnedQuestions(db, stored)
  const sheet = {
    id: stored.id,
    certification: toAttemptCertification(certification),
    minutes: simulation.minutes,
    extraTime: simulation.extraTime,
    deadlineAt: stored.deadlineAt.getTime(),
    now: now.getTime(),
    attempt,
    next: stored.next,
    caseStudies: await listPinnedCaseStudies(db, questions),
  }
  if (!hasFinished(attempt))
    return { ...sheet, finished: false, questions: questions.map((question) => sealQuestion(question, simulation.seed)) }
  const removedQuestionIds = await listRemovedQuestions(db, certification.id, attempt.questionIds)
  return { ...sheet, finished: true, questions, removedQuestionIds }
}

/** The member's simulation in progress for the certification, otherwise the simulation that started last. */
export async function findLatestSimulation(
  db: Kysely<Tables>,
  userId: string,
  certificationId: string,
  now: Date,
): Promise<StoredAttempt | undefined> {
  const inProgress = await findSimulationInProgress(db, userId, certificationId, now)
  if (inProgress) return inProgress
  const latest = await findLatestAttempt(db, userId, certificationId, 'simulation')
  if (!latest || hasFinished(latest.attempt)) return latest
  await finishExpired(db, now, { id: latest.id })
  return findAttempt(db, latest.id, { userId })
}

/** The extra-time factor from the member's settings, 1 by default. */
export async function readExtraTime(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('user_profiles').select('extra_time').where('id', '=', userId).executeTakeFirst()
  return row?.extra_time ?? 1
}

export const simulationMaintenance: MaintenanceTask[] = [
  { name: 'finish-expired-simulations', cron: '* * * * *', run: (db) => finishAllExpired(db, new Date()) },
  { name: 'delete-old-guest-simulations', cron: '0 * * * *', run: (db) => removeOldSimulations(db, new Date()) },
]

const removalBatchSize = 500

/** Deletes one batch of old simulations of guests. The next call deletes the next batch. */
export async function removeOldSimulations(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - guestDays * dayMs)
  await db
    .deleteFrom('attempts')
    .where('id', 'in', (old) =>
      old.selectFrom('attempts').select('id').where('user_id', 'is', null).where('changed_at', '<', before).limit(removalBatchSize),
    )
    .execute()
}
