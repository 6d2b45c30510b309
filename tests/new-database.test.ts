/** The template for new databases is the same in every installation, so it must contain nothing that belongs to a single installation. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { prepareDatabase } from '#server/services.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

/** The catalog and one bank. All of the content takes longer. */
async function copyContent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'praxam-content-'))
  for (const name of ['certifications.json', 'outlines/mb-800.json', 'bank/mb-800.json', 'edition.json'])
    await cp(join(contentFolder, name), join(folder, name))
  return folder
}

test('a new database contains only the schema and the content: no secrets, accounts, identifiers or jobs', async () => {
  const content = await copyContent()
  const { settings, dispose } = await copyTemplateDatabase(process.env['DATABASE_URL'], silentLog)
  const database = await openDatabase(settings, silentLog)
  await prepareDatabase(database, { migrations: migrationsFolder, content }, new Date(), silentLog)
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(database.db)
  const firstRows = tables.map(({ name }) => sql`(select ${name}::text as name from ${sql.table(name)} limit 1)`)
  const { rows: filled } = await sql<{ name: string }>`${sql.join(firstRows, sql` union all `)} order by name`.execute(database.db)
  await database.close()
  await dispose()
  await rm(content, { recursive: true })
  expect(filled.map(({ name }) => name)).toEqual([
    'public.case_studies',
    'public.certifications',
    'public.content_files',
    'public.content_versions',
    'public.kysely_migration',
    'public.kysely_migration_lock',
    'public.outlines',
    'public.question_entries',
    'public.question_freshness',
    'public.questions',
    'public.skill_areas',
  ])
}, 120_000)
