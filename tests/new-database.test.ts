/** The template for new databases is the same in every installation, so it must contain nothing that belongs to one of them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { prepareDatabase } from '#server/services.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

test('a new database contains only the schema and the content: no secrets, accounts, identifiers or jobs', async () => {
  const { settings, dispose } = await copyTemplateDatabase(process.env['DATABASE_URL'], silentLog)
  const database = await openDatabase(settings, silentLog)
  await prepareDatabase(database, { migrations: migrationsFolder, content: contentFolder }, new Date(), silentLog)
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(database.db)
  const filled: string[] = []
  for (const { name } of rows) {
    const { rows: first } = await sql`select from ${sql.table(name)} limit 1`.execute(database.db)
    if (first.length > 0) filled.push(name)
  }
  await database.close()
  await dispose()
  expect(filled.toSorted()).toEqual([
    'public.case_studies',
    'public.certifications',
    'public.content_files',
    'public.content_versions',
    'public.kysely_migration',
    'public.kysely_migration_lock',
    'public.question_entries',
    'public.questions',
    'public.skill_areas',
  ])
})
