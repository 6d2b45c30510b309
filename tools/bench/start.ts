/** Measures the time from the start command to the first page (embedded database), and the memory of the idle server (either database). */
import { setTimeout as pause } from 'node:timers/promises'
import { withServerDatabase } from '#tests/template-database.ts'
import { makeFolder, readMemoryBytes, type Memory } from './machine.ts'
import { startSite } from './site.ts'
import { judged, median, notMeasured, type Row } from './table.ts'

const emptyStarts = 3
const warmStarts = 5
/** Time between the first page and the memory measurement. */
const restMs = 3_000

const emptyBudgetMs = 3_000
const warmBudgetMs = 1_500
/** In megabytes. */
const embeddedBudget: Memory = { now: 250, peak: 400 }
const postgresBudget: Memory = { now: 200, peak: 200 }

export async function measureStart(): Promise<Row[]> {
  const folders = Array.from({ length: emptyStarts }, () => makeFolder('data'))
  const empty = await startOn(folders)
  const warm = await startOn(Array.from({ length: warmStarts }, (_, i) => folders[i % emptyStarts] as string))
  return [
    judged('Start to first page, empty folder', printStarts(empty.timesMs), '< 3 s', median(empty.timesMs) < emptyBudgetMs),
    judged('Start to first page, warm', printStarts(warm.timesMs), '< 1.5 s', median(warm.timesMs) < warmBudgetMs),
    ...memoryRows('after a first start', empty.memory, embeddedBudget),
    ...memoryRows('after a warm start', warm.memory, embeddedBudget),
    ...(await measureWithPostgres()),
  ]
}

async function measureWithPostgres(): Promise<Row[]> {
  const address = process.env['TEST_DATABASE_URL']
  if (!address) return [notMeasured('Memory with PostgreSQL', 'needs a server: .ci/with-postgres npm run bench -- start')]
  return withServerDatabase(address, async (databaseUrl) => {
    const dataDir = makeFolder('data')
    await startOn([dataDir], { DATABASE_URL: databaseUrl })
    const { memory } = await startOn([dataDir], { DATABASE_URL: databaseUrl })
    return memoryRows('with PostgreSQL', memory, postgresBudget)
  })
}

/** Starts a server on each folder, one after another. The memory of the last server is read after it has been idle. */
async function startOn(dataDirs: readonly string[], settings: Record<string, string> = {}) {
  const timesMs: number[] = []
  let memory: Memory | undefined
  for (const [i, dataDir] of dataDirs.entries()) {
    await using site = await startSite(dataDir, settings)
    timesMs.push(site.firstPageMs)
    if (i === dataDirs.length - 1) {
      await pause(restMs)
      memory = readMemoryBytes(site.pid)
    }
  }
  return { timesMs, memory }
}

function memoryRows(when: string, bytes: Memory | undefined, budget: Memory): Row[] {
  if (!bytes) return [notMeasured(`Memory ${when}`, 'needs /proc')]
  return (['now', 'peak'] as const).map((kind) => {
    const megabytes = Math.round(bytes[kind] / 1_000_000)
    const figure = kind === 'now' ? `Memory idle ${when}` : `Most memory until then, ${when}`
    return judged(figure, `${megabytes} MB`, `< ${budget[kind]} MB`, megabytes < budget[kind])
  })
}

function printStarts(timesMs: readonly number[]): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return `${seconds(median(timesMs))}, slowest ${seconds(Math.max(...timesMs))} (${timesMs.length} times)`
}
