/** Opens the file of an import: a JSON list of questions, or an archive that also has case studies, certifications and images. */
import { readFileSync, statSync } from 'node:fs'
import { isRecord, parseName } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { CaseStudy } from '#exam/question.ts'
import { findEntries, readEntry } from '#server/bank/import/json-array-reader.ts'
import { ImportProblem, unreadable, type ImportTask } from '#server/bank/import/messages.ts'
import { readArchive } from '#server/bank/import/zip-archive.ts'
import { validateCaseStudy, type References, type ValidationIssue } from '#server/bank/validate-question.ts'
import { readCertifications } from '#server/catalogue/index.ts'

const caseStudiesMax = 10_000
const certificationsMax = 1_000
/** The unpacked content of an archive may be this many times as large as the largest file. */
const unpackedFactor = 4
const ignoredShownMax = 20

export type OpenedFile = {
  /** The bytes of the JSON list. */
  questions: Buffer
  caseStudies: ReadonlyMap<string, CaseStudy>
  /** The certifications that are not stored yet. */
  certifications: readonly Certification[]
  images: Map<string, Buffer>
  warnings: readonly ValidationIssue[]
}

/** @throws {ImportProblem} */
export async function openFile(task: ImportTask): Promise<OpenedFile> {
  const ending = /\.(json|zip)$/i.exec(task.fileName)?.[1]?.toLowerCase()
  if (!ending) throw unreadable('The file name must end in .json or .zip. Choose an exported file.')
  const bytes = readBytes(task)
  if (bytes.length === 0) throw unreadable('The file is empty.')
  if (ending === 'json') return { questions: bytes, caseStudies: new Map(), certifications: [], images: new Map(), warnings: [] }
  const archive = await readArchive(bytes, unpackedFactor * task.bytesMax, task.entriesMax)
  return {
    questions: archive.questions,
    caseStudies: readCaseStudies(archive.caseStudies),
    certifications: readNewCertifications(archive.certifications, task.references),
    images: new Map(archive.images),
    warnings: archive.ignored
      .slice(0, ignoredShownMax)
      .map((name) => ({ field: name, reason: 'is ignored; it is not part of a bank archive' })),
  }
}

function readBytes(task: ImportTask): Buffer {
  const size = 'path' in task ? statSync(task.path).size : task.bytes.length
  if (size > task.bytesMax)
    throw unreadable(`The file has ${size.toLocaleString('en')} bytes; the limit is ${task.bytesMax.toLocaleString('en')}. Split the file.`)
  return 'path' in task ? readFileSync(task.path) : Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength)
}

function readCaseStudies(bytes: Buffer | undefined): ReadonlyMap<string, CaseStudy> {
  const caseStudies = new Map<string, CaseStudy>()
  for (const { value, line } of readList(bytes, 'case_studies.json', caseStudiesMax)) {
    const fail = (reasons: string) => {
      throw unreadable(`case_studies.json, line ${line}: ${reasons}.`)
    }
    const id = parseName(isRecord(value) ? value['id'] : undefined, 'id', (field, reason) => fail(`${field}: ${reason}`))
    if (id === '') fail('id: is empty')
    if (caseStudies.has(id)) fail('id: appears twice in the file')
    const validated = validateCaseStudy(value)
    if (validated.ok) caseStudies.set(id, { id, ...validated.caseStudy })
    else fail(validated.refusals.map(({ field, reason }) => `${field}: ${reason}`).join(', '))
  }
  return caseStudies
}

function readNewCertifications(bytes: Buffer | undefined, references: References): readonly Certification[] {
  const read = readCertifications(readList(bytes, 'certifications.json', certificationsMax).map(({ value }) => value))
  if (!read.ok) throw unreadable(`certifications.json: ${read.problems[0]}.`)
  return read.value.filter(({ id }) => !references.certifications.has(id))
}

function readList(bytes: Buffer | undefined, name: string, entriesMax: number): { value: unknown; line: number }[] {
  if (!bytes) return []
  try {
    return findEntries(bytes, entriesMax).map((entry) => ({ value: readEntry(bytes, entry), line: entry.line }))
  } catch (error) {
    if (error instanceof ImportProblem) throw unreadable(`${name}: ${error.message}`)
    throw error
  }
}
