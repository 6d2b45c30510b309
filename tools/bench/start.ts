/** How long the product takes from its command to the first page, and the memory it rests in. */
import { setTimeout as pause } from 'node:timers/promises'
import { startSite } from './site.ts'
import { judged, median, notMeasured } from './table.ts'
import type { Row } from './table.ts'
import { readMemoryBytes } from './workplace.ts'
import type { Workplace } from './workplace.ts'

const emptyStarts = 3
const warmStarts = 5
const restMs = 3_000

const emptyBudgetMs = 6_000
const warmBudgetMs = 3_000
const memoryBudgetMb = 350

/** The sources are built already. */
export async function measureStart(workplace: Workplace): Promise<Row[]> {
  const emptyMs: number[] = []
  for (let i = 0; i < emptyStarts; i += 1) emptyMs.push(await timeStart(workplace, workplace.makeFolder(`empty-${i}`)))

  const dataDir = workplace.makeFolder('warm')
  await timeStart(workplace, dataDir)
  const warmMs: number[] = []
  for (let i = 0; i < warmStarts; i += 1) warmMs.push(await timeStart(workplace, dataDir))

  return [
    judged('Start to first page, empty folder', printStarts(emptyMs), '< 6 s', median(emptyMs) < emptyBudgetMs),
    judged('Start to first page, warm', printStarts(warmMs), '< 3 s', median(warmMs) < warmBudgetMs),
    ...(await measureMemory(workplace, dataDir)),
  ]
}

async function timeStart(workplace: Workplace, dataDir: string): Promise<number> {
  const site = await startSite(workplace, dataDir)
  await site.stop()
  return site.firstPageMs
}

/** After a first start, which also fills the database, and after a later one. */
async function measureMemory(workplace: Workplace, warmDir: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [kind, dataDir] of [
    ['empty folder', workplace.makeFolder('memory')],
    ['warm', warmDir],
  ] as const) {
    const site = await startSite(workplace, dataDir)
    await pause(restMs)
    const bytes = readMemoryBytes(site.pid)
    await site.stop()
    const figure = `Memory idle, ${kind}, ${restMs / 1000} s after start`
    const megabytes = Math.round((bytes ?? 0) / 1_000_000)
    rows.push(
      bytes === undefined ? notMeasured(figure, 'needs /proc') : judged(figure, `${megabytes} MB`, '< 350 MB', megabytes < memoryBudgetMb),
    )
  }
  return rows
}

function printStarts(timesMs: readonly number[]): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return `${seconds(median(timesMs))}, slowest ${seconds(Math.max(...timesMs))} (${timesMs.length} times)`
}
