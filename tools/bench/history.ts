/**
 * `npm run bench -- history [--attempts=1000000]`: fills a PostgreSQL server with finished attempts, and prints the time and the plan of
 * each query of the main requests. It marks sequential scans of tables with many rows.
 *
 * It uses the server in `TEST_DATABASE_URL`, or starts one from Debian packages with `.ci/with-postgres`. It stops filling after 20
 * minutes, and needs about 9 KB of disk space per attempt.
 */
import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readMyData } from '#server/record/my-data.ts'
import { deleteExpired } from '#server/accounts/maintenance.ts'
import { readOwnAccount } from '#server/accounts/own-account.ts'
import { findPerson, listPeople, listPersonAudit } from '#server/accounts/people.ts'
import { listAuditLog } from '#server/audit/audit.ts'
import { listMessages } from '#server/contact/contact.ts'
import { loadContent } from '#server/bank/load-content.ts'
import { openDatabaseForCommand, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLog } from '#server/log.ts'
import { archiveOldJournals } from '#server/practice/archive.ts'
import { finishAllExpired } from '#server/practice/deadline.ts'
import { listAttempts, listOpenAttempts } from '#server/practice/history.ts'
import { findAttempt, listEntries } from '#server/practice/store.ts'
import { listPinnedQuestions } from '#server/practice/pinned-questions.ts'
import { readProgressOverview } from '#server/progress/progress.ts'
import { listKnowledge } from '#server/progress/question-knowledge.ts'
import { countReviews, listDue } from '#server/review/due-questions.ts'
import { listReports } from '#server/reports/reports.ts'
import { readToday } from '#server/today/today.ts'
import { explainQuery, recordQueries } from '#tests/query-plans.ts'
import { withServerDatabase } from '#tests/template-database.ts'
import { busyMemberId, fillHistory } from './history-fill.ts'
import { folders } from './site.ts'

const fillMaxMs = 20 * 60_000
const bytesPerAttempt = 9_000
const memberId = 'member-7'

/** Thrown if nothing can be measured. The message tells the user why. */
export class BenchProblem extends Error {}

export async function benchHistory(args: readonly string[]): Promise<void> {
  const attemptCount = Number(/^--attempts=(\d+)$/.exec(args[0] ?? '--attempts=1000000')?.[1])
  if (!(attemptCount > 0) || args.length > 1) throw new BenchProblem('Use: npm run bench -- history --attempts=20000')
  const address = process.env['TEST_DATABASE_URL']
  if (!address) {
    requireDisk(attemptCount)
    const command = [process.execPath, join(import.meta.dirname, '../bench.ts'), 'history', ...args]
    const { status } = spawnSync(join(import.meta.dirname, '../../.ci/with-postgres'), command, { stdio: 'inherit' })
    process.exitCode = status ?? 1
    return
  }
  await withServerDatabase(address, (databaseUrl) => measure(databaseUrl, attemptCount))
}

function requireDisk(attemptCount: number): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  const needed = attemptCount * bytesPerAttempt + 1e9
  if (bavail * bsize < needed)
    throw new BenchProblem(`${tmpdir()} needs ${Math.ceil(needed / 1e9)} GB of free space; choose fewer attempts, or set TMPDIR`)
}

async function measure(databaseUrl: string, attemptCount: number): Promise<void> {
  const database = await openDatabaseForCommand({ dataDir: '', databaseUrl }, createLog('warn'))
  const client = new Client({ connectionString: databaseUrl })
  try {
    await migrate(database.db, folders.migrations)
    await loadContent(database.db, folders.content, new Date())
    await client.connect()
    const { attempts, members, seconds, megabytes } = await fillHistory(client, attemptCount, fillMaxMs)
    console.log(
      `${attempts.toLocaleString('en')} attempts of ${members.toLocaleString('en')} members, ${Math.round(megabytes)} MB, filled in ${Math.round(seconds)} s`,
    )
    const bigTables = await listBigTables(client)
    const summary: { request: string; ms: string; queries: number; 'sequential scans': number }[] = []
    for (const [name, request] of Object.entries(await listRequests(database)))
      summary.push(await printRequest(database, name, request, bigTables))
    console.table(summary)
  } finally {
    await client.end()
    await database.close()
  }
}

/** In a table with fewer rows, a sequential scan is the best plan. */
const bigTableRows = 5_000

async function listBigTables(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= $1",
    [bigTableRows],
  )
  return new Set(rows.map(({ name }) => name))
}

type MeasuredRequest = () => Promise<unknown>

/** Functions that routes for members and administrators call, and jobs. */
async function listRequests({ db }: Database): Promise<Record<string, MeasuredRequest>> {
  const now = new Date()
  const { attempts } = await listAttempts(db, memberId, null)
  const [latest] = attempts
  if (!latest) throw new Error(`${memberId} has no attempts`)
  const { id, certificationId } = latest
  const [oldest = ''] = (
    await db.selectFrom('attempts').select('id').where('user_id', '=', memberId).orderBy('started_at').limit(1).execute()
  ).map((row) => row.id)
  const ofAttempt = async (attemptId: string) => {
    const attempt = await findAttempt(db, attemptId, { userId: memberId })
    if (attempt) await listPinnedQuestions(db, attempt)
    return listEntries(db, attemptId, 0)
  }
  const profileOf = async (userId: string) => {
    await readOwnAccount(db, userId, now)
    await countReviews(db, userId, now)
    return readProgressOverview(db, userId, now)
  }
  return {
    today: () => readToday(db, memberId, now),
    profile: () => profileOf(memberId),
    'profile of a member with many attempts': () => profileOf(busyMemberId),
    'history page': () => listAttempts(db, memberId, null),
    'open attempts': () => listOpenAttempts(db, memberId, now),
    'result of a recent attempt': () => ofAttempt(id),
    'result of an archived attempt': () => ofAttempt(oldest),
    'daily review': () => listDue(db, memberId, certificationId, now),
    'knowledge of an exam': () => listKnowledge(db, memberId, certificationId),
    'my data': () => readMyData(db, memberId, now),
    'my data of a member with many attempts': () => readMyData(db, busyMemberId, now),
    people: () => listPeople(db, ''),
    'people, next page': () => listPeople(db, '', 'member-5@example.com'),
    'people, searched': () => listPeople(db, 'ber-77@'),
    'people, searched by two letters': () => listPeople(db, 'me'),
    person: async () => [await findPerson(db, memberId), await listPersonAudit(db, memberId)],
    log: () => listAuditLog(db, {}),
    messages: () => listMessages(db, { isOpenOnly: true }),
    reports: () => listReports(db, {}),
    'job: deadlines': () => finishAllExpired(db, now),
    'job: clean-up': () => deleteExpired(db, now),
    'job: archive, nothing due': () => archiveOldJournals(db, new Date(now.getTime() - 10_000 * 86_400_000)),
  }
}

const timesMeasured = 5

/** Runs the request once to warm up, then measures it. Prints its median time and the plan of each of its queries. */
async function printRequest(database: Database, name: string, request: MeasuredRequest, bigTables: ReadonlySet<string>) {
  const recorder = recordQueries(database)
  const times: number[] = []
  for (let i = 0; i <= timesMeasured; i++) {
    const start = performance.now()
    await request()
    if (i > 0) times.push(performance.now() - start)
  }
  const ms = times.toSorted((a, b) => a - b)[Math.floor(timesMeasured / 2)] ?? NaN
  const queries = recorder.queries()
  recorder.stop()
  console.log(`\n${name}: ${ms.toFixed(1)} ms, different queries: ${queries.length}`)
  let scans = 0
  for (const query of queries) {
    const { ms: queryMs, nodes } = await explainQuery(database, query)
    const full = nodes.filter(({ type, table }) => type === 'Seq Scan' && bigTables.has(table))
    scans += full.length
    console.log(
      `  ${full.length > 0 ? 'SEQUENTIAL SCAN  ' : ''}${queryMs.toFixed(2)} ms  ${query.text.replaceAll(/\s+/g, ' ').slice(0, 160)}`,
    )
    for (const { type, table, index, rows } of nodes) console.log(`      ${type}${index ? ` of ${index}` : ''} on ${table}, ${rows} rows`)
  }
  return { request: name, ms: ms.toFixed(1), queries: queries.length, 'sequential scans': scans }
}
