import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChallenges, listJoinedReports } from '#server/challenges/list.ts'
import { migrate } from '#server/db/migrate.ts'
import { listReports } from '#server/reports/reports.ts'
import { migrationsFolder, openTestDatabase, type TestDatabase } from '#tests/services.ts'

const [kept, deleted] = ['018f0000-0000-7000-8000-0000000000aa', '018f0000-0000-7000-8000-0000000000bb']
const reportId = (end: number) => `018f0000-0000-7000-8000-00000000000${end}`

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'praxam-reports-'))
  for (const name of readdirSync(migrationsFolder).filter((name) => name < '0020')) cpSync(join(migrationsFolder, name), join(folder, name))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.close()
})

/** A report as the previous release stored it. */
const report = (end: number, questionId: string | undefined, reason: string, version: number, closedAt: string | null = null) =>
  `('${reportId(end)}', '${reportId(end)}', '${questionId}', ${version}, '${reason}', 'Text ${end}', '2026-11-0${end} 10:00Z', ${closedAt && `'${closedAt}'`})`

test('open reports against a question become one challenge; others stay reports', async () => {
  const { db } = database
  await sql.raw('drop schema public cascade; create schema public').execute(db)
  await migrate(db, folder)
  await sql
    .raw(
      `insert into certifications (id, name, description, family, type, status, sources, position)
         values ('mb-800', 'Business Central', '', 'ERP', 'Associate', 'active', '{}', 0);
       insert into questions
           (id, exam_id, question_type, text, options, correct_answer, explanation, option_explanations, reference, skill_area, skill, created_at)
         values ('${kept}', 'mb-800', 'single_choice', '<p>Which?</p>', '[]', '[]', '', '[]', '', 'Finance', '', '2026-11-01 10:00Z');
       insert into question_reports (id, key, question_id, version, reason, text, created_at, closed_at) values
         ${[
           report(1, kept, 'typo', 1),
           report(2, kept, 'unclear', 2),
           report(3, kept, 'wrong_answer', 1),
           report(4, kept, 'outdated', 1, '2026-11-05 10:00Z'),
           report(5, deleted, 'outdated', 1),
         ].join(', ')}`,
    )
    .execute(db)
  await migrate(db, migrationsFolder)
  const { challenges } = await listChallenges(db, { state: 'open' })
  expect(challenges).toMatchObject([
    {
      id: reportId(2),
      questionId: kept,
      certificationId: 'mb-800',
      version: 1,
      reportCount: 2,
      reportedVersion: 1,
      openedAt: new Date('2026-11-02T10:00Z'),
      changedBy: null,
    },
  ])
  expect((await listJoinedReports(db, reportId(2))).map(({ text }) => text)).toEqual(['Text 3', 'Text 2'])
  expect((await listReports(db, {})).reports.map(({ text }) => text)).toEqual(['Text 5', 'Text 1'])
})
