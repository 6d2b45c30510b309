/**
 * `npm run bench`: measures what architecture §8 promises and prints each figure beside its budget.
 *
 * `npm run bench -- start paint` measures only these parts; see `parts` below for their names. A slow figure never
 * fails the command; it exits with 1 when something could not be measured. Times on a shared machine vary: the median
 * is held against the budget, and a surprising figure deserves a second run. `TMPDIR` chooses the disk that is measured.
 */
import { availableParallelism, loadavg } from 'node:os'
import { measureAutosave } from './bench/autosave.ts'
import { measureImport } from './bench/import.ts'
import { measurePages } from './bench/pages.ts'
import { measurePaint } from './bench/paint.ts'
import { measureSearch } from './bench/search.ts'
import { measureSignIn } from './bench/sign-in.ts'
import { measureSizes } from './bench/sizes.ts'
import { measureStart } from './bench/start.ts'
import { notMeasured, printTable } from './bench/table.ts'
import type { Row } from './bench/table.ts'
import { openWorkplace } from './bench/workplace.ts'
import type { Workplace } from './bench/workplace.ts'

const parts: Record<string, (workplace: Workplace) => Promise<Row[]>> = {
  pages: measurePages,
  sizes: measureSizes,
  start: measureStart,
  paint: measurePaint,
  'sign-in': measureSignIn,
  autosave: measureAutosave,
  import: measureImport,
  search: measureSearch,
}

/** A part that takes longer is given up together with those after it, in milliseconds. */
const durationMaxMs = 235_000

await main(process.argv.slice(2))

async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    console.error(`There is no measure called ${unknown.join(', ')}. Choose among: ${Object.keys(parts).join(', ')}.`)
    process.exitCode = 1
    return
  }
  console.log(`Node ${process.version}, ${availableParallelism()} cores`)
  const rows: Row[] = []
  const giveUp = () => {
    console.error(`\nNot finished after ${durationMaxMs / 1000} s and given up. Measured until then:\n${printTable(rows)}`)
    process.exit(1)
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue
    const timer = setTimeout(giveUp, durationMaxMs)
    // A load well above 1 says that the machine is busy with other things as well.
    console.log(`Measuring ${name}; load of the last minute ${(loadavg()[0] ?? 0).toFixed(1)}`)
    rows.push(...(await measureAlone(name, measure)))
    clearTimeout(timer)
  }
  console.log(`\n${printTable(rows)}`)
  if (rows.some(({ verdict }) => verdict === 'not measured')) process.exitCode = 1
}

/** Each part has a workplace of its own, so that nothing of one still runs while the next is measured. */
async function measureAlone(name: string, measure: (workplace: Workplace) => Promise<Row[]>): Promise<Row[]> {
  const workplace = openWorkplace()
  try {
    return await measure(workplace)
  } catch (error) {
    console.error(`Measuring ${name} failed:`, error)
    return [notMeasured(name, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))]
  } finally {
    await workplace.close()
  }
}
