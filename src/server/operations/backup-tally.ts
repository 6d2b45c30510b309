/** Counts and checksums of the contents of a backup. */
import { createHash, hash, type Hash } from 'node:crypto'

/** Number of rows and checksum, by table name. */
export type TableSums = Record<string, { rows: number; sha256: string }>
export type BackupContents = {
  tables: TableSums
  /** Size and checksum, by path in the data folder. */
  files: Record<string, { bytes: number; sha256: string }>
}

export type Tally = { tables: Map<string, { rows: number; sum: bigint }>; files: Map<string, { bytes: number; digest: Hash }> }

export const createTally = (): Tally => ({ tables: new Map(), files: new Map() })

/** The checksum is the sum of the SHA-256 hashes of all rows, modulo 2^256, because the order of the rows differs between databases. */
export function countRows(tally: Tally, table: string, rows: string[]): void {
  const count = tally.tables.get(table) ?? { rows: 0, sum: 0n }
  for (const row of rows) count.sum = BigInt.asUintN(256, count.sum + BigInt(`0x${hash('sha256', row)}`))
  count.rows += rows.length
  tally.tables.set(table, count)
}

export function countChunk(tally: Tally, file: string, chunk: Buffer): void {
  const count = tally.files.get(file) ?? { bytes: 0, digest: createHash('sha256') }
  count.bytes += chunk.length
  count.digest.update(chunk)
  tally.files.set(file, count)
}

/** The final counts. The tally must not be used after this. */
export function finishTally(tally: Tally): BackupContents {
  const tables = [...tally.tables].map(([name, { rows, sum }]) => [name, { rows, sha256: sum.toString(16).padStart(64, '0') }] as const)
  const files = [...tally.files].map(([path, { bytes, digest }]) => [path, { bytes, sha256: digest.digest('hex') }] as const)
  return { tables: Object.fromEntries(tables), files: Object.fromEntries(files) }
}
