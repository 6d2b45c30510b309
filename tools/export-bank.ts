/**
 * `npm run export-bank [-- FILE] [--exam mb-800] [--replace]`: writes the bank to a file, with or without a running server. The extension of
 * the file determines the format (`exam/export-format.ts`).
 */
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { exportFormats, exportName, findExportFormat } from '#exam/export-format.ts'
import { exportBank } from '#server/bank/export/export.ts'
import { findExportProblem } from '#server/bank/export/limits.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

const usage = `Usage: npm run export-bank -- [FILE] [--exam ID] [--replace]`

await runCommand(
  async (config, words) => {
    const { values, positionals } = parseArguments(words)
    const [name = exportName('json', values.exam, new Date()), ...more] = positionals
    if (more.length > 0) throw new CommandProblem(usage)
    const file = resolve(name)
    const format = findExportFormat(file)
    if (!format) throw new CommandProblem(`${file} must end in ${exportFormats.map((one) => `.${one}`).join(', ')}. Choose another name.`)
    if (existsSync(file) && !values.replace)
      throw new CommandProblem(`${file} already exists. Choose another name, or overwrite it with --replace.`)
    if (!existsSync(dirname(file)))
      throw new CommandProblem(`The folder ${dirname(file)} does not exist. Create it, or choose another one.`)
    const input = { format, examId: values.exam?.toLowerCase() }
    await withDatabaseOrServer(
      config,
      async ({ db }) => {
        const problem = await findExportProblem(db, input)
        if (problem !== undefined) throw new CommandProblem(problem)
        await writeFile(file, Readable.from(exportBank({ db, files: openFileStore(config) }, input)))
      },
      { command: 'export-bank', body: input },
      (answer) =>
        'stream' in answer ? writeFile(file, answer.stream) : Promise.reject(new Error('The response of the server has no export')),
    )
  },
  ['--replace', '--exam'],
)

function parseArguments(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: { exam: { type: 'string' }, replace: { type: 'boolean' } } })
  } catch {
    throw new CommandProblem(usage)
  }
}

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
