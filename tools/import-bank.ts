/**
 * `npm run import-bank -- FILE [--exam mb-800] [--reference URL] [--area NAME] [--format ID] [--dry-run]`: imports questions from a file of
 * this site or of another tool (docs/formats.md), with or without a running server.
 */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { ImportChoices } from '#server/bank/formats/format.ts'
import { openImageEncoder } from '#server/bank/images/image-encoder.ts'
import { importChoicesShape, importFormats } from '#server/bank/import/choices.ts'
import { openImporter } from '#server/bank/import/import.ts'
import type { ImportLine, ImportReport, ImportRow } from '#server/bank/import/messages.ts'
import { CommandProblem } from '#server/operations/command-socket.ts'
import { openFileStore } from '#server/platform/file-store.ts'
import { commandLog, runCommand, withDatabaseOrServer } from './command.ts'

const rowsShownMax = 50

const usage = 'Usage: npm run import-bank -- FILE [--exam ID] [--reference URL] [--area NAME] [--format ID] [--dry-run]'
const options = {
  exam: { type: 'string' },
  reference: { type: 'string' },
  area: { type: 'string' },
  format: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

await runCommand(
  async (config, words) => {
    const { values, positionals } = parseArguments(words)
    const [name, ...more] = positionals
    if (!name || more.length > 0) throw new CommandProblem(usage)
    const isDryRun = values['dry-run'] ?? false
    const choices = readChoices(values)
    const path = resolve(name)
    if (!existsSync(path)) throw new CommandProblem(`The file ${path} does not exist.`)
    await withDatabaseOrServer(
      config,
      async ({ db, withRoomFor }) => {
        const imageEncoder = openImageEncoder()
        try {
          const importer = openImporter({ db, files: openFileStore(config, withRoomFor), imageEncoder, log: commandLog })
          await reportLines(importer.run({ path, fileName: basename(path), isDryRun, actorId: null, choices }), isDryRun)
        } finally {
          await imageEncoder.close()
        }
      },
      { command: 'import-bank', body: { path, isDryRun, choices } },
      async (answer) => {
        if (!('stream' in answer)) throw new Error('The response of the server has no lines')
        await reportLines(readLines(answer.stream), isDryRun)
      },
    )
  },
  Object.keys(options).map((name) => `--${name}`),
)

function parseArguments(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options })
  } catch {
    throw new CommandProblem(usage)
  }
}

function readChoices({ exam, reference, area, format }: ReturnType<typeof parseArguments>['values']): ImportChoices {
  const chosen = { examId: exam?.toLowerCase(), reference, skillArea: area, format }
  const checked = importChoicesShape.safeParse(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)))
  if (checked.success) return checked.data
  const known = importFormats.map(({ id }) => id).join(', ')
  throw new CommandProblem(`--reference must be an http address, and --format one of ${known}.`)
}

async function* readLines(stream: NodeJS.ReadableStream): AsyncGenerator<ImportLine> {
  for await (const line of createInterface(stream)) yield JSON.parse(line) as ImportLine
}

/** Prints the progress and the report of an import. @throws {CommandProblem} when the import is refused or did not finish */
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

function printImportReport({ fileName, reading, total, counts, warnings, rows, setWarnings, categories }: ImportReport): void {
  const nearDuplicates = rows.filter((row) => row.nearDuplicate !== null)
  console.log(
    `${fileName}: ${questions(total)}, ${count(counts.new)} new, ${count(counts.changed)} changed, ${count(counts.same)} unchanged, ${count(counts.refused)} refused.`,
  )
  if (reading.id !== null) console.log(`Read as ${reading.name}${reading.encoding === null ? '' : `, ${reading.encoding}`}.`)
  printRows(
    'Refused:',
    rows.filter(({ verdict }) => verdict === 'refused'),
    ({ problems }) => problems.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
  )
  printRows(
    'Imported without some of their parts:',
    rows.filter(({ verdict, leftOut }) => verdict !== 'refused' && leftOut.length > 0),
    ({ leftOut }) => leftOut.map(({ field, reason }) => `${field}: ${reason}`).join('; '),
  )
  printRows('Near duplicates (warning):', nearDuplicates, ({ nearDuplicate: other }) =>
    other?.index === null ? `of question ${other.id} in the bank` : `of item ${(other?.index ?? 0) + 1}`,
  )
  if (warnings > 0) console.log(`${count(warnings)} warnings. The import screen of the site shows them.`)
  for (const { field, reason } of setWarnings) console.log(field === '' ? reason : `${field}: ${reason}`)
  const unmatched = categories.filter(({ skillArea }) => skillArea === '')
  if (unmatched.length > 0)
    console.log(`Categories that are no skill areas: ${unmatched.map(({ name, count: some }) => `${name} (${count(some)})`).join(', ')}`)
}

function printRows(heading: string, rows: readonly ImportRow[], reasonOf: (row: ImportRow) => string): void {
  if (rows.length === 0) return
  console.log(heading)
  for (const row of rows.slice(0, rowsShownMax)) console.log(`  Item ${row.index + 1}, ${placeOf(row)}: ${reasonOf(row)}`)
  if (rows.length > rowsShownMax) console.log(`  and ${count(rows.length - rowsShownMax)} more`)
}

function placeOf({ file, line, element }: ImportRow): string {
  return [...(file === undefined ? [] : [file]), `line ${line}`, ...(element === undefined ? [] : [element])].join(', ')
}

/** Updates the progress line. Does nothing if the output is not a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function questions(number: number): string {
  return number === 1 ? '1 question' : `${count(number)} questions`
}
