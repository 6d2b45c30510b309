/** Measures the size of exam pages with few and many questions, and of a French one, for a first-time visitor, in the same way as the pages in `sizes.ts`. */
import { fillBanks } from './long-banks.ts'
import { makeFolder } from './machine.ts'
import { startSite } from './site.ts'
import { measureSize } from './sizes.ts'
import { printCount, type Row } from './table.ts'

/** Number of questions by certification. */
const banks = { 'pl-900': 20, 'mb-300': 2_000, 'mb-800': 20_000 }

export async function measureColdVisits(): Promise<Row[]> {
  const dataDir = makeFolder('data')
  await fillBanks(dataDir, banks)
  await using site = await startSite(dataDir)
  const rows: Row[] = []
  for (const [certificationId, count] of Object.entries(banks)) {
    rows.push(...(await measureSize(site.origin, `/exam/${certificationId}`, `exam of ${printCount(count)} questions`)))
  }
  rows.push(...(await measureSize(site.origin, '/fr/exam/mb-300', 'French exam of 2,000 questions')))
  return rows
}
