/** `npm run export-bank [-- FILE] [--replace]`: writes the bank to a .json or .zip file, with or without a running server. */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportBank, exportFormats, exportName } from '#server/bank/export.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

await runCommand(async (config, words) => {
  const [name = exportName('json', new Date()), ...more] = words.filter((word) => word !== '--replace')
  if (more.length > 0 || words.includes('--dry-run')) throw new CommandProblem('Usage: npm run export-bank -- [FILE] [--replace]')
  const file = resolve(name)
  const format = exportFormats.find((known) => file.toLowerCase().endsWith(`.${known}`))
  if (!format) throw new CommandProblem(`${file} must end in .json or .zip. Choose another name.`)
  if (existsSync(file) && !words.includes('--replace'))
    throw new CommandProblem(`${file} already exists. Choose another name, or overwrite it with --replace.`)
  if (!existsSync(dirname(file))) throw new CommandProblem(`The folder ${dirname(file)} does not exist. Create it, or choose another one.`)
  await withDatabaseOrServer(
    config,
    ({ db }) => writeFile(file, Readable.from(exportBank({ db, files: openFileStore(config) }, { format }))),
    { command: 'export-bank', body: { format } },
    (answer) =>
      'stream' in answer ? writeFile(file, answer.stream) : Promise.reject(new Error('The response of the server has no export')),
  )
})

/** Writes to a temporary name first, so that only a complete export has the final name. */
async function writeFile(file: string, bytes: Readable): Promise<void> {
  const partial = `${file}.partial`
  try {
    await pipeline(bytes, createWriteStream(partial, { flush: true }))
    await rename(partial, file)
    console.log(`Exported the bank to ${file} (${((await stat(file)).size / 1_000_000).toFixed(1)} MB).`)
  } catch (error) {
    if (!['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new CommandProblem(
      'The server stopped before the export was complete. Run this command again. If it fails again, see the server log.',
    )
  } finally {
    await rm(partial, { force: true })
  }
}
