/**
 * Backups: the database and the files of the data folder as one gzip file of JSON lines. The format is the same for both engines. A
 * backup is written from one snapshot of the database. `restore.ts` restores it.
 *
 * | line | meaning |
 * |---|---|
 * | `{"praxam":"backup","format":1,"createdAt":…,"engine":…,"migrations":[…],"tables":[{"name":…,"columns":[…]}]}` | the head |
 * | `{"table":"publications"}` | the following rows are from this table |
 * | `["public","7",null]` | a row: each column as PostgreSQL prints it, in the order of the head |
 * | `{"file":"images/a.webp"}` | the following chunks are from this file of the data folder |
 * | `"UklGRg=="` | a chunk in base64 |
 * | `{"end":{"tables":{…},"files":{…}}}` | counts and checksums of everything; without this line the file is truncated |
 *
 * Values are copied as text, so microseconds, `NaN`, integers beyond 2^53, and the whitespace of a `json` column survive.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Database } from '#server/db/database.ts'
import { listAppliedMigrations } from '#server/db/migrate.ts'
import { openSnapshot } from '#server/db/transact.ts'
import { undefinedIfMissing } from '#server/platform/file-store.ts'
import { listFiles } from '#server/operations/backup-files.ts'
import { listTables, readRows, setTextFormat, sumTables } from '#server/operations/backup-tables.ts'
import { countChunk, createTally, finishTally, type TableSums, type Tally } from '#server/operations/backup-tally.ts'
import { backupFormat } from '#server/operations/read-backup.ts'

type BackupSource = Pick<Database, 'db' | 'engine'>

const fileChunkBytes = 192 * 1024
/** Takes half the time of the default level for about the same size. The embedded database is blocked while rows are read. */
const gzipLevel = 4

/**
 * The text of a backup: the database and, if a data folder is given, its files.
 *
 * The embedded database is blocked until all rows are read. The files are read after that.
 */
export async function* writeBackup({ db, engine }: BackupSource, dataDir: string | undefined, now: Date): AsyncGenerator<string> {
  const tally = createTally()
  const snapshot = await openSnapshot(db)
  try {
    await setTextFormat(snapshot)
    const tables = await listTables(snapshot)
    const head = { createdAt: now.toISOString(), engine, migrations: await listAppliedMigrations(snapshot) }
    yield formatLine({ praxam: 'backup', format: backupFormat, ...head, tables: tables.map(({ name, columns }) => ({ name, columns })) })
    for (const table of tables) {
      yield formatLine({ table: table.name })
      for await (const rows of readRows(snapshot, table, tally)) yield `${rows.join('\n')}\n`
    }
  } finally {
    await snapshot.rollback().execute()
  }
  if (dataDir !== undefined) yield* writeFiles(dataDir, tally)
  yield formatLine({ end: finishTally(tally) })
}

/** A backup as the bytes of its file. An error is emitted on the stream. */
export function openBackup(database: BackupSource, dataDir: string, now: Date): Readable {
  return pipeline(Readable.from(writeBackup(database, dataDir, now)), createGzip({ level: gzipLevel }), () => undefined)
}

export async function readTableSums(db: Database['db']): Promise<TableSums> {
  const snapshot = await openSnapshot(db)
  try {
    await setTextFormat(snapshot)
    return await sumTables(snapshot, await listTables(snapshot))
  } finally {
    await snapshot.rollback().execute()
  }
}

async function* writeFiles(dataDir: string, tally: Tally): AsyncGenerator<string> {
  for (const path of await listFiles(dataDir)) {
    // The file may have been removed since it was listed.
    const file = await open(join(dataDir, path)).catch(undefinedIfMissing)
    if (!file) continue
    yield formatLine({ file: path })
    countChunk(tally, path, Buffer.alloc(0))
    for await (const chunk of file.createReadStream({ highWaterMark: fileChunkBytes }) as AsyncIterable<Buffer>) {
      countChunk(tally, path, chunk)
      yield `"${chunk.toString('base64')}"\n`
    }
  }
}

function formatLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
