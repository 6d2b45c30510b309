/**
 * Imports a file of questions: checks all of it, says what would happen to each question, and, unless it is a dry run,
 * writes everything or nothing. Reading and checking happen in a thread of its own (`bank-import-worker.ts`), so that the
 * server answers others meanwhile; writing is one transaction, for whose time the embedded database answers nobody else.
 *
 * What happens is told line by line, see {@link ImportLine}; the last one is `report` after a dry run, `finished` after
 * writing, or `failed` when nothing was written.
 *
 * | field of an item | when the bank knows its id |
 * |---|---|
 * | left out | stays as it is stored |
 * | `created_at`, `state` or `exam_id` with `null` | stays as it is stored |
 * | anything else | replaces what is stored; the version before is kept |
 *
 * An item without an id, or with one of another kind, gets one made of its certification and text, or of that id, so that
 * the same file a second time finds its questions again.
 */
import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { printItem } from '#exam/bank-file.ts'
import type { BankItem, BankQuestion } from '#exam/bank-file.ts'
import type { Certification } from '#exam/certification.ts'
import type { CaseStudy } from '#exam/question.ts'
import { isAdministrator, isLastingAdministrator } from '#server/accounts/people.ts'
import { keepAudit } from '#server/audit.ts'
import { keepImages, removeImages } from '#server/bank-images.ts'
import { findCertificationRow, saveCertification } from '#server/catalogue.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { FileStoreProblem } from '#server/files.ts'
import type { FileStore } from '#server/files.ts'
import { importBytesMax } from '#server/http/guard.ts'
import type { Log } from '#server/log.ts'
import { announcePublication } from '#server/publications.ts'
import { questionColumns, readBankQuestion, saveCaseStudy, saveQuestions } from '#server/question-bank.ts'
import { keepVersions, lockQuestions } from '#server/question-editing.ts'
import { readKnown } from '#server/question-gate.ts'
import type { Finding, Known } from '#server/question-gate.ts'

/** Largest file that a command on the machine reads. */
const pathBytesMax = 512_000_000

export type Verdict = 'new' | 'changed' | 'same' | 'refused'
export type ImportCounts = Record<Verdict, number>

/** One item of the file: `index` counts from 0, `line` from 1. `id` is missing where the item has none that could be made out. */
export type ImportRow = {
  index: number
  line: number
  id: string | null
  verdict: Verdict
  /** The first words of the question. */
  title: string
  problems: readonly Finding[]
  warnings: readonly Finding[]
  /** A question that says nearly the same; `index` when it stands further up in the file. */
  near: { id: string; index: number | null; title: string } | null
}

export type ImportLine =
  | { type: 'progress'; stage: 'reading' | 'checking' | 'writing'; done: number; total: number }
  | {
      type: 'report'
      fileName: string
      total: number
      counts: ImportCounts
      /** How many there are in all rows. */
      warnings: number
      rows: readonly ImportRow[]
      /** About the questions of the file together, and about what was left out of an archive. */
      setWarnings: readonly Finding[]
    }
  | { type: 'finished'; counts: ImportCounts }
  | { type: 'failed'; code: FailureCode; message: string }

export type ImportReport = Extract<ImportLine, { type: 'report' }>
type Progress = Extract<ImportLine, { type: 'progress' }>

export type FailureCode =
  | 'IMPORT_BUSY'
  | 'IMPORT_UNREADABLE'
  | 'IMPORT_NOT_A_LIST'
  | 'IMPORT_TOO_LARGE'
  | 'IMPORT_REFUSED'
  | 'IMPORT_CHANGED_MEANWHILE'
  | 'IMPORT_STOPPED'
  | 'IMPORT_FAILED'
  | 'NOT_AN_ADMINISTRATOR'

export type ImportFile = { bytes: Uint8Array } | { path: string }

/** `fileName` tells by its ending what the file is; `actorId` is `null` for a command on the machine. */
export type ImportInput = ImportFile & { fileName: string; isDryRun: boolean; actorId: string | null }

export type Importer = {
  /** Begins at once; one import at a time. Whoever stops reading the lines stops the import. */
  run: (input: ImportInput) => AsyncIterable<ImportLine>
  /** Stops an import under way, of which nothing is written then. */
  close: () => Promise<void>
}

/** The lines as text, a JSON object each. */
export async function* printLines(lines: AsyncIterable<ImportLine>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

type Resources = { db: Kysely<Tables>; files: FileStore; log: Log }

export function openImporter(resources: Resources): Importer {
  let running: { stop: AbortController; done: Promise<void> } | undefined
  return {
    run: (input) => {
      // Lines are few and short; whoever reads them slowly must not keep the transaction waiting.
      const lines = new Readable({ objectMode: true, read: () => undefined })
      const emit = (line: ImportLine) => void lines.push(line)
      if (running) {
        emit(failureLine(new ImportProblem('IMPORT_BUSY', 'Another import is under way; try again when it has finished.')))
        lines.push(null)
        return lines as AsyncIterable<ImportLine>
      }
      const stop = new AbortController()
      lines.once('close', () => stop.abort(stopped))
      const done = runImport(resources, input, emit, stop.signal)
        .catch((error: unknown) => emit(failureOf(error, resources.log)))
        .finally(() => {
          running = undefined
          lines.push(null)
        })
      running = { stop, done }
      return lines as AsyncIterable<ImportLine>
    },
    close: async () => {
      running?.stop.abort(stopped)
      await running?.done
    },
  }
}

/** An import that cannot be carried out. The message is one sentence for people. */
class ImportProblem extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

const stopped = new ImportProblem('IMPORT_STOPPED', 'The import was stopped.')

function failureOf(error: unknown, log: Log): ImportLine {
  if (error instanceof ImportProblem) return failureLine(error)
  log.error({ error }, 'An import failed')
  if (error instanceof FileStoreProblem) return failureLine(new ImportProblem('IMPORT_FAILED', error.message))
  return failureLine(new ImportProblem('IMPORT_FAILED', 'The import failed because of a defect; the log of the server says more.'))
}

function failureLine({ code, message }: ImportProblem): ImportLine {
  // This sentence is that of spec §5, letter for letter.
  return { type: 'failed', code, message: code === 'IMPORT_NOT_A_LIST' ? message : `${message} Nothing was written.` }
}

async function runImport(resources: Resources, input: ImportInput, emit: (line: ImportLine) => void, signal: AbortSignal): Promise<void> {
  const { db } = resources
  if (input.actorId !== null && !(await isAdministrator(db, input.actorId))) throw notAnAdministrator
  const thread = startThread(db, taskOf(input, await readKnown(db)), emit, signal)
  try {
    const checked = await thread.checked
    emit(checked.report)
    if (input.isDryRun) return
    requireNoneRefused(checked.report.counts)
    await writeChecked(resources, thread, checked, input, emit, signal)
    emit({ type: 'finished', counts: checked.report.counts })
    if (checked.plan.questions > rowsThatSkewStatistics) await tidy(resources)
  } finally {
    await thread.close()
  }
}

function taskOf(input: ImportInput, known: Known): ImportTask {
  const file = 'path' in input ? { path: input.path } : { bytes: input.bytes }
  return { ...file, fileName: input.fileName, bytesMax: 'path' in file ? pathBytesMax : importBytesMax, known, nowMs: Date.now() }
}

function requireNoneRefused({ refused }: ImportCounts): void {
  if (refused === 0) return
  const which = refused === 1 ? '1 question is refused' : `${refused.toLocaleString('en')} questions are refused`
  throw new ImportProblem('IMPORT_REFUSED', `${which}; correct the file, or take them out.`)
}

const notAnAdministrator = new ImportProblem('NOT_AN_ADMINISTRATOR', 'Only administrators may import questions.')

// Writing

const rowsThatSkewStatistics = 1_000

async function writeChecked(
  resources: Resources,
  thread: Thread,
  { report, plan }: Checked,
  { actorId, fileName }: ImportInput,
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, files } = resources
  const now = new Date()
  const images = await keepImages(files, plan.images, signal)
  if (!images.ok) throw new ImportProblem('IMPORT_UNREADABLE', images.problem)
  if (plan.questions + plan.caseStudies + plan.certifications.length + images.kept.length === 0) return
  try {
    await db.transaction().execute(async (transaction) => {
      await prepareForMany(transaction)
      await addCertifications(transaction, plan.certifications, now)
      await writeBatches(transaction, thread, plan.questions, { by: actorId, at: now }, emit, signal)
      // At the end, because others who ask the same wait from here on.
      if (!(await isLastingAdministrator(transaction, actorId))) throw notAnAdministrator
      const { new: added, changed } = report.counts
      await keepAudit(transaction, actorId, 'bank-imported', plan.examIds.length === 1 ? (plan.examIds[0] ?? '') : '', {
        file: fileName.slice(0, 100),
        new: added,
        changed,
        same: report.counts.same,
      })
      await announcePublication(transaction)
      signal.throwIfAborted()
    })
  } catch (error) {
    await removeImages(files, images.kept)
    throw error
  }
}

/** Lets the index of the search take in more at a time: a tenth faster, and still no more than a fifth of a second at once. */
async function prepareForMany(transaction: Db): Promise<void> {
  await sql`select set_config('gin_pending_list_limit', '16MB', true), set_config('work_mem', '64MB', true)`.execute(transaction)
}

/** Certifications of an archive that are not here yet; those that are here stay as they are. */
async function addCertifications(transaction: Db, certifications: readonly Certification[], now: Date): Promise<void> {
  const last = await transaction
    .selectFrom('certifications')
    .select((row) => row.fn.max('position').as('position'))
    .executeTakeFirst()
  let position = last?.position ?? -1
  for (const certification of certifications) {
    if (await findCertificationRow(transaction, certification.id)) continue
    position += 1
    await saveCertification(transaction, certification, position)
    await transaction.updateTable('certifications').set({ updated_at: now }).where('id', '=', certification.id).execute()
  }
}

async function writeBatches(
  transaction: Db,
  thread: Thread,
  total: number,
  writing: { by: string | null; at: Date },
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): Promise<void> {
  let done = 0
  for (let next = thread.next(); ;) {
    const batch = await next
    if (!batch) return
    // The thread prepares the next one while this one is written.
    next = thread.next()
    signal.throwIfAborted()
    await writeBatch(transaction, batch, writing)
    done += batch.questions.length
    emit({ type: 'progress', stage: 'writing', done, total })
    // The embedded database never lets others have their turn by itself.
    await setImmediate()
  }
}

async function writeBatch(
  transaction: Db,
  { caseStudies, questions }: ImportBatch,
  writing: { by: string | null; at: Date },
): Promise<void> {
  for (const caseStudy of caseStudies) await saveCaseStudy(transaction, caseStudy, writing)
  const rows = await lockQuestions(
    transaction,
    questions.map(({ question }) => question.id),
  )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const outdated = questions.find(({ question, version }) => (versions.get(question.id) ?? null) !== version)
  if (outdated) {
    const { id } = outdated.question
    throw new ImportProblem(
      'IMPORT_CHANGED_MEANWHILE',
      `Somebody else changed the question ${id} during the import; import the file again.`,
    )
  }
  await keepVersions(transaction, rows)
  await saveQuestions(
    transaction,
    questions.map(({ question }) => question),
    writing,
  )
}

/** After many new rows, plans are made from wrong numbers until the nightly upkeep. */
async function tidy({ db, log }: Resources): Promise<void> {
  await sql`vacuum (analyze) questions, question_entries`
    .execute(db)
    .catch((error: unknown) => log.warn({ error }, 'The table of questions could not be tidied after an import'))
}

// The thread

/** A question as it is stored, with the number of its version. */
export type StoredItem = { item: BankItem; version: number }
/** `choices` are the texts of `options` and `pairs`. */
export type StoredWording = { id: string; text: string; choices: readonly string[] }

/** What the thread asks for, and what it is given. */
export type Wanted = {
  questions: { ids: readonly string[]; found: StoredItem[] }
  caseStudies: { ids: readonly string[]; found: CaseStudy[] }
  /** In the order of their ids, after `after`; an empty list after the last. */
  wordings: { examId: string; after: string; found: StoredWording[] }
}

export type ImportTask = ImportFile & { fileName: string; bytesMax: number; known: Known; nowMs: number }

/** What is to be written: numbers of questions and case studies, all of it that batches do not bring, images by their names. */
export type ImportPlan = {
  questions: number
  caseStudies: number
  examIds: readonly string[]
  certifications: readonly Certification[]
  images: ReadonlyMap<string, Uint8Array>
}

/** `version` is the one that was compared with, `null` for a new question. */
export type ImportBatch = { caseStudies: readonly CaseStudy[]; questions: readonly { question: BankQuestion; version: number | null }[] }

export type Asked<Kind extends keyof Wanted = keyof Wanted> = { [Each in Kind]: { kind: Each } & Omit<Wanted[Each], 'found'> }[Kind]

export type FromThread =
  | Progress
  | { type: 'ask'; asked: Asked }
  | { type: 'checked'; checked: Checked }
  | { type: 'batch'; batch: ImportBatch | undefined }
  | { type: 'problem'; code: FailureCode; message: string }

/** An answer to a question, or a wish for the next batch. */
export type ToThread = { type: 'answer'; found: unknown } | { type: 'next' }

export type Checked = { report: ImportReport; plan: ImportPlan }

type Thread = { checked: Promise<Checked>; next: () => Promise<ImportBatch | undefined>; close: () => Promise<void> }

/** Enough for the largest file; a monstrous one ends the thread, not the server. In megabytes. */
const resourceLimits = { maxOldGenerationSizeMb: 3_000, maxYoungGenerationSizeMb: 128 }

function startThread(db: Kysely<Tables>, task: ImportTask, emit: (line: ImportLine) => void, signal: AbortSignal): Thread {
  const worker = new Worker(new URL('./bank-import-worker.ts', import.meta.url), { workerData: task, resourceLimits })
  const send = (message: ToThread) => worker.postMessage(message)
  const checked = deferred<Checked>()
  let batch = deferred<ImportBatch | undefined>()
  const fail = (error: unknown) => {
    checked.reject(error)
    batch.reject(error)
  }

  worker.on('message', (message: FromThread) => {
    switch (message.type) {
      case 'progress':
        return emit(message)
      case 'ask':
        return void findStored(db, message.asked).then((found) => send({ type: 'answer', found }), fail)
      case 'checked':
        return checked.resolve(message.checked)
      case 'batch':
        return batch.resolve(message.batch)
      case 'problem':
        return fail(new ImportProblem(message.code, message.message))
    }
  })
  worker.once('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : error))
  worker.once('exit', () => fail(new Error('The thread of an import ended before its time')))
  signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  return {
    checked: checked.promise,
    next: () => {
      batch = deferred()
      if (signal.aborted) fail(signal.reason)
      send({ type: 'next' })
      return batch.promise
    },
    close: async () => void (await worker.terminate()),
  }
}

type Deferred<Value> = { promise: Promise<Value>; resolve: (value: Value) => void; reject: (error: unknown) => void }

function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined
  const promise = new Promise<Value>((resolve, reject) => (settle = { resolve, reject }))
  // Whoever waits hears of a failure; nobody has to wait.
  promise.catch(() => undefined)
  return { promise, ...(settle as Omit<Deferred<Value>, 'promise'>) }
}

const tooLarge = new ImportProblem('IMPORT_TOO_LARGE', 'The file needs more memory than an import may take; split it.')

const wordingsPerPage = 500

/** Short queries, between which others have their turn. */
async function findStored(db: Db, asked: Asked): Promise<unknown> {
  switch (asked.kind) {
    case 'questions': {
      const rows = await db
        .selectFrom('questions')
        .select([...questionColumns, 'version'])
        .where('id', 'in', asked.ids)
        .execute()
      return rows.map((row): StoredItem => ({ item: printItem(readBankQuestion(row)), version: row.version }))
    }
    case 'caseStudies':
      return db.selectFrom('case_studies').select(['id', 'title', 'content']).where('id', 'in', asked.ids).execute()
    case 'wordings': {
      const rows = await db
        .selectFrom('questions')
        .select(['id', 'text', 'options', 'pairs'])
        .where('exam_id', '=', asked.examId)
        .where('id', '>', asked.after)
        .orderBy('id')
        .limit(wordingsPerPage)
        .execute()
      return rows.map(({ id, text, options, pairs }): StoredWording => ({
        id,
        text,
        choices: [...options, ...(pairs?.left ?? []), ...(pairs?.right ?? [])],
      }))
    }
  }
}
