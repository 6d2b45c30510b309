import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { openBackup, readTableSums, writeBackup } from '#server/operations/backup.ts'
import { checkBackup, readBackupFile } from '#server/operations/read-backup.ts'
import { openCommandSocket } from '#server/operations/command-socket.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { restoreBackup } from '#server/operations/restore.ts'
import { migrationsFolder, openTestDatabase, silentLog } from '#tests/services.ts'
import { copyTemplateDatabase } from '#tests/template-database.ts'

const now = new Date('2026-11-20T12:00:00Z')
const damaged = 'The file is not a Praxam backup, or it is truncated or damaged; use another file.'

const folders: string[] = []
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxam-backup-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const opened: { close: () => Promise<void> }[] = []
const remember = <Resource extends { close: () => Promise<void> }>(resource: Resource): Resource => {
  opened.push(resource)
  return resource
}
afterEach(async () => {
  for (const { close } of opened.splice(0).toReversed()) await close()
})

/** A read-only database with unusual values for all tests. */
let source: Database
beforeAll(async () => {
  source = await openOdd(await openTestDatabase())
})
afterAll(() => source.close())

/** A database with the current schema and without rows. */
const openTarget = async () => remember(await openTestDatabase())

/** The same for an embedded database, also when the tests use a PostgreSQL server. */
async function openEmbedded(): Promise<{ dataDir: string; database: Database }> {
  const { settings } = await copyTemplateDatabase(undefined, silentLog)
  folders.push(settings.dataDir)
  return { dataDir: settings.dataDir, database: remember(await openDatabase(settings, silentLog)) }
}

/** The migrations of the product and another one with values that are easily changed by copying. */
const oddMigrations = (() => {
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
})()

async function openOdd(database: Database): Promise<Database> {
  await migrate(database.db, oddMigrations)
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

/** A fingerprint of each row that does not use the tested module. */
async function fingerprints({ db }: Database): Promise<Record<string, string[]>> {
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

const options = { migrations: oddMigrations, dataDir: undefined, mayReplace: false }

async function aBackupFile(database: Database, dataDir = aFolder()): Promise<string> {
  const file = join(aFolder(), 'backup.gz')
  await pipeline(openBackup(database, dataDir, now), createWriteStream(file))
  return file
}

async function* inPieces(text: string, length = 1000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

describe('a backup', () => {
  test('restores every value unchanged', async () => {
    const target = await openTarget()
    await restoreBackup(target, readBackupFile(await aBackupFile(source)), options)
    const before = await fingerprints(source)
    expect(before['odd_values']).toHaveLength(3)
    for (const table of ['questions', 'question_versions', 'removals', 'image_uses', 'question_statistics', 'audit_log'])
      expect(before[table]).toHaveLength(1)
    expect(await fingerprints(target)).toEqual(before)
    expect(await readTableSums(target.db)).toEqual(await readTableSums(source.db))
  })

  test('restores foreign keys', async () => {
    const target = await openTarget()
    await restoreBackup(target, writeBackup(source, undefined, now), options)
    await expect(sql`update odd_values set parent = 77`.execute(target.db)).rejects.toThrow(/foreign key/)
    await expect(sql`update left_side set right_id = 77`.execute(target.db)).rejects.toThrow(/foreign key/)
  })

  test.skipIf(!process.env['DATABASE_URL'])('goes from embedded to PostgreSQL and back', async () => {
    const target = await openTarget()
    const from = await openOdd((await openEmbedded()).database)
    expect(target.engine).toBe('postgres')
    await restoreBackup(target, writeBackup(from, undefined, now), options)
    const { database: back } = await openEmbedded()
    await restoreBackup(back, writeBackup(target, undefined, now), options)
    const before = await fingerprints(from)
    expect(await fingerprints(target)).toEqual(before)
    expect(await fingerprints(back)).toEqual(before)
    expect(await readTableSums(target.db)).toEqual(await readTableSums(from.db))
  })

  test('contains one consistent snapshot of a changing database', async () => {
    const target = await openTarget()
    const { db } = target
    for (const side of ['account_from', 'account_to']) {
      await sql`create table ${sql.table(side)} (id int primary key, amount int not null)`.execute(db)
      await sql`insert into ${sql.table(side)} select id, 100 from generate_series(1, 3000) id`.execute(db)
    }
    const reading = new AbortController()
    let moves = 0
    const writer = async () => {
      for (; !reading.signal.aborted; moves++) {
        const id = 1 + ((moves * 7) % 3000)
        await db.transaction().execute(async (transaction) => {
          await sql`update account_from set amount = amount - 1 where id = ${id}`.execute(transaction)
          await sql`update account_to set amount = amount + 1 where id = ${id}`.execute(transaction)
        })
        // The embedded database never yields to timers.
        await setImmediate()
      }
    }
    const writing = writer()
    let total = 0
    for await (const piece of writeBackup(target, undefined, now)) {
      for (const [, amount] of piece.matchAll(/^\["\d+","(-?\d+)"\]$/gm)) total += Number(amount)
      await setTimeout(5)
    }
    reading.abort()
    await writing
    expect(moves).toBeGreaterThan(0)
    expect(total).toBe(600_000)
  })

  test('unblocks the embedded database when its reader disconnects', async () => {
    const database = await openOdd((await openEmbedded()).database)
    const bytes = openBackup(database, aFolder(), now)
    bytes.destroy()
    const text = writeBackup(database, undefined, now)
    await text.next()
    await text.return(undefined)
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  })
})

describe('the files of a backup', () => {
  test('include neither database, mail, socket nor incomplete files', async () => {
    const target = await openTarget()
    const dataDir = aFolder()
    const big = Buffer.alloc(500_000, 'binary\0\xff')
    const keep = { 'secrets.json': Buffer.from('{}'), 'images/ab/ü 1.webp': big, 'images/empty': Buffer.alloc(0) }
    const leave = ['db/pgdata/PG_VERSION', 'outbox/1.eml', 'secrets.json.partial', 'restore-1.tmp/x', 'control.sock']
    for (const [path, bytes] of [...Object.entries(keep), ...leave.map((path) => [path, Buffer.from('no')] as const)]) {
      mkdirSync(join(dataDir, path, '..'), { recursive: true })
      writeFileSync(join(dataDir, path), bytes)
    }
    symlinkSync('/etc/passwd', join(dataDir, 'linked'))
    const to = aFolder()
    const file = await aBackupFile(target, dataDir)
    const restore = (mayReplace: boolean) => restoreBackup(target, readBackupFile(file), { ...options, dataDir: to, mayReplace })
    await restore(false)
    const filesIn = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
    expect(filesIn(to)).toHaveLength(3)
    for (const [path, bytes] of Object.entries(keep)) expect(readFileSync(join(to, path)).equals(bytes)).toBe(true)
    expect(statSync(join(to, 'secrets.json')).mode & 0o777).toBe(0o600)

    writeFileSync(join(to, 'images/later'), 'x')
    await expect(restore(false)).rejects.toThrow('already contains files, such as images/ab/ü 1.webp; choose an empty folder')
    await restore(true)
    expect(filesIn(to)).toHaveLength(3)
  })

  test.each(['../outside', '/etc/x', 'db/pgdata/PG_VERSION', 'control.sock', 'a//b', 'a\\b'])(
    'are refused at the path %s',
    async (path) => {
      const text = await textOf(writeBackup(source, undefined, now))
      const [head] = text.split('\n')
      await expect(checkBackup(inPieces(`${head}\n${JSON.stringify({ file: path })}\n`))).rejects.toThrow(damaged)
    },
  )
})

describe('a damaged backup', () => {
  test('is refused wherever it is truncated', async () => {
    const file = await aBackupFile(source)
    const whole = readFileSync(file)
    const text = gunzipSync(whole).toString('utf8')
    for (const share of [0, 0.01, 0.3, 0.6, 0.9]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * share)))
      await expect(checkBackup(readBackupFile(file)), `cut at ${share}`).rejects.toThrow(damaged)
    }
    writeFileSync(file, whole.subarray(0, -1))
    await expect(checkBackup(readBackupFile(file))).rejects.toThrow(damaged)
    const lines = text.trimEnd().split('\n')
    for (let count = 0; count < lines.length; count++) {
      await expect(
        checkBackup(
          inPieces(
            lines
              .slice(0, count)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        ),
      ).rejects.toThrow(damaged)
    }
    expect((await checkBackup(inPieces(text, 7))).tables['odd_values']?.rows).toBe(3)
  })

  test('is refused if a row was changed, removed or duplicated, and leaves the target unchanged', async () => {
    const target = await openTarget()
    const text = await textOf(writeBackup(source, undefined, now))
    const row = '["public","7"]\n'
    expect(text).toContain(row)
    await sql`insert into content_versions values ('public', 3)`.execute(target.db)
    for (const other of ['["public","8"]\n', '', row + row]) {
      await expect(checkBackup(inPieces(text.replace(row, other)))).rejects.toThrow(damaged)
      await expect(restoreBackup(target, inPieces(text.replace(row, other)), { ...options, mayReplace: true })).rejects.toThrow()
    }
    expect((await sql`select version from content_versions`.execute(target.db)).rows).toEqual([{ version: 3 }])
    expect((await sql`select to_regclass('odd_values') is null as gone`.execute(target.db)).rows).toEqual([{ gone: true }])
  })

  test.each([
    ['plain text', 'hello'],
    ['another gzip file', gzipSync('hello\n')],
    ['an empty gzip file', gzipSync('')],
  ])('is %s', async (_, bytes) => {
    const file = join(aFolder(), 'backup.gz')
    writeFileSync(file, bytes)
    await expect(checkBackup(readBackupFile(file))).rejects.toThrow(damaged)
  })
})

describe('restoring', () => {
  test('refuses a database with rows, and replaces it with --replace', async () => {
    const target = await openTarget()
    await sql`insert into content_versions values ('public', 3)`.execute(target.db)
    const restore = (mayReplace: boolean) => restoreBackup(target, writeBackup(source, undefined, now), { ...options, mayReplace })
    await expect(restore(false)).rejects.toThrow(
      'The database already contains rows, such as in content_versions; choose an empty database, or use --replace to delete them.',
    )
    expect((await sql`select version from content_versions`.execute(target.db)).rows).toEqual([{ version: 3 }])
    await restore(true)
    expect(await fingerprints(target)).toEqual(await fingerprints(source))
  })

  test('migrates an older backup', async () => {
    const target = await openTarget()
    const text = await textOf(writeBackup(source, undefined, now))
    const newer = aFolder()
    cpSync(oddMigrations, newer, { recursive: true })
    writeFileSync(
      join(newer, '9999_doubled.sql'),
      'update odd_values set doubled = 2 * id where id < 10; alter table odd_values drop column asked',
    )
    await restoreBackup(target, inPieces(text), { ...options, migrations: newer })
    const { rows } = await sql`select doubled::int as doubled from odd_values where id < 10 order by id`.execute(target.db)
    expect(rows).toEqual([{ doubled: 2 }, { doubled: 4 }])
    await migrate(target.db, newer)
  })

  test('refuses a backup of a later version with its migration', async () => {
    const target = await openTarget()
    const text = await textOf(writeBackup(source, undefined, now))
    await expect(restoreBackup(target, inPieces(text), { ...options, migrations: migrationsFolder })).rejects.toThrow(
      /migration 9998_odd_values, which/,
    )
    await expect(checkBackup(inPieces(text.replace('"format":1', '"format":2')))).rejects.toThrow('The backup has format 2')
  })

  test('refuses a table without a migration', async () => {
    const target = await openTarget()
    await sql`create table foreign_to_us (id int)`.execute(target.db)
    const text = await textOf(writeBackup(target, undefined, now))
    const restoring = restoreBackup(target, inPieces(text), { migrations: migrationsFolder, dataDir: undefined, mayReplace: true })
    await expect(restoring).rejects.toThrow('The table foreign_to_us of the backup is unknown to this version')
  })
})

type Outcome = { code: number | null; out: string; problem: string }

function start(tool: string, words: string[], dataDir: string) {
  const { DATABASE_URL: _, ...environment } = process.env
  return spawn(process.execPath, [join(import.meta.dirname, '../../../tools', tool), ...words], {
    env: { ...environment, DATA_DIR: dataDir },
  })
}

async function run(tool: string, words: string[], dataDir: string): Promise<Outcome> {
  const child = start(tool, words, dataDir)
  const [out, problem, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')])
  return { code: code as number | null, out, problem }
}

async function anEmbeddedSite(): Promise<{ dataDir: string; database: Database }> {
  const { dataDir, database } = await openEmbedded()
  await sql`insert into content_versions select 'number ' || id, id from generate_series(1, 20000) id`.execute(database.db)
  writeFileSync(join(dataDir, 'secrets.json'), '{}')
  return { dataDir, database }
}

// Each test starts several processes, which a busy machine needs time for.
describe('the commands', { timeout: 120_000 }, () => {
  test('back up a running server, restore, and refuse harmful options', async () => {
    const { dataDir, database } = await anEmbeddedSite()
    const file = join(aFolder(), 'site.gz')
    expect(await run('backup.ts', [file], dataDir)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('is in use by another process'),
    })
    const control = await openCommandSocket(
      dataDir,
      { backup: () => Promise.resolve({ stream: openBackup(database, dataDir, now) }) },
      silentLog,
    )
    expect(await run('backup.ts', [file], dataDir)).toMatchObject({ code: 0, out: expect.stringContaining('20000 rows') })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run('backup.ts', [file], dataDir)).toMatchObject({ code: 1, problem: `${file} already exists; choose another name.\n` })
    expect((await run('backup.ts', [join(dataDir, 'x.gz')], dataDir)).problem).toContain('choose a path outside')
    expect((await run('restore.ts', [file, '--replace'], dataDir)).problem).toBe(
      'The server is running; stop it, then run this command again.\n',
    )
    const before = await fingerprints(database)
    await control.close()
    await opened.pop()?.close()

    expect((await run('restore.ts', [file], dataDir)).problem).toContain('already contains files')
    const target = aFolder()
    expect(await run('restore.ts', [file], target)).toMatchObject({ code: 0, out: expect.stringContaining('Restored 20000 rows') })
    expect(await run('backup.ts', [join(aFolder(), 'again.gz')], target)).toMatchObject({ code: 0 })
    expect(await fingerprints(remember(await openDatabase({ dataDir: target, databaseUrl: undefined }, silentLog)))).toEqual(before)
    expect((await run('backup.ts', [join(aFolder(), 'x.gz')], aFolder())).problem).toContain('There is no database in')
  })

  test('leave nothing behind after a killed restore', async () => {
    const { dataDir, database } = await anEmbeddedSite()
    const file = await aBackupFile(database, dataDir)
    const target = aFolder()
    const child = start('restore.ts', [file], target)
    const exit = once(child, 'exit')
    while (!readdirSync(target).some((name) => name.startsWith('restore-'))) await setTimeout(5)
    await setTimeout(400)
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
    expect(existsSync(join(target, 'secrets.json'))).toBe(false)
    const halfway = await openDatabase({ dataDir: target, databaseUrl: undefined }, silentLog)
    expect(await readTableSums(halfway.db)).toEqual({})
    await halfway.close()
    expect(await run('restore.ts', [file], target)).toMatchObject({ code: 0 })
    expect(readdirSync(target).toSorted()).toEqual(['db', 'secrets.json'])
  })

  test('make an administrator with and without a running server', async () => {
    const { dataDir, database } = await anEmbeddedSite()
    await sql`insert into users (id, name, email, email_verified, updated_at)
      values ('1', 'Ada', 'ada@praxam.example', true, now()), ('2', 'Camille', 'camille@praxam.example', true, now())`.execute(database.db)
    const makeAdmin = async (body: unknown) => ({ json: await grantAdministrator(database.db, (body as { email: string }).email) })
    const control = await openCommandSocket(dataDir, { 'make-admin': makeAdmin }, silentLog)
    const ada = 'ada@praxam.example'
    expect(await run('make-admin.ts', [ada], dataDir)).toEqual({ code: 0, out: `${ada} is now an administrator.\n`, problem: '' })
    expect(await run('make-admin.ts', [ada], dataDir)).toEqual({ code: 0, out: `${ada} is already an administrator.\n`, problem: '' })
    const unknown = 'There is no account with the address noor@praxam.example. Sign up first, then run this command again.\n'
    expect(await run('make-admin.ts', ['noor@praxam.example'], dataDir)).toEqual({ code: 1, out: '', problem: unknown })
    await control.close()
    await opened.pop()?.close()
    expect(await run('make-admin.ts', ['Camille@praxam.example'], dataDir)).toMatchObject({ code: 0 })
    expect(await run('make-admin.ts', ['noor@praxam.example'], dataDir)).toEqual({ code: 1, out: '', problem: unknown })
  })

  test.skipIf(!process.env['DATABASE_URL'])('move to PostgreSQL', async () => {
    const target = await openTarget()
    const { dataDir, database } = await anEmbeddedSite()
    const before = await fingerprints(database)
    await opened.pop()?.close()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(target.db)
    const address = new URL(process.env['DATABASE_URL'] ?? '')
    address.pathname = `/${rows[0]?.name}`
    expect((await run('move-to-postgres.ts', ['mysql://x'], dataDir)).problem).toContain('must look like postgres://')
    expect(await run('move-to-postgres.ts', [address.href], dataDir)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/content_versions +20000 .*20000 /),
    })
    expect(await fingerprints(target)).toEqual(before)
    expect(await run('move-to-postgres.ts', [address.href], dataDir)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('already contains rows'),
    })
  })
})
