/** `npm run backup -- FILE`: writes a backup of everything, while the server runs or not, and reads it back. */
import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkBackup, openBackup, readBackupFile } from '#server/operations/backup.ts'
import type { BackupContents } from '#server/operations/backup.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

await runCommand(async (config, [name, ...more]) => {
  if (!name || more.length > 0) throw new CommandProblem('Say where the backup goes: npm run backup -- FILE')
  const file = resolve(name)
  if (existsSync(file)) throw new CommandProblem(`${file} is there already; choose another name.`)
  if (!existsSync(dirname(file))) throw new CommandProblem(`There is no folder ${dirname(file)}; make it first, or choose another.`)
  if (!relative(config.dataDir, file).startsWith('..')) {
    throw new CommandProblem(`${file} is in the data folder, which it is a backup of; choose a place outside.`)
  }
  await withDatabaseOrServer(
    config,
    (database) => keep(file, openBackup(database, config.dataDir, new Date())),
    { command: 'backup', body: {} },
    (answer) => ('stream' in answer ? keep(file, answer.stream) : Promise.reject(new Error('The server answered without a backup'))),
  )
})

/** Only a backup that could be read back, and is on the disk, gets its name. */
async function keep(file: string, bytes: Readable): Promise<void> {
  const partial = `${file}.partial`
  try {
    await write(partial, bytes)
    const contents = await checkBackup(readBackupFile(partial))
    await rename(partial, file)
    await flush(dirname(file))
    console.log(sentence(file, contents, (await stat(file)).size))
  } finally {
    await rm(partial, { force: true })
  }
}

async function write(path: string, bytes: Readable): Promise<void> {
  await rm(path, { force: true })
  const output = await open(path, 'wx', 0o600)
  try {
    await pipeline(bytes, output.createWriteStream({ flush: true }))
  } catch (error) {
    if (!['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new CommandProblem('The server stopped before the backup was complete; run this again, and look into its log if it stops again.')
  } finally {
    await output.close().catch(() => undefined)
  }
}

/** Makes the new name last. Windows refuses to flush folders. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function sentence(file: string, { tables, files }: BackupContents, bytes: number): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `Backup written and read back: ${rows} rows of ${Object.keys(tables).length} tables and ${Object.keys(files).length} files in ${file} (${size}). It holds secrets and personal data.`
}
