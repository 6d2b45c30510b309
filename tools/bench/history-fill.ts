/** Fills a PostgreSQL database with three years of practice. The database generates the rows, because sending them would take longer. */
import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { Client } from 'pg'
import type { JournalEntry } from '#exam/moves.ts'
import { archiveAfterDays } from '#server/practice/archive.ts'

export type FilledHistory = { attempts: number; members: number; seconds: number; megabytes: number }

/** The average number of attempts per member. One member has practiced far more than the others. */
export const attemptsPerMember = 50
export const busyMemberId = 'member-0'
/** One attempt in this many belongs to the busy member. */
const busyEvery = 330
const questionsPerAttempt = 10
const setsPerExam = 100
const attemptsPerStatement = 20_000
const historyDays = 3 * 365
const attemptMs = 8 * 60_000

/** The filled tables. Their indexes are dropped first and created again afterward, because updating them row by row takes several times as long. */
const filledTables = ['attempts', 'attempt_moves', 'archived_journals', 'final_answers', 'review_cards']

/** Fills the database until there are enough attempts, or until the time is up. The database must already have the content of the project. */
export async function fillHistory(client: Client, attemptCount: number, durationMaxMs: number): Promise<FilledHistory> {
  const start = performance.now()
  // Foreign keys are not checked, because they are correct by construction.
  await client.query('SET session_replication_role = replica; SET synchronous_commit = off; SET statement_timeout = 0')
  const members = Math.max(10, Math.ceil(attemptCount / attemptsPerMember))
  await addMembers(client, members)
  await createSets(client)
  const indexes = await dropIndexes(client)
  let attempts = 0
  while (attempts < attemptCount && performance.now() - start < durationMaxMs) {
    const to = Math.min(attemptCount, attempts + attemptsPerStatement)
    await addAttempts(client, { from: attempts, to, attemptCount, members })
    attempts = to
    if (attempts % 100_000 === 0)
      console.log(`${attempts.toLocaleString('en')} attempts after ${Math.round((performance.now() - start) / 1000)} s`)
  }
  await addCards(client)
  for (const definition of indexes) await client.query(definition)
  await client.query('SET session_replication_role = DEFAULT')
  await client.query('VACUUM (ANALYZE)')
  const { rows } = await client.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes')
  return { attempts, members, seconds: (performance.now() - start) / 1000, megabytes: (rows[0]?.bytes ?? 0) / 1e6 }
}

async function addMembers(client: Client, members: number): Promise<void> {
  await client.query(
    `INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
     SELECT 'member-' || n, '', 'member-' || n || '@example.com', true, now() - interval '3 years', now() FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  await client.query(
    `INSERT INTO user_profiles (id, study_reminders, email_notifications, time_zone, is_admin)
     SELECT 'member-' || n, n % 3 = 0, n % 2 = 0, (ARRAY['Europe/Paris', 'UTC', 'America/New_York', 'Asia/Kolkata'])[1 + n % 4], n = 1
     FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  await client.query(
    `INSERT INTO identities (id, account_id, provider_id, user_id, updated_at)
     SELECT 'identity-' || n, 'member-' || n, 'credential', 'member-' || n, now() FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  await client.query(
    `INSERT INTO exam_dates (user_id, certification_id, exam_on) SELECT 'member-' || n, 'mb-800', current_date + n % 90 FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  await client.query(
    `INSERT INTO audit_log (id, at, actor_id, action, subject_id)
     SELECT 'line-' || n, now(), 'member-1', 'disabled', 'member-' || n FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
  await client.query(
    `INSERT INTO sessions (id, expires_at, token, updated_at, user_id)
     SELECT 'session-' || n, now() + (n % 30 || ' days')::interval, md5(n::text), now(), 'member-' || n FROM generate_series(0, $1 - 1) AS n`,
    [members],
  )
}

/** Creates the material for attempts: sets of ten questions of an exam, with the moves of a practice attempt. */
async function createSets(client: Client): Promise<void> {
  await client.query(`CREATE TEMP TABLE sets AS
    SELECT row_number() OVER ()::int4 - 1 AS number, exam_id, set, array_agg(id) AS ids, array_agg(skill_area) AS areas
    FROM (
      SELECT id, exam_id, skill_area, set, row_number() OVER (PARTITION BY exam_id, set ORDER BY random()) AS place
      FROM questions CROSS JOIN generate_series(1, ${setsPerExam}) AS set
      WHERE exam_id IN (SELECT exam_id FROM questions GROUP BY exam_id HAVING count(*) >= ${questionsPerAttempt})
    ) AS drawn WHERE place <= ${questionsPerAttempt} GROUP BY exam_id, set`)
  await client.query(`ALTER TABLE sets ADD COLUMN questions jsonb, ADD COLUMN state jsonb, ADD COLUMN entries bytea`)
  const { rows } = await client.query<{ number: number; exam_id: string; ids: string[] }>('SELECT number, exam_id, ids FROM sets')
  await client.query('CREATE TEMP TABLE set_moves (set_number int4, number int4, move jsonb)')
  for (const { number, exam_id: examId, ids } of rows) {
    const moves = movesOf(examId, ids)
    const entries = moves.map((move): JournalEntry => ({ key: randomUUID(), move }))
    await client.query('UPDATE sets SET questions = $2, state = $3, entries = $4 WHERE number = $1', [
      number,
      JSON.stringify(ids.map((id) => ({ id, version: 1 }))),
      JSON.stringify({
        answers: Object.fromEntries(ids.map((id) => [id, ['A']])),
        revealed: ids,
        flagged: [],
        current: ids.length - 1,
        startedAt: 0,
        finishedAt: attemptMs,
      }),
      deflateRawSync(JSON.stringify(entries)),
    ])
    await client.query(
      'INSERT INTO set_moves SELECT $1, place - 1, move FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS moves (move, place)',
      [number, JSON.stringify(moves)],
    )
  }
  await client.query('CREATE INDEX ON set_moves (set_number); ANALYZE sets; ANALYZE set_moves')
}

function movesOf(certificationId: string, questionIds: readonly string[]): JournalEntry['move'][] {
  const at = (index: number) => (index * attemptMs) / (2 * questionIds.length)
  return [
    { type: 'start', at: 0, certificationId, set: 'all', questionIds: [...questionIds] },
    ...questionIds.flatMap((questionId, index): JournalEntry['move'][] => [
      { type: 'answer', at: at(2 * index), questionId, answer: ['A'] },
      { type: 'reveal', at: at(2 * index + 1), questionId },
    ]),
    { type: 'finish', at: attemptMs },
  ]
}

async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY (SELECT unnest($1::text[])::regclass) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [filledTables],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}

type Range = { from: number; to: number; attemptCount: number; members: number }

async function addAttempts(client: Client, { from, to, attemptCount, members }: Range): Promise<void> {
  const values = [from, to - 1, attemptCount, members]
  const moveCount = 2 + 2 * questionsPerAttempt
  await client.query(`DROP TABLE IF EXISTS batch`)
  // A member practices the same exams in all attempts.
  await client.query(
    `CREATE TEMP TABLE batch AS
     SELECT md5('attempt ' || n)::uuid AS id, sets.*,
       CASE WHEN n % ${busyEvery} = 0 THEN '${busyMemberId}' ELSE 'member-' || n % $4 END AS user_id,
       now() - (($3 - n)::float8 / $3 * ${historyDays} || ' days')::interval - interval '10 minutes' AS started_at
     FROM generate_series($1::int4, $2::int4) AS n
     JOIN sets ON sets.number = (n % $4 * 7 + n / $4 % 3 * ${setsPerExam} + n / $4 * 31 % ${setsPerExam}) % (SELECT count(*) FROM sets)`,
    values,
  )
  await client.query(`ANALYZE batch`)
  const isArchived = `started_at < now() - interval '${archiveAfterDays} days'`
  await client.query(
    `INSERT INTO attempts (id, user_id, certification_id, question_set, questions, state, next, started_at, changed_at, finished_at, correct, total, archived_moves)
     SELECT id, user_id, exam_id, 'all', questions, state, ${moveCount}, started_at, started_at + interval '8 minutes', started_at + interval '8 minutes',
       6, ${questionsPerAttempt}, CASE WHEN ${isArchived} THEN ${moveCount} ELSE 0 END FROM batch`,
  )
  await client.query(
    `INSERT INTO archived_journals (attempt_id, user_id, active_ms, entries) SELECT id, user_id, ${attemptMs}, entries FROM batch WHERE ${isArchived}`,
  )
  await client.query(
    `INSERT INTO attempt_moves (attempt_id, number, key, move, user_id, made_at)
     SELECT id, set_moves.number, md5(id::text || set_moves.number), move, user_id, started_at + ((move ->> 'at')::int4 || ' milliseconds')::interval
     FROM batch JOIN set_moves ON set_number = batch.number WHERE NOT (${isArchived})`,
  )
  await client.query(
    `INSERT INTO final_answers (attempt_id, question_id, user_id, certification_id, skill_area, is_correct, finalized_at)
     SELECT batch.id, question.id, user_id, exam_id, area, hashtext(batch.id::text || question.id::text) % 3 <> 0, started_at + interval '8 minutes'
     FROM batch CROSS JOIN unnest(ids, areas) AS question (id, area)`,
  )
}

async function addCards(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO review_cards (user_id, question_id, certification_id, due_at, card, is_correct)
     SELECT user_id, question_id, min(certification_id), max(finalized_at) + interval '20 days',
       '{"due": "2026-12-01T09:00:00.000Z", "stability": 3.2, "difficulty": 5.1, "reps": 3, "lapses": 1, "state": 2}', bool_or(is_correct)
     FROM final_answers GROUP BY user_id, question_id`,
  )
}
