/** `npm run backup -- FILE`: writes a backup and verifies it. The server may be running. */
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openBackup } from '#server/operations/backup.ts'
import { checkBackup, readBackupFile } from '#server/operations/read-backup.ts'
import type { BackupContents } from '#server/operations/backup-tally.ts'
import { removeAbandoned } from '#server/platform/folders.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

/** Not just `.partial`, because other programs may use that suffix in the same folder. */
const partialSuffix = '.praxam-partial'
const partialPattern = /\.praxam-partial$/

await runCommand(async (config, [name, ...more]) => {
  if (!name || more.length > 0) throw new CommandProblem('Name the backup file: npm run backup -- FILE')
  const file = resolve(name)
  if (existsSync(file)) throw new CommandProblem(`${file} already exists; choose another name.`)
  if (!existsSync(dirname(file))) throw new CommandProblem(`There is no folder ${dirname(file)}; create it first, or choose another one.`)
  if (!relative(config.dataDir, file).startsWith('..')) {
    throw new CommandProblem(`${file} is in the data folder; choose a path outside it.`)
  }
  await withDatabaseOrServer(
    config,
    (database) => writeVerified(file, openBackup(database, config.dataDir, new Date())),
    { command: 'backup', body: {}, acceptsAnySchema: true },
    (result) => ('stream' in result ? writeVerified(file, result.stream) : Promise.reject(new Error('The server sent no backup'))),
  )
})

/** Writes the backup under a temporary name, reads it back to check it, and only then gives it its final name. */
async function writeVerified(file: string, bytes: Readable): Promise<void> {
  await removeAbandoned(dirname(file), partialPattern)
  const partial = `${file}${partialSuffix}`
  try {
    await write(partial, bytes)
    const contents = await checkBackup(readBackupFile(partial))
    await rename(partial, file)
    await flush(dirname(file))
    console.log(formatReport(file, contents, (await stat(file)).size))
  } finally {
    await rm(partial, { force: true })
  }
}

/** @throws {CommandProblem} if the folder cannot be written or its disk is full */
async function write(path: string, bytes: Readable): Promise<void> {
  await rm(path, { force: true })
  const output = await open(path, 'wx', 0o600).catch(explainFailedWrite(path, ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']))
  try {
    await pipeline(bytes, output.createWriteStream({ flush: true })).catch(explainFailedWrite(path, ['ENOSPC', 'EDQUOT', 'EFBIG']))
  } finally {
    await output.close().catch(() => undefined)
  }
}

/** Replaces an error with one of these codes by a sentence. The pipeline may also fail with an error of the database or of the server. */
function explainFailedWrite(path: string, codes: readonly string[]) {
  return (error: unknown): never => {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!codes.includes(code)) throw error
    throw new CommandProblem(
      `The backup cannot be written to ${dirname(path)} (${code}); make room there, or choose another folder, and run the command again.`,
    )
  }
}

/** Flushes a folder, so that a new name survives a power failure. Windows refuses to flush folders. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function formatReport(file: string, { tables, files }: BackupContents, bytes: number): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `Backup written and verified: ${rows} rows of ${Object.keys(tables).length} tables and ${Object.keys(files).length} files in ${file} (${size}). It contains secrets and personal data.`
}
