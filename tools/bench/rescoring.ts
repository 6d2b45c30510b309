/**
 * `npm run bench -- rescoring [--attempts=100000]`: corrects the answer key of a question that is in many attempts, on a PostgreSQL server,
 * twice: first with answers in the format of earlier releases, then in the format of this release. It measures the time of the preview, how many
 * attempts per second are re-scored, and how long saves of other attempts take meanwhile.
 *
 * It uses the server in `TEST_DATABASE_URL`, or starts one from Debian packages with `.ci/with-postgres`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Move } from '#exam/moves.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { changeQuestion } from '#server/bank/question-editing.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { requestTimeouts } from '#server/db/postgres-pool.ts'
import { createLog } from '#server/log.ts'
import { appendMoves } from '#server/practice/append-moves.ts'
import { previewRescore } from '#server/rescoring/preview.ts'
import { readRescore } from '#server/rescoring/read-rescore.ts'
import { continueRescore, startRescore } from '#server/rescoring/rescore.ts'
import { withServerDatabase } from '#tests/template-database.ts'
import { BenchProblem } from './history.ts'
import { folders } from './site.ts'
import { informative, judged, median, printCount, printTimes, type Row } from './table.ts'

const questionsPerAttempt = 50
const attemptsPerMember = 5
const attemptsPerStatement = 10_000
const previewMaxMs = 2_000
const rateMin = 1_000
const certificationId = 'mb-800'
/** The number of members who save meanwhile. Each save answers and reveals one question. */
const savingMembers = 4
const savePauseMs = 20

export async function benchRescoring(args: readonly string[]): Promise<void> {
  const attemptCount = Number(/^--attempts=(\d+)$/.exec(args[0] ?? '--attempts=100000')?.[1])
  if (!(attemptCount > 0) || args.length > 1) throw new BenchProblem('Use: npm run bench -- rescoring --attempts=100000')
  const address = process.env['TEST_DATABASE_URL']
  if (!address) {
    const command = [process.execPath, join(import.meta.dirname, '../bench.ts'), 'rescoring', ...args]
    const { status } = spawnSync(join(import.meta.dirname, '../../.ci/with-postgres'), command, { stdio: 'inherit' })
    process.exitCode = status ?? 1
    return
  }
  await withServerDatabase(address, (databaseUrl) => measure(databaseUrl, attemptCount))
}

async function measure(databaseUrl: string, attemptCount: number): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl }, createLog('warn'), requestTimeouts)
  const client = new Client({ connectionString: databaseUrl })
  try {
    await database.withoutTimeouts(async (db) => {
      await migrate(db, folders.migrations)
      await loadContent(db, folders.content, new Date())
    })
    await client.connect()
    const question = await chooseQuestions(client)
    const start = performance.now()
    await fill(client, question.id, attemptCount)
    console.log(`${printCount(attemptCount)} attempts filled in ${Math.round((performance.now() - start) / 1000)} s`)
    const rows = await measureCorrection(database, question.id, 'B', 'earlier releases')
    await client.query('VACUUM (ANALYZE)')
    console.table([...rows, ...(await measureCorrection(database, question.id, question.key, 'this release'))])
  } finally {
    await client.end()
    await database.close()
  }
}

/** Selects the questions of all attempts. Returns the one to correct: a single-choice question with four options whose key is not B. */
async function chooseQuestions(client: Client): Promise<{ id: string; key: string }> {
  await client.query(
    `CREATE TABLE drawn AS SELECT id, version, skill_area, row_number() OVER (ORDER BY id) AS place FROM (
       (SELECT id, version, skill_area FROM questions WHERE exam_id = $1 AND state = 'published' AND question_type = 'single_choice'
          AND correct_answer <> '["B"]' AND jsonb_array_length(options) = 4 ORDER BY id LIMIT 1)
       UNION (SELECT id, version, skill_area FROM questions WHERE exam_id = $1 AND state = 'published' ORDER BY id LIMIT $2)
     ) AS questions`,
    [certificationId, questionsPerAttempt],
  )
  const { rows } = await client.query<{ id: string; key: string }>(
    `SELECT questions.id, correct_answer ->> 0 AS key FROM questions JOIN drawn ON drawn.id = questions.id
     WHERE question_type = 'single_choice' AND correct_answer <> '["B"]' AND jsonb_array_length(options) = 4 ORDER BY questions.id LIMIT 1`,
  )
  if (!rows[0]) throw new Error(`${certificationId} has no suitable question`)
  return rows[0]
}

/**
 * Adds finished attempts with all answers in their state, and final answers and review cards for up to five questions. Every fifth attempt is a
 * simulation.
 */
async function fill(client: Client, questionId: string, attemptCount: number): Promise<void> {
  const members = Math.ceil(attemptCount / attemptsPerMember)
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off; SET statement_timeout = 0')
  await client.query(
    `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
     SELECT 'member-' || n, '', 'member-' || n || '@example.com', true, now(), now() FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  await client.query(
    `INSERT INTO user_profiles (id, email_notifications, time_zone)
     SELECT 'member-' || n, n % 2 = 0, (ARRAY['Europe/Paris', 'UTC', 'America/New_York', 'Asia/Kolkata'])[1 + n % 4] FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  for (let from = 0; from < attemptCount; from += attemptsPerStatement) {
    await client.query(
      `INSERT INTO attempts (id, user_id, certification_id, question_set, questions, state, next, started_at, changed_at, finished_at, correct, total, simulation)
       SELECT md5('attempt ' || n)::uuid, 'member-' || n % $3, $4, CASE WHEN n % 5 = 0 THEN 'simulation' ELSE 'all' END,
         (SELECT jsonb_agg(jsonb_build_object('id', id, 'version', version) ORDER BY place) FROM drawn),
         jsonb_build_object('answers', (SELECT jsonb_object_agg(id, jsonb_build_array(chr(65 + abs(hashtext(n || '-' || id)) % 4))) FROM drawn),
           'revealed', '[]'::jsonb, 'shown', '[]'::jsonb, 'flagged', '[]'::jsonb, 'guessed', '[]'::jsonb, 'current', 0, 'startedAt', 0, 'finishedAt', 1),
         0, started_at, started_at, started_at, 20 + n % 20, ${questionsPerAttempt},
         CASE WHEN n % 5 = 0 THEN jsonb_build_object('seed', md5(n::text), 'minutes', 100, 'extraTime', 1) END
       FROM generate_series($1::int4, $2::int4 - 1) AS n, LATERAL (SELECT now() - (n % 1000 || ' days')::interval AS started_at) AS at`,
      [from, Math.min(attemptCount, from + attemptsPerStatement), members, certificationId],
    )
  }
  await client.query(
    `INSERT INTO final_answers (attempt_id, question_id, user_id, certification_id, skill_area, is_correct, finalized_at)
     SELECT attempts.id, drawn.id, user_id, certification_id, skill_area, hashtext(attempts.id::text || drawn.id) % 3 = 0, finished_at
     FROM attempts CROSS JOIN (SELECT * FROM drawn WHERE id = $1 UNION (SELECT * FROM drawn ORDER BY place LIMIT 4)) AS drawn`,
    [questionId],
  )
  await client.query(
    `INSERT INTO review_cards (user_id, question_id, certification_id, due_at, card, is_correct)
     SELECT user_id, question_id, min(certification_id), max(finalized_at), '{}', bool_or(is_correct) FROM final_answers GROUP BY user_id, question_id`,
  )
  await client.query('SET session_replication_role = DEFAULT')
  await client.query('VACUUM (ANALYZE)')
}

async function measureCorrection({ db }: Database, questionId: string, key: string, kind: string): Promise<Row[]> {
  const now = new Date()
  const changed = await changeQuestion(db, null, questionId, { correct_answer: [key] }, undefined, now)
  if (!changed.ok) throw new Error(JSON.stringify(changed))
  const toVersion = changed.record.version
  const previewMs: number[] = []
  let preview: Awaited<ReturnType<typeof previewRescore>>
  for (let times = 0; times < 5; times++) {
    const start = performance.now()
    preview = await previewRescore(db, questionId, undefined, toVersion)
    previewMs.push(performance.now() - start)
  }
  const challengeId = crypto.randomUUID()
  const jobs = { addRescore: async () => undefined }
  const members = await Promise.all(Array.from({ length: savingMembers }, (_, i) => openAttempt(db, `member-${i}`, questionId)))
  await startRescore(db, jobs, { challengeId, questionId, toVersion, actorId: 'member-1', publicReason: 'Measured.' }, now)
  const saving = new AbortController()
  const saves = members.map((member) => saveRepeatedly(db, member, saving.signal))
  const start = performance.now()
  while (!(await continueRescore(db, challengeId, () => new Date())));
  const seconds = (performance.now() - start) / 1000
  saving.abort()
  const waits = (await Promise.all(saves)).flat()
  const result = await readRescore(db, challengeId)
  const isSame = result?.effect.toCorrect === preview?.toCorrect && result?.effect.toIncorrect === preview?.toIncorrect
  const rate = (result?.done ?? 0) / seconds
  return [
    judged(`preview, answers of ${kind}`, printTimes(previewMs), `< ${previewMaxMs} ms`, median(previewMs) < previewMaxMs),
    judged(`attempts a second, answers of ${kind}`, printCount(rate), `>= ${printCount(rateMin)}`, rate >= rateMin),
    informative('… attempts, of which changed', `${printCount(result?.done ?? 0)}, ${printCount(sumChanged(result?.effect))}`),
    informative('… preview is the result', isSame ? 'yes' : 'NO'),
    informative('… wait for a save meanwhile', `${printTimes(waits)}, longest ${Math.max(...waits).toFixed(0)} ms`),
  ]
}

function sumChanged(effect: { toCorrect: number; toIncorrect: number } | undefined): number {
  return (effect?.toCorrect ?? 0) + (effect?.toIncorrect ?? 0)
}

type SavingMember = { userId: string; id: string; next: number; questionIds: string[] }

/** Adds an attempt in progress, without the corrected question, of a member whose earlier attempts are re-scored. */
async function openAttempt(db: Database['db'], userId: string, correctedId: string): Promise<SavingMember> {
  const rows = await db
    .selectFrom('questions')
    .select('id')
    .where('exam_id', '=', certificationId)
    .where('state', '=', 'published')
    .where('id', '!=', correctedId)
    .limit(200)
    .execute()
  const member = { userId, id: crypto.randomUUID(), next: 0, questionIds: rows.map(({ id }) => id) }
  await save(db, member, [{ type: 'start', at: Date.now(), certificationId, set: 'all', questionIds: member.questionIds }])
  return member
}

async function saveRepeatedly(db: Database['db'], member: SavingMember, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = []
  for (const questionId of member.questionIds) {
    if (signal.aborted) break
    const start = performance.now()
    await save(db, member, [
      { type: 'answer', at: Date.now(), questionId, answer: ['A'] },
      { type: 'reveal', at: Date.now(), questionId },
    ])
    waits.push(performance.now() - start)
    await pause(savePauseMs)
  }
  return waits
}

async function save(db: Database['db'], member: SavingMember, moves: readonly Move[]): Promise<void> {
  const entries = moves.map((move) => ({ key: crypto.randomUUID(), move }))
  const { id, userId, next: base } = member
  const result = await appendMoves(db, { id, owner: { userId }, base, sentAt: Date.now(), entries }, new Date())
  if (!result.ok) throw new Error(result.refusal)
  member.next = result.next
}
