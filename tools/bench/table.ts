/** The rows of the result table, and functions to calculate and format their values. */

/** One line of the table. `budget` is the text in architecture §8, or empty. */
export type Row = { figure: string; measured: string; budget: string; within: 'yes' | 'NO' | 'not measured' | '' }

/** A result with a budget. */
export function judged(figure: string, measured: string, budget: string, isWithin: boolean): Row {
  return { figure, measured, budget, within: isWithin ? 'yes' : 'NO' }
}

/** A result without a budget. */
export function informative(figure: string, measured: string): Row {
  return { figure, measured, budget: '', within: '' }
}

/** A result that could not be measured, with the reason. */
export function notMeasured(figure: string, reason: string): Row {
  return { figure, measured: reason, budget: '', within: 'not measured' }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The percentile by the nearest-rank method. `NaN` if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN
}

/** `23400` → `23,400` */
export function printCount(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** Median and 95th percentile of times in milliseconds: `12.3 ms, p95 20.1 ms (40 times)` */
export function printTimes(timesMs: readonly number[]): string {
  return `${median(timesMs).toFixed(1)} ms, p95 ${percentile(timesMs, 95).toFixed(1)} ms (${timesMs.length} times)`
}
