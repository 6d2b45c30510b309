import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAttempt } from '#server/practice/store.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { listAppliedMigrations, migrate } from '#server/db/migrate.ts'
import { writeBackup } from '#server/operations/backup.ts'
import { restoreBackup } from '#server/operations/restore.ts'
import { readSettings } from '#server/settings/settings.ts'
import { migrationsFolder, openTestDatabase, type TestDatabase } from '#tests/services.ts'

const attemptId = '018f0000-0000-7000-8000-000000000001'
const questionId = '018f0000-0000-7000-8000-00000000000a'
/** A question that was last answered incorrectly. */
const wrongId = '018f0000-0000-7000-8000-00000000000b'

const simulationId = '018f0000-0000-7000-8000-000000000002'

/** One answered question, an unanswered one, and one whose answer the candidate cleared. */
const pinned = [
  { id: questionId, version: 3 },
  { id: '018f0000-0000-7000-8000-00000000000b', version: 1 },
  { id: '018f0000-0000-7000-8000-00000000000c', version: 1 },
]

/** Rows as a server with the first six migrations wrote them. */
const rows = `
  insert into users (id, name, email, email_verified) values ('camille', 'Camille', 'camille@example.com', true);
  insert into user_profiles (id, summarised_on, reminded_on, extra_time) values ('camille', '2026-11-16', '2026-11-20', 1.25);
  insert into attempts (id, user_id, certification_id, run_set, questions, state, next, started_at, changed_at, finished_at, correct, total)
    values ('${attemptId}', 'camille', 'mb-800', 'area-2', '${JSON.stringify(pinned)}',
      '{"current": 0, "answers": {"${questionId}": ["B"], "${pinned[2]?.id}": ["", ""]}, "revealed": [], "shown": [], "flagged": [], "startedAt": 1, "finishedAt": 3}',
      2, '2026-11-20 10:00Z', '2026-11-20 10:05Z', '2026-11-20 10:05Z', 1, 3);
  insert into attempts (id, user_id, certification_id, run_set, questions, state, next, started_at, changed_at, finished_at, correct, total)
    select '${simulationId}', user_id, certification_id, 'simulation', questions, state, next, started_at, changed_at, finished_at, 1, 3
    from attempts where id = '${attemptId}';
  insert into attempt_moves values
    ('${attemptId}', 0, 'key-of-the-start', '{"type": "go", "at": 1, "position": 0}', 'camille', '2026-11-20 10:00Z'),
    ('${attemptId}', 1, 'key-of-the-end', '{"type": "finish", "at": 3}', 'camille', '2026-11-20 10:05Z');
  insert into settled_answers values ('${attemptId}', '${questionId}', 'camille', 'mb-800', 'Finance', true, '2026-11-20 10:05Z');
  insert into settled_answers values ('${attemptId}', '${wrongId}', 'camille', 'mb-800', 'Finance', false, '2026-11-20 10:05Z');
  insert into certifications (id, name, description, family, type, status, sources, position)
    values ('mb-800', 'Business Central', '', 'ERP', 'Associate', 'active', '{}', 0);
  insert into questions (id, question_type, text, options, correct_answer, explanation, option_explanations, reference, skill_area, skill, created_at)
    select id::uuid, 'single_choice', '', '[]', '[]', '', '[]', '', 'Finance', '', '2026-11-01 10:00Z'
    from unnest(array['${questionId}', '${wrongId}']) as id;
  insert into review_cards
    select 'camille', id::uuid, 'mb-800', '2026-11-21 00:00Z', '{}' from unnest(array['${questionId}', '${wrongId}']) as id;
  insert into limit_counts values ('attempts:camille', 7, '2026-11-21 10:00Z');
  insert into publications values ('public', 41);`

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxam-first-six-'))
  const firstSix = readdirSync(migrationsFolder).toSorted().slice(0, 6)
  for (const name of firstSix) cpSync(join(migrationsFolder, name), join(folder, name))
  await dropAll()
  await migrate(database.db, folder)
  await sql.raw(rows).execute(database.db)
})
afterEach(() => rmSync(folder, { recursive: true }))

const dropAll = () => sql.raw('drop schema public cascade; create schema public').execute(database.db)

async function expectAllRows() {
  const { db } = database
  expect(await findAttempt(db, attemptId, { userId: 'camille' })).toMatchObject({
    attempt: { certificationId: 'mb-800', set: 'area-2', questionIds: pinned.map(({ id }) => id) },
    pinned,
    next: 2,
    correct: 1,
    total: 1,
  })
  expect(await findAttempt(db, simulationId, { userId: 'camille' })).toMatchObject({ correct: 1, total: 3 })
  expect(await db.selectFrom('attempt_moves').select('key').orderBy('number').execute()).toEqual([
    { key: 'key-of-the-start' },
    { key: 'key-of-the-end' },
  ])
  expect(await db.selectFrom('final_answers').selectAll().where('question_id', '=', questionId).execute()).toEqual([
    {
      attempt_id: attemptId,
      question_id: questionId,
      user_id: 'camille',
      certification_id: 'mb-800',
      skill_area: 'Finance',
      is_correct: true,
      is_guess: false,
      finalized_at: new Date('2026-11-20T10:05:00Z'),
      answer: null,
      version: null,
    },
  ])
  expect(await db.selectFrom('user_profiles').select(['summarized_on', 'reminded_on']).execute()).toEqual([
    { summarized_on: '2026-11-16', reminded_on: '2026-11-20' },
  ])
  expect(await db.selectFrom('review_cards').select(['question_id', 'is_correct']).orderBy('question_id').execute()).toEqual([
    { question_id: questionId, is_correct: true },
    { question_id: wrongId, is_correct: false },
  ])
  expect(await readSettings(db, 'camille')).toMatchObject({ extraTime: 1.25 })
  expect(await db.selectFrom('rate_limit_counts').select(['key', 'count']).execute()).toEqual([{ key: 'attempts:camille', count: 7 }])
  expect(await db.selectFrom('content_versions').selectAll().execute()).toEqual([{ name: 'public', version: 41 }])
}

describe('the schema', () => {
  test('has an index for every foreign key, so that deleting a row does not read a whole table', async () => {
    await migrate(database.db, migrationsFolder)
    const withoutIndex = sql<{ table: string; column: string }>`
      select conrelid::regclass::text as table, attname::text as column
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`
    expect((await withoutIndex.execute(database.db)).rows).toEqual([])
  })
})

describe('a database with a migration that this version does not have', () => {
  test('is refused with a sentence, and stays as it is', async () => {
    await sql`insert into kysely_migration values ('0999_later', '2030-01-01T00:00:00.000Z')`.execute(database.db)
    await expect(migrate(database.db, migrationsFolder)).rejects.toThrow(
      new DatabaseProblem(
        'A later version of Praxam has migrated this database (0999_later); start that version or a later one, or restore a backup from before the update.',
      ),
    )
    expect(await listAppliedMigrations(database.db)).toHaveLength(7)
  })
})

describe('migrating a database from before the renamed tables', () => {
  test('keeps every row', async () => {
    await migrate(database.db, migrationsFolder)
    await expectAllRows()
  })

  test('keeps every row of a restored backup', async () => {
    const pieces: string[] = []
    for await (const piece of writeBackup(database, undefined, new Date())) pieces.push(piece)
    await dropAll()
    await migrate(database.db, migrationsFolder)
    const backup = (async function* () {
      yield* pieces
    })()
    await restoreBackup(database, backup, { migrations: migrationsFolder, dataDir: undefined, mayReplace: false })
    await expectAllRows()
  })
})
