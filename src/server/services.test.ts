import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DatabaseProblem } from '#server/db/embedded.ts'
import { openServices } from '#server/services.ts'
import { contentFolder, migrationsFolder, silentLog } from '#tests/services.ts'
import { withServerDatabase } from '#tests/template-database.ts'

const server = process.env['DATABASE_URL'] ?? ''

/** `options` are settings of the server for each connection. */
function start(address: string, options: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'praxam-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const url = new URL(address)
  url.searchParams.set('options', options)
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url.href })
  return openServices(config, { migrations: migrationsFolder, content: contentFolder }, new Date(), silentLog)
}

describe.skipIf(!server)('a start on an empty database of PostgreSQL is refused with a sentence', () => {
  test.each([
    [
      'that is read-only',
      '-c default_transaction_read_only=on',
      'Praxam cannot start because the database is read-only (cannot execute CREATE TABLE in a read-only transaction); set DATABASE_URL to the primary server, then start again.',
    ],
    [
      'whose user may not create tables',
      '-c role=pg_monitor',
      'Praxam cannot start because the database user lacks permissions (permission denied for schema public); make this user the owner of the database, its schema, and its tables, then start again.',
    ],
  ])('%s', async (_, options, sentence) => {
    await withServerDatabase(server, (address) => expect(start(address, options)).rejects.toThrow(new DatabaseProblem(sentence)))
  })

  test('that has another encoding', async () => {
    await withServerDatabase(
      server,
      (address) =>
        expect(start(address, '')).rejects.toThrow(
          new DatabaseProblem('The database has the encoding LATIN1; create a database with the encoding UTF8, and use that one.'),
        ),
      `ENCODING LATIN1 LOCALE 'C' TEMPLATE template0`,
    )
  })
})
