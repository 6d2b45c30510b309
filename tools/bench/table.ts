/** The results of a benchmark: their calculation and the table. */

/** One line of the table. `budget` is the text of architecture §8, or empty. */
export type Row = { figure: string; measured: string; budget: string; verdict: 'yes' | 'NO' | 'not measured' | '' }

/** A result with a budget. */
export function judged(figure: string, measured: string, budget: string, isWithin: boolean): Row {
  return { figure, measured, budget, verdict: isWithin ? 'yes' : 'NO' }
}

/** A result without a budget. */
export function informative(figure: string, measured: string): Row {
  return { figure, measured, budget: '', verdict: '' }
}

/** A result that could not be measured, with the reason. */
export function notMeasured(figure: string, reason: string): Row {
  return { figure, measured: reason, budget: '', verdict: 'not measured' }
}

/** The rows as aligned plain text. */
export function printTable(rows: readonly Row[]): string {
  const cells = [
    ['Figure', 'Measured', 'Budget', 'Within'],
    ...rows.map(({ figure, measured, budget, verdict }) => [figure, measured, budget, verdict]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return lines.toSpliced(1, 0, widths.map((width) => '-'.repeat(width)).join('  ')).join('\n')
}

/** The median. `values` must not be empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The percentile by the nearest-rank method. `values` must not be empty. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN
}

/** `23400` → `23,400` */
export function printCount(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** Bytes as kilobytes: `23456` → `23.5 KB` */
export function printBytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}

/** `0.6149` → `0.61` */
export function printRatio(ratio: number): string {
  return ratio.toFixed(2)
}

/** Median and 95th percentile of times in milliseconds: `12.3 ms, p95 20.1 ms (40 times)` */
export function printTimes(timesMs: readonly number[]): string {
  return `${median(timesMs).toFixed(1)} ms, p95 ${percentile(timesMs, 95).toFixed(1)} ms (${timesMs.length} times)`
}
