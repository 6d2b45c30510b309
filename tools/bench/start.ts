/** Time from the start command to the first page, and the memory of an idle server. */
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder, readMemoryBytes } from './machine.ts'
import { startSite } from './site.ts'
import { judged, median, notMeasured, type Row } from './table.ts'

const emptyStarts = 3
const warmStarts = 5
/** Time between the first page and the memory measurement. */
const restMs = 3_000

const emptyBudgetMs = 6_000
const warmBudgetMs = 3_000
const memoryBudgetMb = 350

export async function measureStart(): Promise<Row[]> {
  const folders = Array.from({ length: emptyStarts }, () => makeFolder('data'))
  const empty = await startOn(folders)
  const warm = await startOn(Array.from({ length: warmStarts }, (_, i) => folders[i % emptyStarts] as string))
  return [
    judged('Start to first page, empty folder', printStarts(empty.timesMs), '< 6 s', median(empty.timesMs) < emptyBudgetMs),
    judged('Start to first page, warm', printStarts(warm.timesMs), '< 3 s', median(warm.timesMs) < warmBudgetMs),
    memoryRow('Memory idle after a first start', empty.memoryBytes),
    memoryRow('Memory idle after a warm start', warm.memoryBytes),
  ]
}

/** Starts on one folder after the other. The memory of the last server is read after it was idle. */
async function startOn(dataDirs: readonly string[]) {
  const timesMs: number[] = []
  let memoryBytes: number | undefined
  for (const [i, dataDir] of dataDirs.entries()) {
    await using site = await startSite(dataDir)
    timesMs.push(site.firstPageMs)
    if (i === dataDirs.length - 1) {
      await pause(restMs)
      memoryBytes = readMemoryBytes(site.pid)
    }
  }
  return { timesMs, memoryBytes }
}

function memoryRow(figure: string, bytes: number | undefined): Row {
  if (bytes === undefined) return notMeasured(figure, 'needs /proc')
  const megabytes = Math.round(bytes / 1_000_000)
  return judged(figure, `${megabytes} MB`, '< 350 MB', megabytes < memoryBudgetMb)
}

function printStarts(timesMs: readonly number[]): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return `${seconds(median(timesMs))}, slowest ${seconds(Math.max(...timesMs))} (${timesMs.length} times)`
}
