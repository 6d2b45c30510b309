/** `npm run export-bank [-- FILE] [--replace]`: writes the bank into a .json or .zip file, while the server runs or not. */
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
  if (more.length > 0 || words.includes('--dry-run'))
    throw new CommandProblem('Say at most one file: npm run export-bank -- FILE [--replace]')
  const file = resolve(name)
  const format = exportFormats.find((known) => file.toLowerCase().endsWith(`.${known}`))
  if (!format) throw new CommandProblem(`${file} ends neither in .json nor in .zip, which says what to write; choose another name.`)
  if (existsSync(file) && !words.includes('--replace'))
    throw new CommandProblem(`${file} is there already; choose another name, or write over it with --replace.`)
  if (!existsSync(dirname(file))) throw new CommandProblem(`There is no folder ${dirname(file)}; make it first, or choose another.`)
  await withDatabaseOrServer(
    config,
    ({ db }) => keep(file, Readable.from(exportBank({ db, files: openFileStore(config) }, { format }))),
    { command: 'export-bank', body: { format } },
    (answer) => ('stream' in answer ? keep(file, answer.stream) : Promise.reject(new Error('The server answered without an export'))),
  )
})

/** Only a whole export gets its name. */
async function keep(file: string, bytes: Readable): Promise<void> {
  const partial = `${file}.partial`
  try {
    await pipeline(bytes, createWriteStream(partial, { flush: true }))
    await rename(partial, file)
    console.log(`The bank is in ${file} (${((await stat(file)).size / 1_000_000).toFixed(1)} MB).`)
  } catch (error) {
    if (!['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new CommandProblem('The server stopped before the export was complete; run this again, and look into its log if it stops again.')
  } finally {
    await rm(partial, { force: true })
  }
}
