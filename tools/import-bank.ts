/** `npm run import-bank -- FILE [--dry-run]`: imports questions from a .json or .zip file, with or without a running server. */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport, ImportRow } from '#server/bank/import/messages.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { commandLog, runCommand, withDatabaseOrServer } from './command.ts'

const rowsShownMax = 50

await runCommand(async (config, words) => {
  const isDryRun = words.includes('--dry-run')
  const [name, ...more] = words.filter((word) => word !== '--dry-run')
  if (!name || more.length > 0 || words.includes('--replace')) throw new CommandProblem('Usage: npm run import-bank -- FILE [--dry-run]')
  const path = resolve(name)
  if (!existsSync(path)) throw new CommandProblem(`The file ${path} does not exist.`)
  await withDatabaseOrServer(
    config,
    async ({ db }) => {
      const imageEncoder = openImageEncoder()
      try {
        const importer = openImporter({ db, files: openFileStore(config), imageEncoder, log: commandLog })
        await reportLines(importer.run({ path, fileName: basename(path), isDryRun, actorId: null }), isDryRun)
      } finally {
        await imageEncoder.close()
      }
    },
    { command: 'import-bank', body: { path, isDryRun } },
    async (answer) => {
      if (!('stream' in answer)) throw new Error('The response of the server has no lines')
      await reportLines(readLines(answer.stream), isDryRun)
    },
  )
})

async function* readLines(stream: NodeJS.ReadableStream): AsyncGenerator<ImportLine> {
  for await (const line of createInterface(stream)) yield JSON.parse(line) as ImportLine
}

/** @throws {CommandProblem} when something is refused */
async function reportLines(lines: AsyncIterable<ImportLine>, isDryRun: boolean): Promise<void> {
  let report: ImportReport | undefined
  let hasFinished = false
  let isWriting = false
  for await (const line of lines) {
    switch (line.type) {
      case 'progress':
        if (line.stage === 'writing' && !isWriting) {
          isWriting = true
          showProgress('')
          console.log('Importing...')
        }
        showProgress(`${line.stage} ${count(line.done)} of ${count(line.total)}`)
        break
      case 'report':
        showProgress('')
        report = line
        printImportReport(line)
        break
      case 'failed':
        showProgress('')
        throw new CommandProblem(line.message)
      case 'finished':
        showProgress('')
        hasFinished = true
        console.log('Imported.')
    }
  }
  if (!report || (!isDryRun && !hasFinished))
    throw new CommandProblem(
      'The server stopped before it reported the result. Either everything was written or nothing. Import the file again.',
    )
  if (report.counts.refused > 0) process.exitCode = 1
  if (isDryRun) console.log('This was a dry run. Nothing was written.')
}

function printImportReport({ fileName, total, counts, warnings, rows, setWarnings }: ImportReport): void {
  const nearDuplicates = rows.filter((row) => row.nearDuplicate !== null)
  console.log(
    `${fileName}: ${questions(total)}, ${count(counts.new)} new, ${count(counts.changed)} changed, ${count(counts.same)} unchanged, ${count(counts.refused)} refused.`,
  )
  printRows(
    'Refused:',
    rows.filter(({ verdict }) => verdict === 'refused'),
    ({ problems }) => problems.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
  )
  printRows('Near duplicates (warning):', nearDuplicates, ({ nearDuplicate: other }) =>
    other?.index === null ? `of question ${other.id} in the bank` : `of item ${(other?.index ?? 0) + 1}`,
  )
  if (warnings > 0) console.log(`${count(warnings)} warnings. The import screen of the site shows them.`)
  for (const { field, reason } of setWarnings) console.log(`${field}: ${reason}`)
}

function printRows(heading: string, rows: readonly ImportRow[], reasonOf: (row: ImportRow) => string): void {
  if (rows.length === 0) return
  console.log(heading)
  for (const row of rows.slice(0, rowsShownMax)) console.log(`  Item ${row.index + 1}, line ${row.line}: ${reasonOf(row)}`)
  if (rows.length > rowsShownMax) console.log(`  and ${count(rows.length - rowsShownMax)} more`)
}

/** Replaces the progress line, only on a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function questions(number: number): string {
  return number === 1 ? '1 question' : `${count(number)} questions`
}
