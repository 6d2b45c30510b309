/**
 * Measures how long the server takes to save the moves of members: with the embedded database, in some rounds while it also serves pages,
 * and with a PostgreSQL server if `TEST_DATABASE_URL` has its address.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Client } from 'pg'
import { withServerDatabase } from '#tests/template-database.ts'
import type { SavingLoad, SavingResult } from './autosave-load.ts'
import { makeFolder, readCpuTicks } from './machine.ts'
import { postForm, startSite } from './site.ts'
import { informative, judged, notMeasured, percentile, printCount, type Row } from './table.ts'

const certificationId = 'mb-800'
const attempts = 200
/** Enough members that the rate limits per member allow the highest rate of saves. */
const members = 150
/** New accounts per IP address are limited, so this tool acts as a proxy in front of members with several addresses. */
const membersPerAddress = 50
const signUpsAtOnce = 10
/** Each round has a new load process, whose code V8 compiles during the first seconds, on the processors of the server. */
const warmUpSeconds = 4
const seconds = 6
const budgetMs = 25
const tickMs = 10
/** The line that the load prints when the measurement begins. */
const warmLine = 'warm'

type Round = Pick<SavingLoad, 'savesPerSecond' | 'pagesPerSecond' | 'isRevealing'> & { hasBudget?: true }

/** The round with a budget is the one from architecture §8. */
const embeddedRounds: Round[] = [
  { savesPerSecond: 100, pagesPerSecond: 50, isRevealing: false },
  { savesPerSecond: 500, pagesPerSecond: 50, isRevealing: false, hasBudget: true },
  { savesPerSecond: 200, pagesPerSecond: 0, isRevealing: true },
]
const serverRounds: Round[] = [
  { savesPerSecond: 500, pagesPerSecond: 0, isRevealing: false },
  { savesPerSecond: 1_500, pagesPerSecond: 0, isRevealing: false, hasBudget: true },
  { savesPerSecond: 400, pagesPerSecond: 0, isRevealing: true },
]

export async function measureAutosave(): Promise<Row[]> {
  const rows = await measureOn('embedded', '', embeddedRounds)
  const server = process.env['TEST_DATABASE_URL']
  if (!server) return [...rows, notMeasured('Saving on PostgreSQL', 'Run .ci/with-postgres npm run bench -- autosave')]
  return [...rows, ...(await withServerDatabase(server, (address) => measureOn('PostgreSQL', address, serverRounds)))]
}

async function measureOn(database: string, address: string, rounds: readonly Round[]): Promise<Row[]> {
  await using site = await startSite(makeFolder('data'), { DATABASE_URL: address, TRUSTED_PROXIES: '127.0.0.0/8' })
  const { origin } = site
  const questions = (await (await fetch(`${origin}/api/questions?exam_id=${certificationId}`)).json()) as { id: string }[]
  const cookies: string[] = []
  while (cookies.length < members)
    cookies.push(...(await Promise.all(Array.from({ length: signUpsAtOnce }, (_, i) => signUp(origin, cookies.length + i)))))
  const rows: Row[] = []
  for (const { hasBudget, ...round } of rounds) {
    const load = {
      origin,
      certificationId,
      questionIds: questions.map(({ id }) => id),
      cookies,
      attempts,
      warmUpSeconds,
      seconds,
      ...round,
    }
    const { timesMs, failed, elapsedMs, cpuMs } = await runLoad(load, site.pid, address)
    const [p50, p99] = [50, 99].map((percent) => (timesMs.length > 0 ? percentile(timesMs, percent) : Infinity)) as [number, number]
    const beside = round.pagesPerSecond > 0 ? ` and ${round.pagesPerSecond} pages` : ''
    const figure = `${database}: ${round.savesPerSecond} ${round.isRevealing ? 'answers and reveals in turns' : 'answers'}${beside} a second, p99`
    const measured = `${p99.toFixed(1)} ms${failed > 0 ? `, ${failed} failed` : ''}`
    rows.push(
      hasBudget ? judged(figure, measured, `< ${budgetMs} ms`, p99 < budgetMs && failed === 0) : informative(figure, measured),
      informative(
        'The same: saves a second, p50, processor time of a save',
        `${printCount((timesMs.length * 1000) / elapsedMs)}/s, ${p50.toFixed(1)} ms, ${Object.entries(cpuMs)
          .map(([name, ms]) => `${name} ${(ms / timesMs.length).toFixed(2)} ms`)
          .join(', ')}`,
      ),
    )
  }
  return rows
}

async function signUp(origin: string, number: number): Promise<string> {
  const forwarded = { 'X-Forwarded-For': `198.51.100.${Math.floor(number / membersPerAddress) + 1}` }
  const fields = { email: `camille${number}@example.com`, password: 'quiet lamp under paper' }
  const response = await postForm(origin, '/signup', fields, forwarded)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(`The sign-up failed: ${response.status}`)
  return cookies.join('; ')
}

/** Runs the load in its own process. `cpuMs`: CPU time of the site, the database server, and the load, after the warm-up. */
async function runLoad(load: SavingLoad, sitePid: number, address: string): Promise<SavingResult & { cpuMs: Record<string, number> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'autosave-load.ts'), JSON.stringify(load)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const readTicks = async (): Promise<Record<string, number>> => ({
    app: readCpuTicks(sitePid) ?? NaN,
    ...(address && { database: await readServerTicks(address) }),
    load: readCpuTicks(child.pid ?? 0) ?? NaN,
  })
  let before: Record<string, number> = {}
  for await (const line of createInterface(child.stdout)) {
    if (line === warmLine) {
      before = await readTicks()
      continue
    }
    const after = await readTicks()
    child.stdin.end()
    const cpuMs = Object.entries(after).map(([name, ticks]) => [name, (ticks - (before[name] ?? 0)) * tickMs])
    return { ...(JSON.parse(line) as SavingResult), cpuMs: Object.fromEntries(cpuMs) as Record<string, number> }
  }
  throw new Error('The load ended without a result')
}

/** CPU time of all processes of a database server on this machine, in ticks. */
async function readServerTicks(address: string): Promise<number> {
  const client = new Client({ connectionString: address })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  await client.end()
  return rows.reduce((sum, { pid }) => sum + (readCpuTicks(pid) ?? 0), 0)
}
