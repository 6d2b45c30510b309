/**
 * Reads bank archives, the zip files that an export writes (`export/write-archive.ts`).
 *
 * | entry | content |
 * |---|---|
 * | `questions.json` | a bank file, see `exam/bank-file/read.ts`; required |
 * | `case_studies.json` | list of `{ "id", "title", "content", "translations" }`, including case studies that no question refers to |
 * | `certifications.json` | like `content/certifications.json`; the import adds the missing ones |
 * | `images/3f9c….png` | the uploaded images that the questions and case studies show |
 *
 * Other entries are ignored and reported. The declared sizes are not trusted: bytes are counted while they are inflated.
 */
import { crc32 } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ImportProblem, unreadable } from '#server/bank/import/messages.ts'

export type BankArchive = {
  questions: Buffer
  caseStudies: Buffer | undefined
  certifications: Buffer | undefined
  /** The images by name, such as `3f9c….png`. */
  images: ReadonlyMap<string, Buffer>
  /** Names of the entries that were not read. */
  ignored: readonly string[]
}

export const archiveNames = {
  questions: 'questions.json',
  caseStudies: 'case_studies.json',
  certifications: 'certifications.json',
  images: 'images/',
} as const

const imageName = /^images\/([\w-]{1,100}\.(?:png|jpg|jpeg|webp|gif|avif))$/

/**
 * Reads an archive of at most `entriesMax` entries, whose unpacked content has at most `bytesMax` bytes in total.
 *
 * @throws {ImportProblem}
 */
export async function readArchive(bytes: Buffer, bytesMax: number, entriesMax: number): Promise<BankArchive> {
  const { files, ignored } = await readEntries(bytes, bytesMax, entriesMax, isBankEntry)
  const questions = files.get(archiveNames.questions)
  if (!questions) throw unreadable(`The archive has no ${archiveNames.questions} at its top level.`)
  const images = [...files].flatMap(([name, content]) => {
    const [, image] = imageName.exec(name) ?? []
    return image === undefined ? [] : [[image, content] as const]
  })
  return {
    questions,
    caseStudies: files.get(archiveNames.caseStudies),
    certifications: files.get(archiveNames.certifications),
    images: new Map(images),
    ignored,
  }
}

type ArchiveFiles = { files: Map<string, Buffer>; ignored: string[] }

/**
 * The entries of an archive that `isWanted` chooses by name, in the order of the archive, and the names of the other entries.
 *
 * @throws {ImportProblem}
 */
export async function readEntries(
  bytes: Buffer,
  bytesMax: number,
  entriesMax: number,
  isWanted: (name: string) => boolean,
): Promise<ArchiveFiles> {
  return inflateEntries(bytes, bytesMax, entriesMax, isWanted).catch((error: unknown) => {
    throw error instanceof ImportProblem ? error : unreadable(explain(error))
  })
}

async function inflateEntries(
  bytes: Buffer,
  bytesMax: number,
  entriesMax: number,
  isWanted: (name: string) => boolean,
): Promise<ArchiveFiles> {
  const archive = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: false })
  if (archive.entryCount > entriesMax) throw unreadable(`The archive has ${archive.entryCount} entries; the limit is ${entriesMax}.`)
  const files = new Map<string, Buffer>()
  const ignored: string[] = []
  let bytesLeft = bytesMax
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileName
    rejectUnsafeEntry(entry)
    if (name.endsWith('/')) continue
    if (!isWanted(name)) {
      ignored.push(name)
      continue
    }
    if (files.has(name)) throw unreadable(`The archive contains ${name} twice. Remove one of them.`)
    const tooLarge = `${name} makes the unpacked archive larger than ${bytesMax.toLocaleString('en')} bytes. Split the archive.`
    const content = await readContent(archive, entry, bytesLeft, tooLarge)
    bytesLeft -= content.length
    files.set(name, content)
  }
  return { files, ignored }
}

function isBankEntry(name: string): boolean {
  const { questions, caseStudies, certifications } = archiveNames
  return [questions, caseStudies, certifications].some((known) => known === name) || imageName.test(name)
}

const linkMode = 0o120000
const fileTypeMask = 0o170000
const deflated = 8

/** Refuses an archive with an unsafe name, a symbolic link, or an encrypted entry, although nothing is written under these names. */
function rejectUnsafeEntry(entry: Entry): void {
  const name = entry.fileName
  if (name === '' || name.includes('\0')) throw unreadable(unsafePath(name))
  if (((entry.externalFileAttributes >>> 16) & fileTypeMask) === linkMode)
    throw unreadable(`The archive contains the symbolic link ${shown(name)}. Remove it.`)
  if (entry.isEncrypted()) throw unreadable(encrypted)
}

async function readContent(archive: ZipFile, entry: Entry, bytesMax: number, tooLarge: string): Promise<Buffer> {
  if (![0, deflated].includes(entry.compressionMethod))
    throw unreadable(`${entry.fileName} uses an unsupported compression method. Compress the archive with Deflate.`)
  const chunks: Buffer[] = []
  let length = 0
  let checksum = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > bytesMax) throw unreadable(tooLarge)
    checksum = crc32(bytes, checksum)
    chunks.push(bytes)
  }
  if (checksum !== entry.crc32) throw unreadable(damaged)
  return Buffer.concat(chunks)
}

const damaged = 'The file is not a zip archive, or it is incomplete or damaged. Export it again.'
const encrypted = 'The archive is encrypted. Create it without a password.'

function unsafePath(name: string): string {
  return `The archive contains an entry with an unsafe path, ${shown(name)}. Remove it.`
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

/** A sentence for a yauzl error. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, path] = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(message) ?? []
  if (path !== undefined) return unsafePath(path)
  return message === 'strong encryption is not supported' ? encrypted : damaged
}
