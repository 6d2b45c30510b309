/**
 * `npm run soak -- --minutes 20`: 200 simulated members use a separate server, with the embedded database or, if `TEST_DATABASE_URL` is
 * set, with a PostgreSQL server (`.ci/with-postgres npm run soak -- --minutes 20`). Prints the errors, the times of each kind of action,
 * memory growth, and event-loop lag. Exits with 1 if there were errors. `--members` sets a different number of members.
 *
 * Memory growth is measured after a warm-up, whose length is printed. The slope over only a few minutes says little.
 */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findFreePort } from '#tests/free-port.ts'
import { withServerDatabase } from '#tests/template-database.ts'
import { makeFolder } from './bench/machine.ts'
import { startSite } from './bench/site.ts'
import { percentile, printCount, printTimes } from './bench/table.ts'
import { actions, practiceUntilEnd, signUpMember, type MemberAction, type SoakPlan, type SoakRecorder } from './soak/member.ts'
import { lowestPer, slopeOf, watchProcess, type Point, type ProcessSample } from './soak/watch-process.ts'

const certificationId = 'mb-800'
const minuteMs = 60_000
const hourMs = 3_600_000
/** A member may start 300 attempts a day, and a longer run could exceed that. */
const minutesMax = 300
const membersMax = 2_000
/** Signing up takes a lot of processor time. */
const signUpsAtOnce = 4
const warmUpMaxMs = 5 * minuteMs
const reasonsPrintedMax = 20

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' }, members: { type: 'string', default: '200' } } })
const minutes = Number(values.minutes)
const members = Number(values.members)
if (!(minutes > 0 && minutes <= minutesMax) || !Number.isInteger(members) || members < 1 || members > membersMax) {
  console.error(`--minutes must be a number up to ${minutesMax}, and --members an integer from 1 to ${membersMax}.`)
  process.exit(1)
}
const warmUpMs = Math.min(warmUpMaxMs, (minutes * minuteMs) / 4)
const server = process.env['TEST_DATABASE_URL']
const failures = await (server ? withServerDatabase(server, soak) : soak(''))
if (failures > 0) process.exitCode = 1

/** Returns the number of errors. */
async function soak(databaseUrl: string): Promise<number> {
  const metricsPort = await findFreePort()
  const settings = { DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '127.0.0.0/8', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' }
  await using site = await startSite(makeFolder('data'), settings)
  const { origin } = site
  console.log(`${members} members, ${minutes} minutes, ${databaseUrl ? 'PostgreSQL' : 'embedded database'}, Node ${process.version}`)
  console.log(`${availableParallelism()} cores, load of the last minute ${(loadavg()[0] ?? 0).toFixed(1)}`)
  for (let first = 0; first < members; first += signUpsAtOnce)
    await Promise.all(Array.from({ length: Math.min(signUpsAtOnce, members - first) }, (_, i) => signUpMember(origin, first + i)))
  console.log('All members have signed up')
  const questionIds = await listQuestionIds(origin)
  const { recorder, times, errors } = createRecorder()
  const ending = new AbortController()
  const plan: SoakPlan = { origin, certificationId, questionIds, arrivalsMs: warmUpMs / 2, random: Math.random, signal: ending.signal }
  const endWatch = watchProcess(`http://127.0.0.1:${metricsPort}/metrics`)
  const running = Array.from({ length: members }, (_, number) => practiceUntilEnd(plan, number, recorder))
  for (let left = minutes * minuteMs; left > 0; left -= minuteMs) {
    await pause(Math.min(left, minuteMs))
    console.log(`${new Date().toLocaleTimeString('en')}: ${countActions(times)} actions, ${errors.length} errors`)
  }
  const samples = endWatch()
  ending.abort()
  await Promise.all(running)
  printReport(times, errors, samples)
  return errors.length
}

async function listQuestionIds(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/questions?exam_id=${certificationId}`)
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

function countActions(times: ReadonlyMap<MemberAction, number[]>): number {
  return [...times.values()].reduce((sum, { length }) => sum + length, 0)
}

function createRecorder(): { recorder: SoakRecorder; times: ReadonlyMap<MemberAction, number[]>; errors: string[] } {
  const times = new Map<MemberAction, number[]>(actions.map((action) => [action, []]))
  const errors: string[] = []
  const recorder: SoakRecorder = {
    record: (action, durationMs) => void times.get(action)?.push(durationMs),
    fail: (action, reason) => void errors.push(`${action}: ${reason}`),
  }
  return { recorder, times, errors }
}

function printReport(times: ReadonlyMap<MemberAction, number[]>, errors: readonly string[], samples: readonly ProcessSample[]): void {
  const done = [...times].filter(([, durations]) => durations.length > 0)
  const rows = done.map(([action, durations]) => ({
    action,
    times: printTimes(durations),
    'p99 ms': percentile(durations, 99).toFixed(1),
  }))
  console.table(rows)
  const requests = countActions(times)
  const warm = samples.filter(({ atMs }) => atMs >= warmUpMs)
  const pointsOf = (bytesOf: (sample: ProcessSample) => number): Point[] =>
    warm.map((sample) => ({ x: sample.atMs - warmUpMs, y: bytesOf(sample) / 1e6 }))
  const printSlope = (points: Point[]) =>
    points.length < 2 ? 'unknown, the run is too short' : `${(slopeOf(points) * hourMs).toFixed(1)} MB/h`
  const memorySlope = printSlope(pointsOf(({ memoryBytes }) => memoryBytes))
  const heapSlope = printSlope(
    lowestPer(
      minuteMs,
      minutes * minuteMs - warmUpMs,
      pointsOf(({ heapBytes }) => heapBytes),
    ),
  )
  const largest = (pick: (sample: ProcessSample) => number) => Math.max(...warm.map(pick))
  console.log(`
Actions: ${printCount(requests)} (${(requests / (minutes * 60)).toFixed(1)} a second)
Errors: ${errors.length}
Memory: at most ${printCount(largest(({ memoryBytes }) => memoryBytes) / 1e6)} MB; slope ${memorySlope}, heap ${heapSlope} (least squares, after ${Math.round(warmUpMs / 1000)} s; of the heap, the lowest sample of each full minute)
Event-loop lag: p99 ${percentile(
    warm.map(({ lagP99Ms }) => lagP99Ms),
    50,
  ).toFixed(1)} ms (median of the samples), longest ${largest(({ lagMaxMs }) => lagMaxMs).toFixed(0)} ms`)
  for (const [reason, count] of countReasons(errors).slice(0, reasonsPrintedMax)) console.log(`${count} × ${reason}`)
}

/** Counts the reasons of errors, the most frequent first. */
function countReasons(errors: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const reason of errors) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}
