/** Regularly reads the metrics of a server: memory and event-loop lag. */
import { parseMetrics, valueOf } from '#tests/prometheus.ts'

export type ProcessSample = {
  /** Milliseconds since the start of the watch. */
  atMs: number
  memoryBytes: number
  heapBytes: number
  /** Longest delay of the event loop since the last sample, and the 99th percentile, in milliseconds. */
  lagMaxMs: number
  lagP99Ms: number
}

const intervalMs = 5_000

/** Returns a function that ends the watch and returns the samples. */
export function watchProcess(metricsUrl: string): () => readonly ProcessSample[] {
  const samples: ProcessSample[] = []
  const startedAt = performance.now()
  const read = async () => {
    const families = parseMetrics(await (await fetch(metricsUrl)).text())
    const value = (name: string) => valueOf(families, name) ?? NaN
    samples.push({
      atMs: performance.now() - startedAt,
      memoryBytes: value('process_resident_memory_bytes'),
      heapBytes: value('nodejs_heap_size_used_bytes'),
      lagMaxMs: value('nodejs_eventloop_lag_max_seconds') * 1000,
      lagP99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    })
  }
  // If the server does not respond, the members report errors.
  const timer = setInterval(() => void read().catch(() => undefined), intervalMs)
  return () => {
    clearInterval(timer)
    return samples
  }
}

export type Point = { x: number; y: number }

/**
 * The lowest point of each interval from 0 to `end`, without an incomplete last interval. The heap grows between garbage collections even if
 * nothing leaks, and its lowest values are the closest to what remains after a collection.
 *
 * @param interval in the unit of `x`, like `end`
 */
export function lowestPer(interval: number, end: number, points: readonly Point[]): Point[] {
  const complete = Math.floor(end / interval)
  const lowest = new Map<number, Point>()
  for (const point of points) {
    const number = Math.floor(point.x / interval)
    if (number >= complete) continue
    const before = lowest.get(number)
    if (!before || point.y < before.y) lowest.set(number, point)
  }
  return [...lowest.values()]
}

/** The slope of the least-squares line. `NaN` for fewer than two points. */
export function slopeOf(points: readonly Point[]): number {
  const mean = (pick: (point: Point) => number) => points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x0, y0] = [mean(({ x }) => x), mean(({ y }) => y)]
  const sum = (pick: (point: Point) => number) => points.reduce((total, point) => total + pick(point), 0)
  return sum(({ x, y }) => (x - x0) * (y - y0)) / sum(({ x }) => (x - x0) ** 2)
}
