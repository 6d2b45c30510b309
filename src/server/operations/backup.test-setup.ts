/** What the tests of backups share: databases with unusual values, embedded databases, and backup files. */
import { cpSync, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { afterAll, afterEach } from 'vitest'
import { openBackup } from '#server/operations/backup.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrationsFolder, openTestDatabase, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

export const now = new Date('2026-11-20T12:00:00Z')

const folders: string[] = []
export const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-backup-'))
  folders.push(folder)
  return folder
}

export const opened: { close: () => Promise<void> }[] = []
export const remember = <Resource extends { close: () => Promise<void> }>(resource: Resource): Resource => {
  opened.push(resource)
  return resource
}

/** A database with the current schema and without rows. */
export const openTarget = async () => remember(await openTestDatabase())

/** The same for an embedded database, even when the tests use a PostgreSQL server. */
export async function openEmbedded(): Promise<{ dataDir: string; database: Database }> {
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  folders.push(settings.dataDir)
  return { dataDir: settings.dataDir, database: remember(await openDatabase(settings, silentLog)) }
}

/** The migrations of the product, and one more with values that are easily changed by copying. @returns their folder */
export function makeOddMigrations(): string {
  const folder = aFolder()
  cpSync(migrationsFolder, folder, { recursive: true })
  writeFileSync(
    join(folder, '9998_odd_values.sql'),
    `create table odd_values (
      id bigint primary key, parent bigint references odd_values (id), at timestamptz, local timestamp, day date, hour time, span interval,
      exact numeric, money numeric(12,2), rough double precision, single real, plain text, short varchar(5), fixed char(6), yes boolean,
      bytes bytea, asked json, kept jsonb, "Name with ""quotes""" text[], grid int[], id_of uuid, address inet, doubled bigint
    );
    create table left_side (id int primary key, right_id int);
    create table right_side (id int primary key, left_id int references left_side (id));
    alter table left_side add constraint to_right foreign key (right_id) references right_side (id);`,
  )
  return folder
}

/** Fills a database with unusual values. `migrations`: as returned by `makeOddMigrations`. */
export async function fillOdd(database: Database, migrations: string): Promise<Database> {
  await migrate(database.db, migrations)
  const fill = `
    insert into odd_values (id, parent) values (9223372036854775807, null), (1, 2), (2, 1);
    update odd_values set
      at = '2026-11-20 12:34:56.123456+02', local = 'infinity', day = '0044-03-15 BC', hour = '23:59:59.999999', span = '1 year -2 days 03:04:05.6',
      exact = '123456789012345678901234567890.123456789', money = 0.10, rough = 0.1::float8 + 0.2::float8, single = 1e-38,
      plain = E'日本語 🎓\\n\\t\\r\\\\ "quoted" ''x'' \\u2028 \\u0001 null', short = 'a b', fixed = 'pad', yes = true, bytes = '\\x00ff0a5c',
      asked = E'{ "b" : 1.10,\\n "a":1, "a":2 }', kept = '{"b": 1.10, "a": [null, "\\n"]}',
      "Name with ""quotes""" = '{}', grid = '[2:3][1:2]={{1,2},{3,NULL}}', id_of = '018f0000-0000-7000-8000-000000000000', address = '::1/128'
      where id = 1;
    update odd_values set at = '-infinity', exact = 'NaN', rough = '-Infinity', plain = '', kept = 'null', asked = 'null',
      "Name with ""quotes""" = '{"a,b",NULL,"NULL","","\\\\\\""}' where id = 2;
    insert into left_side values (1, null); insert into right_side values (1, 1); update left_side set right_id = 1;
    insert into content_versions values ('public', 7);
    insert into certifications (id, name, description, family, type, status, sources, position, updated_at)
      values ('mb-800', 'Business Central', '', 'ERP', 'Associate', 'active', '{}', 0, now());
    insert into questions (id, question_type, text, options, correct_answer, explanation, option_explanations, reference, skill_area, skill,
        created_at, state, version, updated_at, updated_by)
      values ('018f0000-0000-7000-8000-000000000000', 'single_choice', '<p>Été?</p>', '["a", "b"]', '["A"]', '', '[]', 'https://example.com', '', '',
        '2026-11-20 12:34:56.123456+02', 'draft', 2, now(), 'ada');
    insert into question_versions values ('018f0000-0000-7000-8000-000000000000', 1, '{"text": "<p>Old?</p>"}', null, null);
    insert into removals values ('question', '018f0000-0000-7000-8000-000000000001', now());
    insert into image_uses values ('one.png', 'question', '018f0000-0000-7000-8000-000000000000');
    insert into question_statistics values ('018f0000-0000-7000-8000-000000000000', 3, 2);
    insert into contact_messages (id, address, text, created_at)
      values ('018f0000-0000-7000-8000-000000000002', 'noor@example.com', E'A key is wrong.\\nSee “page 2”.', now());
    insert into audit_log values ('1', now(), 'ada', 'bank-imported', '', '{"new": 2}');`
  await sql.raw(fill).execute(database.db)
  return database
}

/** A fingerprint of each row, computed without the tested module. */
export async function fingerprints({ db }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not like 'kysely%' order by 1`.execute(db)
  const found: Record<string, string[]> = {}
  await db.transaction().execute(async (transaction) => {
    await sql`set local timezone = 'UTC'`.execute(transaction)
    for (const { name } of tables) {
      const rows = await sql<{ md5: string }>`select md5(each::text) as md5 from ${sql.table(name)} each order by 1`.execute(transaction)
      found[name] = rows.rows.map(({ md5 }) => md5)
    }
  })
  return found
}

export async function aBackupFile(database: Database, dataDir = aFolder()): Promise<string> {
  const file = join(aFolder(), 'backup.gz')
  await pipeline(openBackup(database, dataDir, now), createWriteStream(file))
  return file
}

/** Closes the databases after each test, and removes the folders after all tests of a file. */
export function prepareBackups(): void {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const { close } of opened.splice(0).toReversed()) await close()
  })
}
