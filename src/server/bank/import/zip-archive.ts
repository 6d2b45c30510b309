/**
 * Archives of the bank: a zip file with what an export holds, and what an import takes.
 *
 * | entry | what it is |
 * |---|---|
 * | `questions.json` | a bank file, see `exam/bank-file.ts`; it has to be there |
 * | `case_studies.json` | list of `{ "id", "title", "content" }`, those no question refers to included |
 * | `certifications.json` | as `content/certifications.json`; the import adds those that are not there yet |
 * | `images/3f9c….png` | the uploaded images that the questions and case studies show |
 *
 * Entries of other names are left out. What an archive says about sizes is not believed: bytes are counted while they
 * are inflated, and no more of them are made than are allowed.
 */
import { crc32, inflateRawSync } from 'node:zlib'

/** The archive cannot be read. The message is one sentence for people. */
export class ArchiveProblem extends Error {}

export type Archive = {
  questions: Buffer
  caseStudies: Buffer | undefined
  certifications: Buffer | undefined
  /** By their names, `3f9c….png`. */
  images: ReadonlyMap<string, Buffer>
  /** Names of entries that were left out. */
  leftOut: readonly string[]
}

export const archiveNames = {
  questions: 'questions.json',
  caseStudies: 'case_studies.json',
  certifications: 'certifications.json',
  images: 'images/',
} as const

const imageName = /^images\/([\w-]{1,100}\.(?:png|jpg|jpeg|webp|gif|avif))$/

/**
 * Reads an archive of at most `entriesMax` entries; everything in it together may be at most `bytesMax` long.
 *
 * @throws {ArchiveProblem}
 */
export function readArchive(bytes: Buffer, bytesMax: number, entriesMax: number): Archive {
  const files = new Map<string, Buffer>()
  const leftOut: string[] = []
  let bytesLeft = bytesMax
  for (const entry of listEntries(bytes, entriesMax)) {
    if (entry.name.endsWith('/')) continue
    if (!isOurs(entry.name)) {
      leftOut.push(entry.name)
      continue
    }
    if (files.has(entry.name)) throw new ArchiveProblem(`The archive holds ${entry.name} twice; take one of them out.`)
    const content = readContent(bytes, entry, bytesLeft, bytesMax)
    bytesLeft -= content.length
    files.set(entry.name, content)
  }
  const questions = files.get(archiveNames.questions)
  if (!questions) throw new ArchiveProblem(`The archive holds no ${archiveNames.questions}; it has to stand at the top, in no folder.`)
  const images = [...files].flatMap(([name, content]) => {
    const [, image] = imageName.exec(name) ?? []
    return image === undefined ? [] : [[image, content] as const]
  })
  return {
    questions,
    caseStudies: files.get(archiveNames.caseStudies),
    certifications: files.get(archiveNames.certifications),
    images: new Map(images),
    leftOut,
  }
}

function isOurs(name: string): boolean {
  return (
    name === archiveNames.questions || name === archiveNames.caseStudies || name === archiveNames.certifications || imageName.test(name)
  )
}

// The zip format: a directory at the end says where each entry begins. Source: APPNOTE.TXT 6.3.10 of PKWARE.

type ZipEntry = { name: string; method: number; packedBytes: number; crc: number; headerAt: number }

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const headerMark = 0x04034b50
const endBytes = 22
const directoryBytes = 46
const headerBytes = 30
const commentBytesMax = 0xffff
/** A number that does not fit stands in a longer field of Zip64, which an archive of this size has no need of. */
const elsewhere = 0xffffffff
const stored = 0
const deflated = 8
const encryptedFlag = 1
const linkMode = 0o120000
const kindOfMode = 0o170000

const broken = 'The file is not a zip archive, or it is cut off or damaged; make it anew.'

function listEntries(bytes: Buffer, entriesMax: number): ZipEntry[] {
  const endAt = findEnd(bytes)
  const count = bytes.readUInt16LE(endAt + 10)
  if (count > entriesMax) throw new ArchiveProblem(`The archive holds ${count} entries; at most ${entriesMax} can be imported at once.`)
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(endAt + 16)
  for (let i = 0; i < count; i++) {
    if (at + directoryBytes > endAt || bytes.readUInt32LE(at) !== directoryMark) throw new ArchiveProblem(broken)
    const nameEnd = at + directoryBytes + bytes.readUInt16LE(at + 28)
    if (nameEnd > endAt) throw new ArchiveProblem(broken)
    const name = bytes.toString('utf8', at + directoryBytes, nameEnd)
    requireHarmless(name, bytes.readUInt16LE(at + 8), bytes.readUInt32LE(at + 38) >>> 16)
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** A comment may follow the end, so it is looked for from behind. */
function findEnd(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - endBytes - commentBytesMax)
  for (let at = bytes.length - endBytes; at >= from; at--) {
    if (bytes.readUInt32LE(at) === endMark && at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  throw new ArchiveProblem(broken)
}

/** Nothing is ever written under these names; an archive that tries such things is refused as a whole all the same. */
function requireHarmless(name: string, flags: number, mode: number): void {
  const shown = JSON.stringify(name.slice(0, 100))
  if (name === '' || name.includes('\0') || name.includes('\\') || /^(?:\/|[a-z]:)/i.test(name) || name.split('/').includes('..'))
    throw new ArchiveProblem(`The archive holds an entry that leads outside, ${shown}; take it out.`)
  if ((mode & kindOfMode) === linkMode) throw new ArchiveProblem(`The archive holds a link, ${shown}; take it out.`)
  if ((flags & encryptedFlag) !== 0) throw new ArchiveProblem('The archive is encrypted; make it anew without a password.')
}

function readContent(bytes: Buffer, entry: ZipEntry, bytesLeft: number, bytesMax: number): Buffer {
  const { name, method, packedBytes, headerAt } = entry
  if (packedBytes === elsewhere || headerAt === elsewhere) throw new ArchiveProblem('The archive is in the Zip64 format; make it smaller.')
  if (headerAt + headerBytes > bytes.length || bytes.readUInt32LE(headerAt) !== headerMark) throw new ArchiveProblem(broken)
  const start = headerAt + headerBytes + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28)
  if (start + packedBytes > bytes.length) throw new ArchiveProblem(broken)
  const tooLarge = `${name} makes the archive longer than ${bytesMax.toLocaleString('en')} bytes when it is unpacked; split it.`
  const packed = bytes.subarray(start, start + packedBytes)
  if (method !== stored && method !== deflated)
    throw new ArchiveProblem(`${name} is packed in a way that is not understood; make the archive with Deflate.`)
  const content = method === stored ? packed : inflate(packed, bytesLeft, tooLarge)
  if (content.length > bytesLeft) throw new ArchiveProblem(tooLarge)
  if (crc32(content) !== entry.crc) throw new ArchiveProblem(broken)
  return content
}

function inflate(packed: Buffer, bytesMax: number, tooLarge: string): Buffer {
  try {
    // Node refuses 0 as a limit.
    return inflateRawSync(packed, { maxOutputLength: bytesMax + 1 })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new ArchiveProblem(tooLarge)
    throw new ArchiveProblem(broken)
  }
}
