/**
 * `npm run bench`: measures the budgets of architecture §8 and prints each result next to its budget.
 *
 * `npm run bench -- start paint` runs only these two measurements; `measurements` lists all names. The command exits with 1 if something
 * could not be measured, but not because of a slow result. Times on a shared machine vary: most budgets apply to the
 * median, and a surprising result should be repeated. `TMPDIR` selects the measured disk.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { serverFlags } from '#server/operations/built-server.ts'
import { measureAutosave } from './bench/autosave.ts'
import { measureColdVisits } from './bench/cold.ts'
import { BenchProblem, benchHistory } from './bench/history.ts'
import { measureImport } from './bench/import.ts'
import { measureFormatImport } from './bench/import-formats.ts'
import { measurePages } from './bench/pages.ts'
import { measurePaint } from './bench/paint.ts'
import { benchRescoring } from './bench/rescoring.ts'
import { measureSearch } from './bench/search.ts'
import { measureSignIn } from './bench/sign-in.ts'
import { measureSizes } from './bench/sizes.ts'
import { measureStart } from './bench/start.ts'
import { notMeasured, type Row } from './bench/table.ts'

const measurements: Record<string, () => Promise<Row[]>> = {
  pages: measurePages,
  sizes: measureSizes,
  cold: measureColdVisits,
  start: measureStart,
  paint: measurePaint,
  'sign-in': measureSignIn,
  autosave: measureAutosave,
  import: measureImport,
  'import-formats': measureFormatImport,
  search: measureSearch,
}

/** Time limit of one measurement, in milliseconds. After that, the command is aborted. */
const durationMaxMs = 590_000

// Some measurements run code of the server in this process, so it needs the flags of the built server.
if (!serverFlags.every((flag) => process.execArgv.includes(flag))) {
  const args = [...serverFlags, ...process.execArgv, import.meta.filename, ...process.argv.slice(2)]
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1)
}

// Handled separately, because they take many minutes and need a PostgreSQL server.
const [, , first] = process.argv
if (first === 'history' || first === 'rescoring') {
  await (first === 'history' ? benchHistory : benchRescoring)(process.argv.slice(3)).catch((error: unknown) => {
    console.error(error instanceof BenchProblem ? error.message : error)
    process.exitCode = 1
  })
  process.exit()
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(measurements, name))
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}. Choose from: ${Object.keys(measurements).join(', ')}.`)
  process.exit(1)
}

console.log(`Node ${process.version}, ${availableParallelism()} cores`)
const rows: Row[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (names.length > 0 && !names.includes(name)) continue
  // A load well above 1 means that the machine is busy with other work.
  console.log(`Measuring ${name}; load of the last minute ${(loadavg()[0] ?? 0).toFixed(1)}`)
  const timer = setTimeout(abort, durationMaxMs)
  try {
    rows.push(...(await measure()))
  } catch (error) {
    console.error(`Measuring ${name} failed:`, error)
    rows.push(notMeasured(name, String(error).split('\n')[0] ?? ''))
  }
  clearTimeout(timer)
}
console.table(rows)
if (rows.some(({ within }) => within === 'not measured')) process.exitCode = 1

function abort(): void {
  console.error(`\nAborted after ${durationMaxMs / 1000} s. Results so far:`)
  console.table(rows)
  process.exit(1)
}
