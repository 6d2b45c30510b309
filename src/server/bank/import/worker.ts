/**
 * The part of an import that takes long and needs no database: reads the file, passes every question through the gate,
 * and compares it with what is stored. Started by `bank-import-thread.ts`, of which it asks what is stored, and to
 * which it gives, when asked for it, what is to be written.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { isRecord, parseBankItem, parseName, toBankItem } from '#exam/bank-file/index.ts'
import type { BankItem, BankQuestion, ItemDefaults, RawObject } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { checkAnswerKeyBias } from '#exam/content-check.ts'
import { createNearDuplicateIndex } from '#exam/near-duplicate.ts'
import type { NearDuplicateIndex, Wording } from '#exam/near-duplicate.ts'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy } from '#exam/question.ts'
import { ArchiveProblem, readArchive } from '#server/bank/import/zip-archive.ts'
import type { ArchiveImage, JudgedImage } from '#server/bank/images/archived-images.ts'
import type {
  Asked,
  Checked,
  FromThread,
  Given,
  ImportBatch,
  ImportTask,
  StoredCaseStudy,
  StoredItem,
  StoredWording,
  ToThread,
} from '#server/bank/import/worker-client.ts'
import type { ImportRow, Verdict } from '#server/bank/import/import.ts'
import { imagesIn } from '#server/bank/images/image-usage.ts'
import { ListProblem, NotAListProblem, findEntries, readEntry } from '#server/bank/import/json-array-reader.ts'
import type { Entry } from '#server/bank/import/json-array-reader.ts'
import { validateCaseStudy, validateQuestion } from '#server/bank/validate-question.ts'
import type { ValidationIssue, References } from '#server/bank/validate-question.ts'
import { readCertifications } from '#server/catalogue/index.ts'

const caseStudiesMax = 10_000
const certificationsMax = 1_000
const idsPerQuestion = 500
const batchSize = 50
/** Questions between two lines of progress. */
const progressStep = 250
const titleLengthMax = 120
/** Images that keep an archive out and are named. */
const imageProblemsShown = 5
/** An archive may become this many times as long when it is unpacked, at most. */
const unpackedFactor = 4

/** The file cannot be imported. The message is one sentence for people. */
class FileProblem extends Error {}

// Talking to the main thread

const port = parentPort
if (!port) throw new Error('This module is started as a thread by bank-import-thread.ts')

/** One question is asked at a time. */
let hear: (found: unknown) => void = () => undefined
let given: { [Kind in keyof Given]: Iterator<Given[Kind]> } = { batches: [][Symbol.iterator](), images: [][Symbol.iterator]() }

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'answer':
      return hear(message.found)
    case 'next': {
      const { done, value } = given[message.of].next()
      return tell({ type: 'next', value: done ? undefined : value })
    }
  }
})

function tell(message: FromThread): void {
  port?.postMessage(message)
}

/** The answer has the form that {@link Wanted} says. */
function ask(asked: Asked): Promise<unknown> {
  return new Promise((resolve) => {
    hear = resolve
    tell({ type: 'ask', asked })
  })
}

// Checking

/** The items of the file, as they are written. */
type Items = { length: number; get: (index: number) => unknown }

/** What is known of the file and of the bank while its questions are judged one after the other. */
type Check = {
  known: References
  nowMs: number
  ids: readonly (string | undefined)[]
  /** Index of the first item with an id. */
  firsts: Map<string, number>
  /** Case studies of the file by their ids, with the index of the item that brings them; none for those of an archive. */
  caseStudies: Map<string, { caseStudy: CaseStudy; index: number | undefined }>
  storedCaseStudies: ReadonlyMap<string, StoredCaseStudy>
  /** By certification, from its first question on. */
  near: Map<string, NearDuplicateIndex<NonNullable<ImportRow['nearDuplicate']>>>
}

type Judged = Pick<ImportRow, 'verdict' | 'problems' | 'warnings' | 'nearDuplicate'> & {
  question?: BankQuestion
  caseStudy?: CaseStudy | undefined
  isWritten: boolean
}
type Written = ImportBatch['questions'][number]

async function check(task: ImportTask): Promise<Checked> {
  const file = await openFile(task)
  const entries = findEntries(file.questions, task.questionsMax)
  const total = entries.length
  if (total === 0) throw new FileProblem('The list is empty; there is nothing to import.')
  tell({ type: 'progress', stage: 'reading', done: 0, total })
  // Read anew each time, because thousands of items in memory cost more than reading them twice.
  const items = { length: total, get: (index: number) => readEntry(file.questions, entries[index] as Entry) }
  const check = await prepare(task, file, items)
  const hasImage = makeImageSearch(new Set(file.images.keys()))
  const images = await checkImages(file.images, task.isDryRun)
  tell({ type: 'progress', stage: 'reading', done: total, total })

  const rows: ImportRow[] = []
  const detail = makeDetail()
  const written: Written[] = []
  const bare: BankQuestion[] = []
  const counts: Record<Verdict, number> = { new: 0, changed: 0, same: 0, refused: 0 }
  for (let start = 0; start < total; start += idsPerQuestion) {
    const stored = await findStored(check.ids.slice(start, start + idsPerQuestion))
    for (const [i, { line }] of entries.slice(start, start + idsPerQuestion).entries()) {
      const index = start + i
      const item = items.get(index)
      const id = check.ids[index] ?? null
      const found = stored.get(id ?? '')
      const title = titleOf(item, found)
      const { question, caseStudy, isWritten, ...judged } = await judge(check, index, item, found, title)
      if (question) bare.push(bareOf(question))
      if (question && isWritten && !task.isDryRun) written.push({ question, version: found?.version ?? null })
      counts[judged.verdict] += 1
      const warnings = [...judged.warnings, ...(question ? await imageWarnings(question, caseStudy, hasImage) : [])]
      const { problems } = judged
      const shown = detail.isFull() ? 1 : findingsShownMax
      rows.push({ index, line, id, title, ...judged, problems: detail.keep(problems, shown), warnings: detail.keep(warnings, shown) })
      if ((index + 1) % progressStep === 0 || index + 1 === total) tell({ type: 'progress', stage: 'checking', done: index + 1, total })
    }
  }

  const caseStudies = [...check.caseStudies.values()]
    .filter(({ caseStudy }) => !isStored(check, caseStudy))
    .map(({ caseStudy }) => ({ caseStudy, version: check.storedCaseStudies.get(caseStudy.id)?.version ?? null }))
  given = { batches: makeBatches(written, caseStudies), images: images.values() }
  const warnings = rows.reduce((sum, row) => sum + row.warnings.length, 0)
  const setWarnings = [...file.warnings, ...(await listImageWarnings(file.caseStudies, hasImage)), ...biasWarnings(bare)]
  return {
    report: { type: 'report', fileName: task.fileName, total, counts, warnings, rows, setWarnings },
    plan: {
      questions: written.length,
      caseStudies: caseStudies.length,
      examIds: [...new Set(bare.map(({ examId }) => examId))],
      certifications: file.certifications,
    },
  }
}

/** Findings of one item that the report names, and letters of one reason. A person mends the first and looks again. */
const findingsShownMax = 5
const reasonLengthMax = 300
/** Letters of all reasons of a report; once they are written, each further item names one finding of a kind. */
const detailLengthMax = 4_000_000

/** Keeps the report of a file full of mistakes within bounds. */
function makeDetail() {
  let length = 0
  return {
    isFull: () => length > detailLengthMax,
    keep: (findings: readonly ValidationIssue[], shownMax: number): ValidationIssue[] => {
      const kept = findings.slice(0, shownMax).map(({ field, reason }) => ({ field, reason: cut(reason) }))
      if (findings.length > shownMax) kept.push({ field: '', reason: `and ${findings.length - shownMax} more` })
      length += kept.reduce((sum, { field, reason }) => sum + field.length + reason.length, 0)
      return kept
    },
  }
}

function cut(reason: string): string {
  return reason.length > reasonLengthMax ? `${Array.from(reason).slice(0, reasonLengthMax).join('')}…` : reason
}

async function prepare({ known, nowMs }: ImportTask, file: OpenFile, items: Items): Promise<Check> {
  const { ids, carriers } = nameItems(items, nowMs)
  const broughtAlong = new Set([...file.caseStudies.keys(), ...(await nameCaseStudies(items, ids, carriers, nowMs))])
  const all: References = {
    certifications: new Map([...file.certifications.map((one) => [one.id, one] as const), ...known.certifications]),
    caseStudyIds: new Set([...known.caseStudyIds, ...broughtAlong]),
  }
  return {
    known: all,
    nowMs,
    ids,
    firsts: new Map(),
    caseStudies: new Map([...file.caseStudies].map(([id, caseStudy]) => [id, { caseStudy, index: undefined }])),
    storedCaseStudies: await findCaseStudies([...broughtAlong]),
    near: new Map(),
  }
}

/** `carriers` are the indexes of items that bring a case study along. */
type Names = { ids: (string | undefined)[]; carriers: number[] }

/** Ids of the items, `undefined` for one too broken to have one. */
function nameItems(items: Items, nowMs: number): Names {
  const names: Names = { ids: [], carriers: [] }
  const choices = new Map<string, string>()
  for (let index = 0; index < items.length; index++) {
    const item = items.get(index)
    let id = uuidOf(item)
    if (!id) {
      let made: string | undefined
      const read = parseBankItem(item, { ...fillOf(nowMs, index), makeId: (text) => (made = makeId(text)) })
      id = read.question?.id ?? made
    }
    // The same words may stand above other options, such as "What should you do?".
    if (id && isRecord(item) && item['id'] == null) {
      const own = makeId(JSON.stringify([item['options'], item['pairs']]))
      if ((choices.get(id) ?? own) !== own) id = makeId(`${id} ${own}`)
      else choices.set(id, own)
    }
    names.ids.push(id)
    if (isRecord(item) && item['case_study'] != null) names.carriers.push(index)
  }
  return names
}

/** Ids of the case studies that items bring along, whatever else is wrong with these items. */
async function nameCaseStudies(items: Items, ids: Names['ids'], carriers: readonly number[], nowMs: number): Promise<Set<string>> {
  const found = new Set<string>()
  for (let i = 0; i < carriers.length; i += idsPerQuestion) {
    const some = carriers.slice(i, i + idsPerQuestion)
    const stored = await findStored(some.map((index) => ids[index]))
    for (const index of some) {
      const { caseStudy } = parseBankItem(itemBeside(stored.get(ids[index] ?? ''), items.get(index)), fillOf(nowMs, index))
      if (caseStudy) found.add(caseStudy.id)
    }
  }
  return found
}

async function findStored(ids: readonly (string | undefined)[]): Promise<ReadonlyMap<string, StoredItem>> {
  const each = [...new Set(ids)].filter((id) => id !== undefined)
  const found = (await ask({ kind: 'questions', ids: each })) as StoredItem[]
  return new Map(found.map((one) => [one.item.id, one]))
}

async function findCaseStudies(ids: readonly string[]): Promise<ReadonlyMap<string, StoredCaseStudy>> {
  const found: StoredCaseStudy[] = []
  for (let i = 0; i < ids.length; i += idsPerQuestion)
    found.push(...((await ask({ kind: 'caseStudies', ids: ids.slice(i, i + idsPerQuestion) })) as StoredCaseStudy[]))
  return new Map(found.map((one) => [one.caseStudy.id, one]))
}

/** Questions that the bank has in a certification, other than those the file brings itself. */
async function readNear(
  examId: string,
  ids: ReadonlySet<string | undefined>,
): Promise<NearDuplicateIndex<NonNullable<ImportRow['nearDuplicate']>>> {
  const near = createNearDuplicateIndex<NonNullable<ImportRow['nearDuplicate']>>()
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = (await ask({ kind: 'wordings', examId, after })) as StoredWording[]
    for (const { id, text, choices } of found) if (!ids.has(id)) near.add({ text, choices }, { id, index: null, title: beginning(text) })
    const last = found.at(-1)
    if (!last) return near
    after = last.id
  }
}

async function judge(check: Check, index: number, item: unknown, stored: StoredItem | undefined, title: string): Promise<Judged> {
  const id = check.ids[index]
  const first = id === undefined ? undefined : check.firsts.get(id)
  if (id !== undefined && first === undefined) check.firsts.set(id, index)

  const named = isRecord(item) ? { ...item, id: id ?? item['id'] } : item
  const gate = validateQuestion(itemBeside(stored, named), check.known, fillOf(check.nowMs, index))
  // What is wrong with it says more than that another one is wrong in the same way.
  if (!gate.ok) return refused(gate.refusals, gate.warnings)
  const { question, caseStudy, warnings } = gate
  if (first !== undefined)
    return refused([{ field: 'id', reason: `is the same as that of item ${first + 1}, or they are the same question` }], warnings)
  const clash = caseStudy && caseStudyClash(check, caseStudy, index)
  if (clash) return refused([clash], warnings)

  const isWritten = !stored || !isDeepStrictEqual(toBankItem(question), stored.item)
  const isSame = !isWritten && (!caseStudy || isStored(check, caseStudy))
  const verdict = !stored ? 'new' : isSame ? 'same' : 'changed'
  return {
    verdict,
    problems: [],
    warnings,
    nearDuplicate: await nearOf(check, question, index, title, isWritten),
    question,
    caseStudy,
    isWritten,
  }
}

function refused(problems: readonly ValidationIssue[], warnings: readonly ValidationIssue[] = []): Judged {
  return { verdict: 'refused', problems, warnings, nearDuplicate: null, isWritten: false }
}

/** One case study can stand on several questions of a file, but only in one wording. */
function caseStudyClash(check: Check, caseStudy: CaseStudy, index: number): ValidationIssue | undefined {
  const known = check.caseStudies.get(caseStudy.id)
  if (!known) check.caseStudies.set(caseStudy.id, { caseStudy, index })
  if (!known || isDeepStrictEqual(known.caseStudy, caseStudy)) return undefined
  return {
    field: 'case_study',
    reason: `differs from the one with the same id ${known.index === undefined ? 'in case_studies.json' : `on item ${known.index + 1}`}`,
  }
}

function isStored(check: Check, caseStudy: CaseStudy): boolean {
  return isDeepStrictEqual(check.storedCaseStudies.get(caseStudy.id)?.caseStudy, caseStudy)
}

/** What stays as it is has been looked at before; it is only kept for those that follow. */
async function nearOf(
  check: Check,
  question: BankQuestion,
  index: number,
  title: string,
  isWritten: boolean,
): Promise<ImportRow['nearDuplicate']> {
  const { id, examId } = question
  const near = check.near.get(examId) ?? (await readNear(examId, new Set(check.ids)))
  check.near.set(examId, near)
  const found = near.add(wordingOf(question), { id, index, title })
  return (isWritten && found) || null
}

function wordingOf({ text, options, pairs }: BankQuestion): Wording {
  return { text, choices: [...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])] }
}

/** What an item says beside what is stored of it. */
function itemBeside(stored: StoredItem | undefined, item: unknown): unknown {
  return stored && isRecord(item) ? merged(stored.item, item) : item
}

/** The stored item with the fields of the file in place of its own. */
function merged(stored: BankItem, item: RawObject): RawObject {
  const { correct_answer, sequence, ...rest } = stored
  const given = Object.entries(item).filter(([name, value]) => value !== null || !['created_at', 'state', 'exam_id'].includes(name))
  // A sequence alone is a key, which the stored one must not hide.
  const hasKey = item['correct_answer'] != null || item['sequence'] != null
  return { ...rest, ...(!hasKey && { correct_answer, sequence }), ...Object.fromEntries(given), id: stored.id }
}

/** What an item lacks: an id by which it is known again, and a time that keeps the order of the file. */
function fillOf(nowMs: number, index: number): ItemDefaults {
  return { makeId, createdAt: new Date(nowMs + index).toISOString() }
}

/** A UUID of version 8, which is for those that are made in a way of one's own. */
function makeId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

function uuidOf(item: unknown): string | undefined {
  const id = isRecord(item) ? item['id'] : undefined
  return typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : undefined
}

function titleOf(item: unknown, stored: StoredItem | undefined): string {
  const text = (isRecord(item) ? item['text'] : undefined) ?? stored?.item.text
  return typeof text === 'string' ? beginning(text) : ''
}

/** The first words of an HTML text. */
function beginning(html: string): string {
  const words = plainText(html.slice(0, 10 * titleLengthMax))
  const shown = words.length > titleLengthMax ? `${words.slice(0, titleLengthMax)}…` : words
  // A copy, because a piece of a text keeps all of the text in memory.
  return Buffer.from(shown).toString()
}

/** What {@link checkAnswerKeyBias} looks at, without the long texts. */
function bareOf(question: BankQuestion): BankQuestion {
  const options = question.type === 'single_choice' ? question.options : []
  return { ...question, text: '', options, explanation: '', optionExplanations: [], pairs: null, grounding: null }
}

/** What is to be seen only when many questions stand side by side, by certification. */
function biasWarnings(questions: readonly BankQuestion[]): ValidationIssue[] {
  const examIds = [...new Set(questions.map(({ examId }) => examId))]
  return examIds.flatMap((id) =>
    checkAnswerKeyBias(questions.filter(({ examId }) => examId === id)).map(({ field, reason }) => ({ field, reason: `${id}: ${reason}` })),
  )
}

function* makeBatches(questions: ImportBatch['questions'], caseStudies: ImportBatch['caseStudies']): Generator<ImportBatch, undefined> {
  // Questions refer to case studies, which therefore come first.
  for (let i = 0; i < caseStudies.length; i += batchSize) yield { caseStudies: caseStudies.slice(i, i + batchSize), questions: [] }
  for (let i = 0; i < questions.length; i += batchSize) yield { caseStudies: [], questions: questions.slice(i, i + batchSize) }
}

// Images

/**
 * Lets each image of the archive be drawn and compared with the one of its name that is stored. Those that are to be kept
 * are given back, but for a dry run.
 *
 * @throws {FileProblem} when one cannot be kept
 */
async function checkImages(images: Map<string, Buffer>, isDryRun: boolean): Promise<ArchiveImage[]> {
  const kept: ArchiveImage[] = []
  const problems: string[] = []
  for (const [name, bytes] of images) {
    // A copy, because a piece of the archive would take all of it along.
    const judged = (await ask({ kind: 'image', name, bytes: new Uint8Array(bytes) })) as JudgedImage
    images.delete(name)
    if (!judged.ok) problems.push(`images/${name} ${judged.problem}.`)
    else if (judged.bytes && !isDryRun) kept.push({ name, bytes: judged.bytes })
  }
  const more = problems.length - imageProblemsShown
  if (more > 0) problems.splice(imageProblemsShown, more, `The same goes for ${more} more.`)
  if (problems.length > 0) throw new FileProblem(problems.join(' '))
  return kept
}

type ImageSearch = (name: string) => Promise<boolean>

/** Whether an image is in the archive or stored. In a store too large to be listed every image might be. */
function makeImageSearch(archived: ReadonlySet<string>): ImageSearch {
  let stored: { names: ReadonlySet<string>; isWhole: boolean } | undefined
  return async (name) => {
    if (archived.has(name)) return true
    if (!stored) {
      const found = (await ask({ kind: 'images' })) as readonly string[] | undefined
      stored = { names: new Set(found), isWhole: found !== undefined }
    }
    return stored.names.has(name) || !stored.isWhole
  }
}

/** Warnings about the images that a question and the case study beside it show, and nobody has. */
async function imageWarnings(question: BankQuestion, caseStudy: CaseStudy | undefined, hasImage: ImageSearch): Promise<ValidationIssue[]> {
  const { text, options, pairs, explanation, optionExplanations } = question
  const fields: [string, readonly (string | null)[]][] = [
    ['text', [text]],
    ['options', options],
    ['pairs', [...(pairs?.left ?? []), ...(pairs?.right ?? [])]],
    ['explanation', [explanation]],
    ['option_explanations', optionExplanations],
    ['case_study.content', [caseStudy?.content ?? '']],
  ]
  const findings: ValidationIssue[] = []
  for (const [field, html] of fields)
    for (const name of imagesIn(html.filter((one) => one !== null)))
      if (!(await hasImage(name))) findings.push({ field, reason: missingImage(name) })
  return findings
}

async function listImageWarnings(caseStudies: ReadonlyMap<string, CaseStudy>, hasImage: ImageSearch): Promise<ValidationIssue[]> {
  const findings: ValidationIssue[] = []
  for (const { id, content } of caseStudies.values())
    for (const name of imagesIn([content]))
      if (!(await hasImage(name))) findings.push({ field: 'case_studies.json', reason: `${id} ${missingImage(name)}` })
  return findings
}

function missingImage(name: string): string {
  return `shows the image ${name}, which neither this site nor the file has; import an archive that holds it, or upload it anew`
}

// The file

type OpenFile = {
  questions: Buffer
  caseStudies: ReadonlyMap<string, CaseStudy>
  certifications: readonly Certification[]
  images: Map<string, Buffer>
  warnings: readonly ValidationIssue[]
}

async function openFile(task: ImportTask): Promise<OpenFile> {
  const ending = /\.(json|zip)$/i.exec(task.fileName)?.[1]?.toLowerCase()
  if (!ending) throw new FileProblem('The name of the file ends neither in .json nor in .zip; choose a file that an export makes.')
  const bytes = readBytes(task)
  if (bytes.length === 0) throw new FileProblem('The file is empty.')
  if (ending === 'json') return { questions: bytes, caseStudies: new Map(), certifications: [], images: new Map(), warnings: [] }
  const archive = await readArchive(bytes, unpackedFactor * task.bytesMax, task.entriesMax)
  return {
    questions: archive.questions,
    caseStudies: readCaseStudies(archive.caseStudies),
    certifications: readCertificationList(archive.certifications, task.known),
    images: new Map(archive.images),
    warnings: archive.ignored.slice(0, 20).map((name) => ({ field: name, reason: 'is left out; an archive holds nothing of that name' })),
  }
}

function readBytes(task: ImportTask): Buffer {
  const most = task.bytesMax
  const size = 'path' in task ? statSync(task.path).size : task.bytes.length
  if (size > most)
    throw new FileProblem(
      `The file has ${size.toLocaleString('en')} bytes; at most ${most.toLocaleString('en')} can be imported. Split it.`,
    )
  return 'path' in task ? readFileSync(task.path) : Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength)
}

function readCaseStudies(bytes: Buffer | undefined): ReadonlyMap<string, CaseStudy> {
  const caseStudies = new Map<string, CaseStudy>()
  for (const item of readList(bytes, 'case_studies.json', caseStudiesMax)) {
    const where = `case_studies.json, line ${item.line}`
    const refuse = (field: string, reason: string) => {
      throw new FileProblem(`${where}: ${field}: ${reason}.`)
    }
    const id = parseName(isRecord(item.value) ? item.value['id'] : undefined, 'id', refuse)
    if (id === '') refuse('id', 'is empty')
    if (caseStudies.has(id)) throw new FileProblem(`${where}: id: stands twice in the file.`)
    const gate = validateCaseStudy(item.value)
    if (!gate.ok) throw new FileProblem(`${where}: ${gate.refusals.map(({ field, reason }) => `${field}: ${reason}`).join(', ')}.`)
    caseStudies.set(id, { id, ...gate.caseStudy })
  }
  return caseStudies
}

/** Those that are not here yet. */
function readCertificationList(bytes: Buffer | undefined, known: References): readonly Certification[] {
  const read = readCertifications(readList(bytes, 'certifications.json', certificationsMax).map(({ value }) => value))
  if (!read.ok) throw new FileProblem(`certifications.json: ${read.problems[0]}.`)
  return read.value.filter(({ id }) => !known.certifications.has(id))
}

function readList(bytes: Buffer | undefined, name: string, entriesMax: number): { value: unknown; line: number }[] {
  if (!bytes) return []
  try {
    return findEntries(bytes, entriesMax).map((entry) => ({ value: readEntry(bytes, entry), line: entry.line }))
  } catch (error) {
    if (error instanceof ListProblem) throw new FileProblem(`${name}: ${error.message}`)
    throw error
  }
}

// The start, behind everything it needs

try {
  tell({ type: 'checked', checked: await check(workerData as ImportTask) })
} catch (error) {
  if (error instanceof NotAListProblem) tell({ type: 'problem', code: 'IMPORT_NOT_A_LIST', message: error.message })
  else if (error instanceof FileProblem || error instanceof ListProblem || error instanceof ArchiveProblem)
    tell({ type: 'problem', code: 'IMPORT_UNREADABLE', message: error.message })
  else throw error
}
