/**
 * `npm run test:cluster`: two processes of the site behind nginx, on a PostgreSQL primary with a synchronous standby behind HAProxy. While
 * members save and browsers read, servers are killed, connections are cut, and releases are replaced. Prints the results, and exits with 1
 * if an event failed or a result is out of bounds: for example, if a move was lost or saving took too long to recover. Needs some Debian
 * packages, and lists the missing ones. Not part of `npm test`.
 */
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '#exam/random.ts'
import { startCluster } from './cluster/cluster.ts'
import { events } from './cluster/events.ts'
import { measureEvent, type EventResult } from './cluster/measure.ts'
import { listMissingPackages } from './cluster/packages.ts'
import { printEvents, printTotals } from './cluster/report.ts'

const savesPerSecond = 50
const pauseMsMax = 2_000
const warmUpMs = 5_000
const minutesMax = 60
const names = Object.keys(events)

const help = `npm run test:cluster -- [--only EVENT[,EVENT]] [--minutes MINUTES] [--seed TEXT]

  --only     only these events: ${names.join(', ')}
  --minutes  repeat the events until this time has passed
  --seed     other pauses before the events`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const chosen = values.only?.split(',') ?? names
const unknown = chosen.filter((name) => !names.includes(name))
const minutes = Number(values.minutes)
const missing = listMissingPackages()
if (values.help) end(help, 0)
if (unknown.length > 0) end(`There is no event called ${unknown.join(', ')}. Choose from: ${names.join(', ')}.`)
if (!(minutes >= 0 && minutes <= minutesMax)) end(`--minutes must be a number from 0 to ${minutesMax}.`)
if (missing.length > 0) end(`Packages of Debian are missing; install them with: apt-get install ${missing.join(' ')}`)

function end(text: string, code = 1): never {
  console[code === 0 ? 'log' : 'error'](text)
  process.exit(code)
}

console.log(`Node ${process.version}, ${availableParallelism()} cores, load of the last minute ${(loadavg()[0] ?? 0).toFixed(1)}`)
const random = seededRandom(values.seed)
const startedAt = performance.now()
const cluster = await startCluster(savesPerSecond)
const results: EventResult[] = []
let hasFailed = false
cluster.members.start()
// The first saves take longer, because they are larger and the processes still compile their code.
await cluster.members.untilAllSaved(performance.now() + warmUpMs, 2 * warmUpMs)
do {
  for (const name of chosen) {
    const event = events[name]
    if (!event) continue
    await pause(1_000 + random() * pauseMsMax)
    console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${event.description}`)
    try {
      results.push(await measureEvent(name, event, cluster))
    } catch (error) {
      console.error(`The event "${name}" failed:`, error)
      hasFailed = true
    }
  }
} while (performance.now() - startedAt < minutes * 60_000)
await cluster.members.stop()
await cluster.readers.stop()
const isWithinBounds = printTotals({
  results,
  saving: await cluster.members.compare(),
  pages: cluster.readers.count(),
  visits: cluster.visits.count(),
  dueWork: await cluster.dueWork.count(),
  contentProblems: cluster.contentProblems,
})
printEvents(results)
await cluster.close()
console.log(`Finished after ${Math.round((performance.now() - startedAt) / 1000)} s.`)
// Connections of the load generator would keep this process running.
process.exit(isWithinBounds && !hasFailed ? 0 : 1)
