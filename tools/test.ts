/**
 * `npm test [-- PLAYWRIGHT OPTIONS]`: runs all checks and tests and prints how long each stage took.
 * `npm run check` runs only the quick checks. `--retries=N` also repeats unit tests that fail; the summary counts them.
 *
 * The first stage that fails ends the run. With `TEST_DATABASE_URL`, the address of a PostgreSQL server, the tests that use a
 * database run a second time on that server.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDatabaseTests } from './database-tests.ts'

type Stage = { name: string; command: string; args: string[]; env?: Record<string, string>; countTests?: () => TestCounts }
type TestCounts = { passed: number; failed: number; passedOnRetry: number }
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}
type StageResult = Pick<Stage, 'name'> & { seconds: number; passed: boolean; countsTests: boolean; counts: TestCounts | undefined }

const args = process.argv.slice(2)
const onlyChecks = args.includes('--only-checks')
const retries = args.find((arg) => arg.startsWith('--retries='))?.split('=')[1] ?? '0'
const databaseUrl = process.env['TEST_DATABASE_URL']
const reports = mkdtempSync(join(tmpdir(), 'praxam-test-reports-'))

const checks = [
  npmScript('typecheck'),
  npmScript('lint'),
  tool('format', 'oxfmt', '--check'),
  tool('unused code', 'knip'),
  npmScript('check-english', 'English'),
]
const tests = [vitest('unit'), npmScript('build'), playwright(), ...(databaseUrl ? [vitestOnPostgres(databaseUrl)] : [])]
const stages = onlyChecks ? checks : [...checks, ...tests]

const results: StageResult[] = []
for (const stage of stages) {
  const result = runStage(stage)
  results.push(result)
  if (!result.passed) break
}
printSummary(results)
rmSync(reports, { recursive: true, force: true })
if (results.some(({ passed }) => !passed)) process.exitCode = 1

function tool(name: string, command: string, ...rest: string[]): Stage {
  return { name, command, args: rest }
}

function npmScript(script: string, name = script): Stage {
  return tool(name, 'npm', 'run', '--silent', script)
}

function vitest(name: string, ...rest: string[]): Stage {
  const report = join(reports, `${name}.json`)
  return {
    ...tool(name, 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--retry=${retries}`, ...rest),
    countTests: () => {
      const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
      const results = testResults.flatMap(({ assertionResults }) => assertionResults)
      // A test that passes on a retry keeps the messages of its failures.
      const passedOnRetry = results.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      for (const { fullName } of passedOnRetry) console.log(`Passed only on a retry: ${fullName}`)
      return { passed: numPassedTests, failed: numFailedTests, passedOnRetry: passedOnRetry.length }
    },
  }
}

/** Runs the test files that use a database a second time, on PostgreSQL. */
function vitestOnPostgres(url: string): Stage {
  return { ...vitest('PostgreSQL', ...listDatabaseTests()), env: { DATABASE_URL: url } }
}

function playwright(): Stage {
  const report = join(reports, 'journeys.json')
  return {
    ...tool('journeys', 'playwright', 'test', '--reporter=list,json', ...args),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    countTests: () => {
      const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> }
      const { expected = 0, unexpected = 0, flaky = 0 } = stats
      return { passed: expected + flaky, failed: unexpected, passedOnRetry: flaky }
    },
  }
}

function runStage({ name, command, args: commandArgs, env, countTests }: Stage): StageResult {
  console.log(`\n— ${name}`)
  const start = performance.now()
  const { status, error } = spawnSync(command, commandArgs, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(`${command} could not be started: ${error.message}`)
  const seconds = (performance.now() - start) / 1000
  return { name, seconds, passed: status === 0, countsTests: countTests !== undefined, counts: readCounts(countTests) }
}

/** The test counts of a stage; `undefined` for a check, and for a test stage that ended before it wrote its report. */
function readCounts(countTests: Stage['countTests']): TestCounts | undefined {
  try {
    return countTests?.()
  } catch {
    return undefined
  }
}

function printSummary(finished: readonly StageResult[]): void {
  console.log('\nStage            Time     Result')
  for (const { name, seconds, passed, counts } of finished) printRow(name, seconds, describeResult(passed, counts))
  for (const { name } of stages.slice(finished.length)) console.log(`${name.padEnd(12)}  not run`)
  const total = finished.reduce((sum, { seconds }) => sum + seconds, 0)
  printRow('total', total, finished.every(({ passed }) => passed) ? 'passed' : 'failed')
  printTestCounts(finished)
}

function printRow(name: string, seconds: number, result: string): void {
  const time = `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2)} s`
  console.log(`${name.padEnd(12)} ${time.padStart(12)}  ${result}`)
}

function describeResult(passed: boolean, counts: TestCounts | undefined): string {
  if (!counts) return passed ? 'passed' : 'failed'
  const onRetry = counts.passedOnRetry > 0 ? `, ${counts.passedOnRetry} of them only on a retry` : ''
  return `${passed ? 'passed' : 'failed'} (${counts.passed} tests passed${onRetry}, ${counts.failed} failed)`
}

/**
 * Prints the closing line `N passed, N failed`. Omits this line when the counts do not explain the result: if a check failed, a test stage
 * has no report, or a stage failed without a failed test.
 */
function printTestCounts(finished: readonly StageResult[]): void {
  const counted = finished.flatMap(({ counts }) => counts ?? [])
  const passed = counted.reduce((sum, counts) => sum + counts.passed, 0)
  const failed = counted.reduce((sum, counts) => sum + counts.failed, 0)
  const hasReports = finished.every(({ countsTests, counts }) => !countsTests || counts)
  const isExplained = finished.every((stage) => stage.passed === ((stage.counts?.failed ?? 0) === 0))
  if (counted.length > 0 && hasReports && isExplained) console.log(`\n${passed} passed, ${failed} failed`)
}
