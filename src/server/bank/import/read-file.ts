/**
 * Opens the file of an import: a JSON list of questions, our archive with case studies, certifications, and images, or a file in another
 * format (`../formats`). The content determines the format, unless the administrator chose one. The name is ignored.
 */
import { readFileSync, statSync } from 'node:fs'
import { isRecord, parseName } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { FormatSample } from '#server/bank/formats/format.ts'
import { describeOtherArchive, describeOtherBytes } from '#server/bank/formats/other-files.ts'
import { readItems, type FormatItems, type ReadingServer } from '#server/bank/formats/read-items.ts'
import { isJson, isKnown, isZip, recognizeFormat, takeSample } from '#server/bank/formats/recognize.ts'
import { readCaseStudyTranslations, type ImportedCaseStudyTranslation } from '#server/bank/import/check-translations.ts'
import type { ItemSource } from '#server/bank/import/identify-items.ts'
import { findEntries, readEntry, type JsonEntry } from '#server/bank/import/json-array-reader.ts'
import { ImportProblem, unreadable, type ImportPlace, type ImportReading, type ImportTask } from '#server/bank/import/messages.ts'
import type { ServerFunctions } from '#server/bank/import/worker-client.ts'
import { archiveNames, readArchive, readEntries } from '#server/bank/import/zip-archive.ts'
import { validateCaseStudy, type References, type ValidationIssue } from '#server/bank/validate-question.ts'

const caseStudiesMax = 10_000
const certificationsMax = 1_000
/** The unpacked content of an archive may be this many times as large as the largest allowed file. */
const unpackedFactor = 4
const ignoredShownMax = 20

type FileServer = ReadingServer & Pick<ServerFunctions, 'readCertifications'>

export type OpenedFile = {
  reading: ImportReading
  items: ItemSource
  placeOf: (index: number) => ImportPlace
  caseStudies: ReadonlyMap<string, CaseStudy>
  caseStudyTranslations: readonly ImportedCaseStudyTranslation[]
  /** The certifications that are not stored yet. */
  certifications: readonly Certification[]
  images: Map<string, Buffer>
  warnings: readonly ValidationIssue[]
  /** Only for formats other than JSON and our archive. */
  format?: Pick<FormatItems, 'notes' | 'categories' | 'columns'>
}

/** @throws {ImportProblem} */
export async function openFile(task: ImportTask, server: FileServer): Promise<OpenedFile> {
  const bytes = readBytes(task)
  if (bytes.length === 0) throw unreadable('The file is empty.')
  return isZip(bytes) ? openArchive(task, bytes, server) : openTextFile(task, bytes, server)
}

async function openTextFile(task: ImportTask, bytes: Buffer, server: ReadingServer): Promise<OpenedFile> {
  const other = describeOtherBytes(bytes)
  if (other !== undefined) throw unreadable(`The file ${other}`)
  const sample = takeSample(bytes)
  if (task.choices.format === undefined && isJson(sample)) {
    const reading = { id: null, name: 'JSON', encoding: null }
    return {
      reading,
      ...openForeignList(bytes, task),
      caseStudies: new Map(),
      caseStudyTranslations: [],
      certifications: [],
      images: new Map(),
      warnings: [],
    }
  }
  return openFormat(task, bytes, new Map(), sample, server)
}

async function openArchive(task: ImportTask, bytes: Buffer, server: FileServer): Promise<OpenedFile> {
  const unpackedMax = unpackedFactor * task.bytesMax
  const { ignored: names } = await readEntries(bytes, unpackedMax, task.entriesMax, () => false)
  const sample: FormatSample = { kind: 'archive', names }
  const isOurs = task.choices.format === undefined && (names.includes(archiveNames.questions) || !isKnown(sample))
  if (!isOurs) {
    const { files } = await readEntries(bytes, unpackedMax, task.entriesMax, () => true)
    return openFormat(task, bytes, files, sample, server)
  }
  if (!names.includes(archiveNames.questions)) throw unreadable(`The file ${describeOtherArchive(names)}`)
  const archive = await readArchive(bytes, unpackedMax, task.entriesMax)
  return {
    reading: { id: null, name: 'archive', encoding: null },
    ...openList(archive.questions, task),
    ...readCaseStudies(archive.caseStudies),
    certifications: await readNewCertifications(archive.certifications, task.references, server),
    images: new Map(archive.images),
    warnings: archive.ignored
      .slice(0, ignoredShownMax)
      .map((name) => ({ field: name, reason: 'is ignored; it is not part of a bank archive' })),
  }
}

/** A JSON file, which may come from another program. */
function openForeignList(bytes: Buffer, task: ImportTask): ReturnType<typeof openList> {
  try {
    return openList(bytes, task)
  } catch (error) {
    if (!(error instanceof ImportProblem) || error.code !== 'IMPORT_NOT_A_LIST') throw error
    throw new ImportProblem(error.code, `${error.message} ${foreignJson}`)
  }
}

const foreignJson =
  'JSON of other programs is not read. Export their questions in another format, such as Moodle XML or CSV, and import that file.'

/** Each `get` parses the JSON again, because thousands of parsed items would need too much memory. */
function openList(bytes: Buffer, { questionsMax }: ImportTask): Pick<OpenedFile, 'items' | 'placeOf'> {
  const entries = findEntries(bytes, questionsMax)
  return {
    items: { length: entries.length, get: (index) => readEntry(bytes, entries[index] as JsonEntry) },
    placeOf: (index) => ({ line: entries[index]?.line ?? 0 }),
  }
}

async function openFormat(
  task: ImportTask,
  bytes: Buffer,
  entries: ReadonlyMap<string, Buffer>,
  sample: FormatSample,
  server: ReadingServer,
): Promise<OpenedFile> {
  const format = recognizeFormat(sample, task.choices.format)
  const isText = sample.kind !== 'archive'
  const { items, notes, categories, columns, images, warnings, encoding } = await readItems(
    task,
    format,
    { bytes, entries, isText },
    server,
  )
  return {
    reading: { id: format.id, name: format.name, encoding: encoding ?? null },
    items,
    placeOf: (index) => notes[index]?.place ?? { line: 0 },
    caseStudies: new Map(),
    caseStudyTranslations: [],
    certifications: [],
    images,
    warnings,
    format: { notes, categories, columns },
  }
}

function readBytes(task: ImportTask): Buffer {
  if ('path' in task && !statSync(task.path).isFile()) throw unreadable('The path is not a file.')
  const size = 'path' in task ? statSync(task.path).size : task.bytes.length
  if (size > task.bytesMax)
    throw unreadable(`The file has ${size.toLocaleString('en')} bytes; the limit is ${task.bytesMax.toLocaleString('en')}. Split the file.`)
  return 'path' in task ? readFileSync(task.path) : Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength)
}

function readCaseStudies(bytes: Buffer | undefined): Pick<OpenedFile, 'caseStudies' | 'caseStudyTranslations'> {
  const caseStudies = new Map<string, CaseStudy>()
  const caseStudyTranslations: ImportedCaseStudyTranslation[] = []
  for (const { value, line } of readList(bytes, 'case_studies.json', caseStudiesMax)) {
    const fail = (reasons: string) => {
      throw unreadable(`case_studies.json, line ${line}: ${reasons}.`)
    }
    const id = parseName(isRecord(value) ? value['id'] : undefined, 'id', (field, reason) => fail(`${field}: ${reason}`))
    if (id === '') fail('id: is empty')
    if (caseStudies.has(id)) fail('id: appears twice in the file')
    const validated = validateCaseStudy(value)
    const failWith = (issues: readonly ValidationIssue[]) => fail(issues.map(({ field, reason }) => `${field}: ${reason}`).join(', '))
    if (!validated.ok) {
      failWith(validated.refusals)
      continue
    }
    const caseStudy = { id, ...validated.caseStudy }
    caseStudies.set(id, caseStudy)
    const { translations, problems } = readCaseStudyTranslations(value, caseStudy)
    if (problems.length > 0) failWith(problems)
    caseStudyTranslations.push(...translations)
  }
  return { caseStudies, caseStudyTranslations }
}

async function readNewCertifications(
  bytes: Buffer | undefined,
  references: References,
  server: FileServer,
): Promise<readonly Certification[]> {
  const values = readList(bytes, 'certifications.json', certificationsMax).map(({ value }) => value)
  if (values.length === 0) return []
  const read = await server.readCertifications(values)
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
