/**
 * `npm run check-sources [-- --folder FOLDER] [--json]`: compares the lines that questions cite with the newest versions of their pages,
 * and stores which questions need a re-check. Downloads the repositories of the pages to the data folder, or reads them from
 * `FOLDER/<owner>/<name>` or `FOLDER/<owner>+<name>`. The server may be running. The exit code is 1 if something needs attention.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '#server/config.ts'
import {
  checkSources,
  compareTexts,
  listCitedSources,
  printChanges,
  storePageChecks,
  type CitedSource,
  type PageCheck,
  type RepositoryFolder,
  type SourceChecks,
  type StoredChecks,
} from '#server/freshness/index.ts'
import { CommandProblem, sendCommand } from '#server/operations/command-socket.ts'
import { GitMissing } from '#server/platform/git.ts'
import { runCommand, withDatabaseOrServer } from './command.ts'

const usage = 'Usage: npm run check-sources [-- --folder FOLDER] [--json]'
/** Smaller than the limit of the server for one command. */
const bodyLengthMax = 16_000

await runCommand(
  async (config, words) => {
    const isJson = words.includes('--json')
    const from = parseFolder(
      config,
      words.filter((word) => word !== '--json'),
    )
    const say = isJson ? () => undefined : (line: string) => console.log(line)
    const sources = await readSources(config)
    const result = check(sources, from, say)
    const stored = await storeChecks(config, result.checks)
    if (isJson) console.log(JSON.stringify({ ...result, ...stored }, null, 2))
    else printResult(sources, result, stored)
    const isDone = result.problems.length === 0 && result.checks.every(({ outcome }) => outcome === 'unchanged' || outcome === 'moved')
    if (!isDone) process.exitCode = 1
  },
  ['--folder', '--json'],
)

function parseFolder({ dataDir }: Config, words: readonly string[]): RepositoryFolder {
  const [option, name, ...more] = words
  if (option === undefined) {
    const folder = join(dataDir, 'page-repositories')
    mkdirSync(folder, { recursive: true })
    return { folder, addressOf: (repository) => `https://github.com/${repository}.git` }
  }
  if (option !== '--folder' || name === undefined || more.length > 0) throw new CommandProblem(usage)
  const folder = resolve(name)
  if (!existsSync(folder)) throw new CommandProblem(`The folder ${folder} does not exist.`)
  return { folder }
}

function check(sources: readonly CitedSource[], from: RepositoryFolder, say: (line: string) => void): SourceChecks {
  try {
    return checkSources(sources, from, say)
  } catch (error) {
    throw error instanceof GitMissing ? new CommandProblem(`${error.message} Install it, then run this command again.`) : error
  }
}

async function readSources(config: Config): Promise<CitedSource[]> {
  const sources: CitedSource[] = []
  await withDatabaseOrServer(
    config,
    async ({ db }) => {
      for await (const source of listCitedSources(db)) sources.push(source)
    },
    { command: 'list-sources', body: {} },
    async (answer) => {
      if (!('stream' in answer)) throw new Error('The response of the server has no sources')
      for await (const line of createInterface(answer.stream)) sources.push(JSON.parse(line) as CitedSource)
    },
  )
  return sources
}

/** Opens the database only now. If it were open while pages are compared, the server could not be started in the meantime. */
async function storeChecks(config: Config, checks: readonly PageCheck[]): Promise<StoredChecks> {
  let total: StoredChecks = { stored: 0, skipped: 0 }
  const add = ({ stored, skipped }: StoredChecks) => {
    total = { stored: total.stored + stored, skipped: total.skipped + skipped }
  }
  const [first = [], ...others] = splitChecks(checks)
  const command = 'store-page-checks'
  await withDatabaseOrServer(
    config,
    async ({ db }) => add(await storePageChecks(db, checks, new Date())),
    { command, body: { checks: first } },
    async (answer) => {
      add((answer as { json: StoredChecks }).json)
      for (const some of others) {
        const next = await sendCommand(config.dataDir, command, { checks: some })
        if (!next) throw new CommandProblem('The server stopped before all results were stored; run the command again.')
        add((next as { json: StoredChecks }).json)
      }
    },
  )
  return total
}

/** Splits checks into groups that fit into one command to the server. */
function splitChecks(checks: readonly PageCheck[]): PageCheck[][] {
  const parts: PageCheck[][] = []
  let length = Infinity
  for (const one of checks) {
    const added = JSON.stringify(one).length
    if (length + added > bodyLengthMax) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(one)
    length += added
  }
  return parts
}

function printResult(sources: readonly CitedSource[], { checks, problems }: SourceChecks, { stored, skipped }: StoredChecks): void {
  const examOf = new Map(sources.map(({ questionId, examId }) => [questionId, examId]))
  for (const one of checks.filter(({ outcome }) => outcome === 'changed' || outcome === 'deleted')) {
    console.log(
      `\n${one.outcome === 'changed' ? 'Changed' : 'Deleted'}: ${one.cited.repository} ${one.cited.path}, lines ${one.cited.lines}`,
    )
    console.log(`  Question ${one.questionId} of ${examOf.get(one.questionId)}${one.part === 'page' ? '' : ', second source'}`)
    for (const line of printChanges(compareTexts(one.oldText ?? '', one.newText ?? '')).split('\n')) console.log(`  | ${line}`)
  }
  if (problems.length > 0) console.log('')
  for (const { problem, sources: of } of problems) console.log(`Not compared: ${problem} (sources: ${of.length})`)
  const count = (outcome: PageCheck['outcome']) => checks.filter((one) => one.outcome === outcome).length
  console.log(
    `\nCompared ${checks.length} of ${sources.length} sources: ${count('unchanged')} unchanged, ${count('moved')} moved, ${count('changed')} changed, ${count('deleted')} deleted.`,
  )
  console.log(
    `Stored ${stored} results${skipped > 0 ? `; ${skipped} questions changed in the meantime. Run the command again for them` : ''}.`,
  )
}
