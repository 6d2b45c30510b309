/**
 * Simulations: begun by the server, which draws the questions, seals them and keeps the deadline. Answers come as the moves of
 * any other attempt (`attempts.ts`). Somebody without an account gets a secret with which to reach it.
 */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Certification, SkillArea } from '#exam/certification.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import { hasFinished, start } from '#exam/attempt.ts'
import type { JournalEntry, Attempt } from '#exam/attempt.ts'
import { drawQuestions, lengthsOf, seededRandom, seal, durationMs } from '#exam/simulation.ts'
import type { ExtraTime, LengthName, SealedQuestion } from '#exam/simulation.ts'
import { networkOf } from '#server/http/client-address.ts'
import { refundRateLimit, consumeRateLimit } from '#server/platform/rate-limit.ts'
import type { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db, SimulationTerms, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Upkeep } from '#server/platform/jobs.ts'
import { listQuestions } from '#server/bank/index.ts'
import { findCertification } from '#server/catalogue/index.ts'
import {
  addAttempt,
  findAttempt,
  findInProgress,
  findLatestAttempt,
  finishExpired,
  keepStart,
  pinQuestions,
  readPinnedCaseStudies,
  readPinnedQuestions,
} from '#server/practice/index.ts'
import type { AttemptOwner, StoredAttempt } from '#server/practice/index.ts'
import { lockMember } from '#server/review/index.ts'

/** Who begins one: a member, or somebody at an address of the network. */
export type Beginner = { userId: string } | { address: string }

export type AskedSimulation = { certificationId: string; length: LengthName; extraTime: ExtraTime; beginner: Beginner }

/** What may be seen of a simulation: sealed questions while it is under way, whole ones once it is over. */
export type SimulationSheet = {
  id: string
  certification: Pick<Certification, 'id' | 'name' | 'family'> & { skillAreas: Omit<SkillArea, 'skills'>[] }
  terms: Omit<SimulationTerms, 'seed'>
  deadlineAt: Date
  run: Attempt
  /** How many moves there are. */
  next: number
  caseStudies: CaseStudy[]
} & ({ isOver: false; questions: SealedQuestion[] } | { isOver: true; questions: Question[] })

export type BegunSimulation =
  | { ok: true; secret: string | null; sheet: SimulationSheet }
  | { ok: false; refusal: 'SIMULATION_UNKNOWN' | 'SIMULATION_UNDER_WAY' | 'TOO_MANY_SIMULATIONS' }

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Of one member, or of one network. */
const limit: RateLimit = { name: 'simulations', max: 20, windowMs: hourMs }

/** How long simulations of people without an account are kept after they were changed last. The privacy notice says so. */
export const guestDays = 30

/**
 * Draws a simulation and starts its time. `SIMULATION_UNKNOWN`: there is no such certification, or its bank is too small for
 * that length. `SIMULATION_UNDER_WAY`: the member has one of this certification already; a new one would leave it to its deadline.
 */
export async function startSimulation(
  db: Kysely<Tables>,
  { certificationId, length, extraTime, beginner }: AskedSimulation,
  now: Date,
): Promise<BegunSimulation> {
  const certification = await findCertification(db, certificationId)
  if (!certification) return { ok: false, refusal: 'SIMULATION_UNKNOWN' }
  const subject = 'userId' in beginner ? beginner.userId : networkOf(beginner.address)
  if (!(await consumeRateLimit(db, limit, subject, now))) return { ok: false, refusal: 'TOO_MANY_SIMULATIONS' }
  const bank = await listQuestions(db, certification.id)
  const chosen = lengthsOf(certification, bank.length).find(({ name }) => name === length)
  if (!chosen) return { ok: false, refusal: 'SIMULATION_UNKNOWN' }

  const id = randomUUIDv7()
  const secret = 'userId' in beginner ? null : randomBytes(32).toString('base64url')
  const owner: AttemptOwner = 'userId' in beginner ? beginner : { secret: secret ?? '' }
  const terms = { seed: randomBytes(16).toString('base64url'), minutes: chosen.minutes, extraTime }
  const drawn = drawQuestions(bank, certification.skillAreas, chosen.questions, seededRandom(terms.seed)).map((question) => question.id)
  const run = start(certification.id, 'simulation', drawn, now.getTime())
  const first: JournalEntry = {
    key: `start-${id}`,
    move: { type: 'start', at: now.getTime(), certificationId: certification.id, set: 'simulation', questionIds: drawn },
  }
  const isBegun = await transact(db, async (transaction) => {
    if ('userId' in beginner) {
      await lockMember(transaction, beginner.userId)
      if (await findInProgress(transaction, beginner.userId, certification.id, now)) return false
    }
    const asked = await pinQuestions(transaction, certification.id, drawn)
    const simulation = { terms, deadlineAt: new Date(now.getTime() + durationMs(terms)) }
    const attempt = await addAttempt(transaction, { id, owner, asked, run, simulation }, now)
    if (!attempt) throw new Error(`There is an attempt ${id} already`)
    await keepStart(transaction, attempt, first, now)
    return true
  })
  if (!isBegun) {
    await refundRateLimit(db, limit, subject)
    return { ok: false, refusal: 'SIMULATION_UNDER_WAY' }
  }
  const sheet = await readSheet(db, id, owner, now)
  if (!sheet) throw new Error(`The simulation ${id} was not kept`)
  return { ok: true, secret, sheet }
}

/** `undefined` when there is no such simulation, or when it is somebody else's. One whose time is over is finished here. */
export async function readSheet(db: Kysely<Tables>, id: string, owner: AttemptOwner, now: Date): Promise<SimulationSheet | undefined> {
  await finishExpired(db, now, { id })
  const attempt = await findAttempt(db, id, owner)
  if (!attempt?.simulation || !attempt.deadlineAt) return undefined
  const { run, simulation, deadlineAt, next } = attempt
  const certification = await findCertification(db, run.certificationId)
  if (!certification) return undefined
  const questions = await readPinnedQuestions(db, attempt)
  const { name, family } = certification
  const skillAreas = certification.skillAreas.map(({ name: area, weightMin, weightMax }) => ({ name: area, weightMin, weightMax }))
  const sheet = {
    id: attempt.id,
    certification: { id: certification.id, name, family, skillAreas },
    terms: { minutes: simulation.minutes, extraTime: simulation.extraTime },
    deadlineAt,
    run,
    next,
    caseStudies: await readPinnedCaseStudies(db, questions),
  }
  return hasFinished(run) ? { ...sheet, isOver: true, questions } : { ...sheet, isOver: false, questions: questions.map(seal) }
}

/** A member's simulation of the certification that is under way, otherwise the one that began last. */
export async function findLatestSimulation(
  db: Kysely<Tables>,
  userId: string,
  certificationId: string,
  now: Date,
): Promise<StoredAttempt | undefined> {
  const underWay = await findInProgress(db, userId, certificationId, now)
  if (underWay) return underWay
  const latest = await findLatestAttempt(db, userId, certificationId, 'simulation')
  if (!latest || hasFinished(latest.run)) return latest
  await finishExpired(db, now, { id: latest.id })
  return findAttempt(db, latest.id, { userId })
}

/** The factor that a member is granted in the exam, 1 where nobody said so. */
export async function readExtraTime(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('user_profiles').select('extra_time').where('id', '=', userId).executeTakeFirst()
  return row?.extra_time ?? 1
}

export const simulationUpkeep: Upkeep[] = [
  { name: 'simulations that are over', everyMinutes: 1, run: (db) => finishExpired(db, new Date()) },
  { name: 'simulations of nobody', everyMinutes: 60, run: (db) => removeOldSimulations(db, new Date()) },
]

const removedAtOnceMax = 500

/** Removes what people without an account have left behind; what is too much for once goes an hour later. */
export async function removeOldSimulations(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - guestDays * dayMs)
  await db
    .deleteFrom('attempts')
    .where('id', 'in', (old) =>
      old.selectFrom('attempts').select('id').where('user_id', 'is', null).where('changed_at', '<', before).limit(removedAtOnceMax),
    )
    .execute()
}
