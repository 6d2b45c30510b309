/**
 * The part of an import that takes long and needs no database: reads the file, passes every question through the gate,
 * and compares it with what is stored. Started as a thread by `bank-import.ts`, of which it asks what is stored, and to
 * which it gives, when asked for it, what is to be written.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import { isRecord } from '#exam/bank-fields.ts'
import type { Item } from '#exam/bank-fields.ts'
import { printItem, readBankItem } from '#exam/bank-file.ts'
import type { BankItem, BankQuestion, Fill } from '#exam/bank-file.ts'
import type { Certification } from '#exam/certification.ts'
import { checkKeyBias } from '#exam/content-check.ts'
import { makeNearIndex } from '#exam/near-duplicate.ts'
import type { NearIndex, Wording } from '#exam/near-duplicate.ts'
import { plainText } from '#exam/plain-text.ts'
import type { CaseStudy } from '#exam/question.ts'
import { ArchiveProblem, readArchive } from '#server/bank-archive.ts'
import type {
  Asked,
  Checked,
  FromThread,
  ImportBatch,
  ImportRow,
  ImportTask,
  StoredItem,
  StoredWording,
  ToThread,
  Verdict,
  Wanted,
} from '#server/bank-import.ts'
import { readCertifications } from '#server/certifications-file.ts'
import { ListProblem, NotAListProblem, findEntries, readEntry } from '#server/json-list.ts'
import type { Entry } from '#server/json-list.ts'
import { gateCaseStudy, gateQuestion } from '#server/question-gate.ts'
import type { Finding, Known } from '#server/question-gate.ts'

const questionsMax = 50_000
const caseStudiesMax = 10_000
const certificationsMax = 1_000
const idsPerQuestion = 500
const batchSize = 50
/** Questions between two lines of progress. */
const progressStep = 250
const titleLengthMax = 120
/** An archive may become this many times as long when it is unpacked, at most. */
const unpackedFactor = 4

/** The file cannot be imported. The message is one sentence for people. */
class FileProblem extends Error {}

// Talking to the main thread

const port = parentPort
if (!port) throw new Error('This module is started as a thread by bank-import.ts')

/** One question is asked at a time. */
let hear: (found: unknown) => void = () => undefined
let batches: Iterator<ImportBatch> = [][Symbol.iterator]()

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'answer':
      return hear(message.found)
    case 'next': {
      const { done, value } = batches.next()
      return tell({ type: 'batch', batch: done ? undefined : value })
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
  known: Known
  nowMs: number
  ids: readonly (string | undefined)[]
  stored: ReadonlyMap<string, StoredItem>
  /** Index of the first item with an id. */
  firsts: Map<string, number>
  /** Case studies of the file by their ids, with the index of the item that brings them; none for those of an archive. */
  caseStudies: Map<string, { caseStudy: CaseStudy; index: number | undefined }>
  storedCaseStudies: ReadonlyMap<string, CaseStudy>
  near: ReadonlyMap<string, NearIndex<NonNullable<ImportRow['near']>>>
}

type Judged = Pick<ImportRow, 'verdict' | 'problems' | 'warnings' | 'near'> & { question?: BankQuestion; isWritten: boolean }

async function check(task: ImportTask): Promise<Checked> {
  const file = openFile(task)
  const entries = findEntries(file.questions, questionsMax)
  const total = entries.length
  if (total === 0) throw new FileProblem('The list is empty; there is nothing to import.')
  tell({ type: 'progress', stage: 'reading', done: 0, total })
  // Read anew each time, because thousands of items in memory cost more than reading them twice.
  const items = { length: total, get: (index: number) => readEntry(file.questions, entries[index] as Entry) }
  const check = await prepare(task, file, items)
  tell({ type: 'progress', stage: 'reading', done: total, total })

  const rows: ImportRow[] = []
  const written: BankQuestion[] = []
  const questions: BankQuestion[] = []
  const counts: Record<Verdict, number> = { new: 0, changed: 0, same: 0, refused: 0 }
  for (const [index, { line }] of entries.entries()) {
    const item = items.get(index)
    const { question, isWritten, ...judged } = judge(check, index, item)
    if (question) questions.push(question)
    if (question && isWritten) written.push(question)
    counts[judged.verdict] += 1
    rows.push({
      index,
      line,
      id: check.ids[index] ?? null,
      title: titleOf(question?.text ?? (isRecord(item) ? item['text'] : '')),
      ...judged,
    })
    if ((index + 1) % progressStep === 0 || index + 1 === total) tell({ type: 'progress', stage: 'checking', done: index + 1, total })
  }

  const caseStudies = [...check.caseStudies.values()].map(({ caseStudy }) => caseStudy).filter((one) => !isStored(check, one))
  batches = makeBatches(written, caseStudies, check.stored)
  const warnings = rows.reduce((sum, row) => sum + row.warnings.length, 0)
  const setWarnings = [...file.warnings, ...biasWarnings(questions)]
  return {
    report: { type: 'report', fileName: task.fileName, total, counts, warnings, rows, setWarnings },
    plan: {
      questions: written.length,
      caseStudies: caseStudies.length,
      examIds: [...new Set(questions.map(({ examId }) => examId))],
      certifications: file.certifications,
      images: file.images,
    },
  }
}

async function prepare({ known, nowMs }: ImportTask, file: OpenFile, items: Items): Promise<Check> {
  const { ids, caseStudyIds, examIds } = nameItems(items, nowMs)
  const storedItems = await askForAll('questions', ids)
  const broughtAlong = new Set([...file.caseStudies.keys(), ...caseStudyIds])
  const storedCaseStudies = await askForAll('caseStudies', [...broughtAlong])
  const all: Known = {
    certifications: new Map([...file.certifications.map((one) => [one.id, one] as const), ...known.certifications]),
    caseStudyIds: new Set([...known.caseStudyIds, ...broughtAlong]),
  }
  return {
    known: all,
    nowMs,
    ids,
    stored: new Map(storedItems.map((one) => [one.item.id, one])),
    firsts: new Map(),
    caseStudies: new Map([...file.caseStudies].map(([id, caseStudy]) => [id, { caseStudy, index: undefined }])),
    storedCaseStudies: new Map(storedCaseStudies.map((one) => [one.id, one])),
    near: await readNear(all, examIds, new Set(ids)),
  }
}

type Names = { ids: (string | undefined)[]; caseStudyIds: Set<string>; examIds: Set<string> }

/** Ids of the items, `undefined` for one too broken to have one, of the case studies they bring along, and of their certifications. */
function nameItems(items: Items, nowMs: number): Names {
  const names: Names = { ids: [], caseStudyIds: new Set(), examIds: new Set() }
  const choices = new Map<string, string>()
  for (let index = 0; index < items.length; index++) {
    const item = items.get(index)
    let id = uuidOf(item)
    if (!id || (isRecord(item) && item['case_study'] != null)) {
      let made: string | undefined
      const read = readBankItem(item, { ...fillOf(nowMs, index), makeId: (text) => (made = makeId(text)) })
      if (read.caseStudy) names.caseStudyIds.add(read.caseStudy.id)
      id ??= read.question?.id ?? made
    }
    // The same words may stand above other options, such as "What should you do?".
    if (id && isRecord(item) && item['id'] == null) {
      const own = JSON.stringify([item['options'], item['pairs']])
      if ((choices.get(id) ?? own) !== own) id = makeId(`${id} ${own}`)
      else choices.set(id, own)
    }
    names.ids.push(id)
    names.examIds.add(isRecord(item) && typeof item['exam_id'] === 'string' ? item['exam_id'].trim().toLowerCase() : 'mb-800')
  }
  return names
}

async function askForAll<Kind extends 'questions' | 'caseStudies'>(
  kind: Kind,
  ids: readonly (string | undefined)[],
): Promise<Wanted[Kind]['found']> {
  const each = [...new Set(ids)].filter((id) => id !== undefined)
  const found: unknown[] = []
  for (let i = 0; i < each.length; i += idsPerQuestion)
    found.push(...((await ask({ kind, ids: each.slice(i, i + idsPerQuestion) })) as unknown[]))
  return found as Wanted[Kind]['found']
}

/** Questions that the bank has in the certifications of the file, other than those the file brings itself. */
async function readNear(known: Known, examIds: ReadonlySet<string>, ids: ReadonlySet<string | undefined>): Promise<Check['near']> {
  const near = new Map([...known.certifications.keys()].map((id) => [id, makeNearIndex<NonNullable<ImportRow['near']>>()]))
  for (const examId of examIds) {
    if (!known.certifications.has(examId)) continue
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const found = (await ask({ kind: 'wordings', examId, after })) as StoredWording[]
      for (const { id, text, choices } of found)
        if (!ids.has(id)) near.get(examId)?.add({ text, choices }, { id, index: null, title: titleOf(text) })
      const last = found.at(-1)
      if (!last) break
      after = last.id
    }
  }
  return near
}

function judge(check: Check, index: number, item: unknown): Judged {
  const id = check.ids[index]
  const first = id === undefined ? undefined : check.firsts.get(id)
  if (first !== undefined) return refused([{ field: 'id', reason: `is the same as that of item ${first}, or they are the same question` }])
  if (id !== undefined) check.firsts.set(id, index)

  const stored = id === undefined ? undefined : check.stored.get(id)
  const named = isRecord(item) ? { ...item, id: id ?? item['id'] } : item
  const gate = gateQuestion(stored && isRecord(item) ? merged(stored.item, item) : named, check.known, fillOf(check.nowMs, index))
  if (!gate.ok) return refused(gate.refusals, gate.warnings)
  const { question, caseStudy, warnings } = gate
  const clash = caseStudy && caseStudyClash(check, caseStudy, index)
  if (clash) return refused([clash], warnings)

  const isWritten = !stored || !isDeepStrictEqual(printItem(question), stored.item)
  const isSame = !isWritten && (!caseStudy || isStored(check, caseStudy))
  const verdict = !stored ? 'new' : isSame ? 'same' : 'changed'
  return { verdict, problems: [], warnings, near: nearOf(check, question, index, isWritten), question, isWritten }
}

function refused(problems: readonly Finding[], warnings: readonly Finding[] = []): Judged {
  return { verdict: 'refused', problems, warnings, near: null, isWritten: false }
}

/** One case study can stand on several questions of a file, but only in one wording. */
function caseStudyClash(check: Check, caseStudy: CaseStudy, index: number): Finding | undefined {
  const known = check.caseStudies.get(caseStudy.id)
  if (!known) check.caseStudies.set(caseStudy.id, { caseStudy, index })
  if (!known || isDeepStrictEqual(known.caseStudy, caseStudy)) return undefined
  return {
    field: 'case_study',
    reason: `differs from the one with the same id ${known.index === undefined ? 'in case_studies.json' : `on item ${known.index}`}`,
  }
}

function isStored(check: Check, caseStudy: CaseStudy): boolean {
  return isDeepStrictEqual(check.storedCaseStudies.get(caseStudy.id), caseStudy)
}

/** What stays as it is has been looked at before; it is only kept for those that follow. */
function nearOf(check: Check, question: BankQuestion, index: number, isWritten: boolean): ImportRow['near'] {
  const found = check.near.get(question.examId)?.add(wordingOf(question), { id: question.id, index, title: titleOf(question.text) })
  return (isWritten && found) || null
}

function wordingOf({ text, options, pairs }: BankQuestion): Wording {
  return { text, choices: [...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])] }
}

/** The stored item with the fields of the file in place of its own. */
function merged(stored: BankItem, item: Item): Item {
  const { correct_answer, sequence, ...rest } = stored
  const given = Object.entries(item).filter(([name, value]) => value !== null || !['created_at', 'state', 'exam_id'].includes(name))
  // A sequence alone is a key, which the stored one must not hide.
  const hasKey = item['correct_answer'] != null || item['sequence'] != null
  return { ...rest, ...(!hasKey && { correct_answer, sequence }), ...Object.fromEntries(given), id: stored.id }
}

/** What an item lacks: an id by which it is known again, and a time that keeps the order of the file. */
function fillOf(nowMs: number, index: number): Fill {
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

function titleOf(html: unknown): string {
  const words = typeof html === 'string' ? plainText(html.slice(0, 10 * titleLengthMax)) : ''
  return words.length > titleLengthMax ? `${words.slice(0, titleLengthMax)}…` : words
}

/** What is to be seen only when many questions stand side by side, by certification. */
function biasWarnings(questions: readonly BankQuestion[]): Finding[] {
  const examIds = [...new Set(questions.map(({ examId }) => examId))]
  return examIds.flatMap((id) =>
    checkKeyBias(questions.filter(({ examId }) => examId === id)).map(({ field, reason }) => ({ field, reason: `${id}: ${reason}` })),
  )
}

function* makeBatches(
  questions: readonly BankQuestion[],
  caseStudies: readonly CaseStudy[],
  stored: ReadonlyMap<string, StoredItem>,
): Generator<ImportBatch, undefined> {
  // Questions refer to case studies, which therefore come first.
  for (let i = 0; i < caseStudies.length; i += batchSize) yield { caseStudies: caseStudies.slice(i, i + batchSize), questions: [] }
  for (let i = 0; i < questions.length; i += batchSize) {
    const batch = questions.slice(i, i + batchSize)
    yield { caseStudies: [], questions: batch.map((question) => ({ question, version: stored.get(question.id)?.version ?? null })) }
  }
}

// The file

type OpenFile = {
  questions: Buffer
  caseStudies: ReadonlyMap<string, CaseStudy>
  certifications: readonly Certification[]
  images: ReadonlyMap<string, Buffer>
  warnings: readonly Finding[]
}

function openFile(task: ImportTask): OpenFile {
  const ending = /\.(json|zip)$/i.exec(task.fileName)?.[1]?.toLowerCase()
  if (!ending) throw new FileProblem('The name of the file ends neither in .json nor in .zip; choose a file that an export makes.')
  const bytes = readBytes(task)
  if (bytes.length === 0) throw new FileProblem('The file is empty.')
  if (ending === 'json') return { questions: bytes, caseStudies: new Map(), certifications: [], images: new Map(), warnings: [] }
  const archive = readArchive(bytes, unpackedFactor * task.bytesMax)
  return {
    questions: archive.questions,
    caseStudies: readCaseStudies(archive.caseStudies),
    certifications: readCertificationList(archive.certifications, task.known),
    images: archive.images,
    warnings: archive.leftOut.slice(0, 20).map((name) => ({ field: name, reason: 'is left out; an archive holds nothing of that name' })),
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
    const id = isRecord(item.value) ? item.value['id'] : undefined
    if (typeof id !== 'string' || id.trim() === '') throw new FileProblem(`${where}: id: is not a text.`)
    if (caseStudies.has(id)) throw new FileProblem(`${where}: id: stands twice in the file.`)
    const gate = gateCaseStudy(item.value)
    if (!gate.ok) throw new FileProblem(`${where}: ${gate.refusals.map(({ field, reason }) => `${field}: ${reason}`).join(', ')}.`)
    caseStudies.set(id, { id, ...gate.caseStudy })
  }
  return caseStudies
}

/** Those that are not here yet. */
function readCertificationList(bytes: Buffer | undefined, known: Known): readonly Certification[] {
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
