import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { grantAdministrator } from '#server/accounts/administrators.ts'
import { openBackup, readTableSums } from '#server/operations/backup.ts'
import { findSocket, openCommandSocket } from '#server/operations/command-socket.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { silentLog } from '#tests/services.ts'
import {
  aBackupFile,
  aFolder,
  fingerprints,
  now,
  openEmbedded,
  openTarget,
  opened,
  prepareBackups,
  remember,
} from '#server/operations/backup.test-setup.ts'

prepareBackups()

type Outcome = { code: number | null; out: string; problem: string }

const toolsFolder = join(import.meta.dirname, '../../../tools')

function start(tool: string, words: string[], dataDir: string, program = [process.execPath]) {
  const { DATABASE_URL: _, ...environment } = process.env
  const [command = '', ...parameters] = [...program, join(toolsFolder, tool), ...words]
  return spawn(command, parameters, { env: { ...environment, DATA_DIR: dataDir } })
}

function run(tool: string, words: string[], dataDir: string): Promise<Outcome> {
  return finish(start(tool, words, dataDir))
}

/** Runs a command that cannot write more than 512 bytes to a file. The system would end it with a signal, which is ignored. */
function runWithoutRoom(tool: string, words: string[], dataDir: string): Promise<Outcome> {
  return finish(start(tool, words, dataDir, ['sh', '-c', 'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"', process.execPath]))
}

async function finish(child: ReturnType<typeof start>): Promise<Outcome> {
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
  test('say that a damaged database must be restored', async () => {
    const { dataDir, database } = await openEmbedded()
    const { rows } = await sql<{ path: string }>`select pg_relation_filepath('users') as path`.execute(database.db)
    const values = { id: 'ada', name: '', email: 'ada@example.com', email_verified: true, created_at: now, updated_at: now }
    await database.db.insertInto('users').values(values).execute()
    await opened.pop()?.close()
    const path = join(dataDir, 'db/pgdata', rows[0]?.path ?? '')
    writeFileSync(path, Buffer.alloc(statSync(path).size, 7))
    expect(await run('make-admin.ts', ['ada@example.com'], dataDir)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/The database in .* is damaged \(.*\); check the disk, then restore a backup .*\n$/),
    })
  })

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
    const leftover = join(dirname(file), 'killed.gz.praxam-partial')
    writeFileSync(leftover, '')
    utimesSync(leftover, 0, 0)
    expect(await runWithoutRoom('backup.ts', [file], dataDir)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^The backup cannot be written to .* \(EFBIG\); make room there.*\n$/),
    })
    expect(readdirSync(dirname(file))).toEqual([])
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

  test('say in a sentence that the server was killed', async () => {
    const { dataDir } = await anEmbeddedSite()
    const kill = () => server.closeAllConnections()
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).write('byte', () => setImmediate(kill))
    })
    await once(server.listen(findSocket(dataDir)), 'listening')
    remember({ close: async () => void server.close() })
    expect(await run('backup.ts', [join(aFolder(), 'site.gz')], dataDir)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^The server stopped before the command was complete; [^\n]+\n$/),
    })
  })

  const stopped = 'The database became unavailable before the command was complete'
  const restart = 'make sure that it runs and accepts connections'
  const isFull = 'The command is not complete because the disk of the database has no room'
  const isReadOnly = 'The command is not complete because the database is read-only'
  const isRefused = 'The command is not complete because the database user lacks permissions'

  test.each([
    ['57P01', 'terminating connection due to administrator command', stopped, restart],
    ['ECONNRESET', 'read ECONNRESET', stopped, restart],
    ['', 'Connection terminated unexpectedly', stopped, restart],
    ['53100', 'could not extend file "base/5/16384": No space left on device', isFull, 'free space on it'],
    ['25006', 'cannot execute INSERT in a read-only transaction', isReadOnly, 'set DATABASE_URL to the primary server'],
    ['42501', 'permission denied for schema public', isRefused, 'make this user the owner of the database, its schema, and its tables'],
  ])('say in a sentence why the database ended them: %s %s', async (code, message, problem, advice) => {
    const script = `
      import { runCommand } from ${JSON.stringify(pathToFileURL(join(toolsFolder, 'command.ts')))}
      await runCommand(() => Promise.reject(Object.assign(new Error('${message}'), { code: '${code}' })))`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
    expect(await finish(child)).toEqual({
      code: 1,
      out: '',
      problem: `${problem} (${message.replace(/\.$/, '')}); ${advice}, then run the command again.\n`,
    })
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

  test.each([
    [
      'a later',
      sql`insert into kysely_migration values ('9999_later', '2030-01-01T00:00:00.000Z')`,
      /^A later version of Praxam has migrated this database \(9999_later\); start that version or a later one/,
    ],
    [
      'an earlier',
      sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`,
      /^The database does not have the schema of this version yet; start the server once, then run the command again\.$/m,
    ],
  ])('refuse the database of %s version with a sentence, except for the backup', async (_, change, sentence) => {
    const { dataDir, database } = await anEmbeddedSite()
    await change.execute(database.db)
    await opened.pop()?.close()
    for (const [tool, ...words] of [
      ['make-admin.ts', 'ada@praxam.example'],
      ['export-bank.ts', join(aFolder(), 'bank.json')],
    ] as const)
      expect(await run(tool, words, dataDir)).toEqual({ code: 1, out: '', problem: expect.stringMatching(sentence) })
    expect(await run('backup.ts', [join(aFolder(), 'site.gz')], dataDir)).toMatchObject({ code: 0, problem: '' })
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
