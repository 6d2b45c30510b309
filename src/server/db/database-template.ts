/**
 * Packs a new embedded database, with its schema and content, into one file of the build. The first start unpacks this file, which is faster
 * than creating the database. The file is compressed with zstd, whose checksum detects damage. Uncompressed, it contains:
 *
 * | bytes | content |
 * |---|---|
 * | 4 | length of the list, little endian |
 * | … | the list as JSON: `[["base"], ["base/5"], ["PG_VERSION", 3], …]`, folders without a size |
 * | … | the files one after the other |
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

type Entry = [path: string, size?: number]

const lengthBytes = 4
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 } }

const isLogFile = (name: string) => /^pg_wal\/[\dA-F]{24}$/.test(name)

/** Writes the files of a closed database into one file. `logFile`: the only file of the write-ahead log to include. */
export function packDatabase(dataFolder: string, file: string, logFile: string): void {
  const entries: Entry[] = []
  const contents: Buffer[] = []
  // Folders come before their files.
  for (const entry of readdirSync(dataFolder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(dataFolder, path).replaceAll('\\', '/')
    if (entry.isDirectory()) entries.push([name])
    if (!entry.isFile() || (isLogFile(name) && name !== `pg_wal/${logFile}`)) continue
    const content = readFileSync(path)
    contents.push(content)
    entries.push([name, content.length])
  }
  const list = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(list.length)
  writeFileSync(file, zstdCompressSync(Buffer.concat([length, list, ...contents]), compression))
}

/**
 * Writes the files of a template into an empty folder. Returns `false`, and writes nothing, if the template is missing or damaged.
 *
 * @throws {Error} if the files cannot be written
 */
export function unpackDatabase(file: string, dataFolder: string): boolean {
  const template = readTemplate(file)
  if (!template) return false
  let from = template.contentsAt
  for (const [name, size] of template.entries) {
    const path = join(dataFolder, name)
    if (size === undefined) mkdirSync(path, { recursive: true })
    else writeFileSync(path, template.bytes.subarray(from, (from += size)))
  }
  freeMemory(template.bytes)
  return true
}

function readTemplate(file: string): { bytes: Buffer; entries: Entry[]; contentsAt: number } | undefined {
  try {
    const compressed = readFileSync(file)
    const bytes = zstdDecompressSync(compressed)
    freeMemory(compressed)
    const contentsAt = lengthBytes + bytes.readUInt32LE()
    return { bytes, entries: JSON.parse(bytes.toString('utf8', lengthBytes, contentsAt)) as Entry[], contentsAt }
  } catch {
    return undefined
  }
}

/** Frees a large buffer immediately. The next full garbage collection may be hours away in an idle process. */
function freeMemory({ buffer, byteLength }: Buffer): void {
  // A small buffer shares its memory with others.
  if (buffer.byteLength === byteLength) (buffer as TransferableBuffer).transfer(0)
}

/** The method is from ES2024, which our types leave out because candidates' browsers may lack it. */
type TransferableBuffer = ArrayBufferLike & { transfer: (byteLength: number) => ArrayBuffer }
