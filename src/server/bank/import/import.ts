/**
 * Imports a file of questions: checks all of it, says what would happen to each question, and, unless it is a dry run,
 * writes everything or nothing. Reading and checking happen in a thread of its own (`bank-import-thread.ts`), so that the
 * server answers others meanwhile; writing is one transaction, for whose time the embedded database answers nobody else.
 * Then the search takes the questions in, a few at a time (`search-text.ts`), and others have their turn between.
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
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Certification } from '#exam/certification.ts'
import { keepImages, removeImages } from '#server/bank/images/archived-images.ts'
import type { ArchiveImage } from '#server/bank/images/archived-images.ts'
import { ImportProblem, startThread } from '#server/bank/import/worker-client.ts'
import type { Checked, ImportBatch, ImportTask, Thread } from '#server/bank/import/worker-client.ts'
import { lockCaseStudy } from '#server/bank/case-studies.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { FileStoreProblem } from '#server/platform/file-store.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import { importBytesMax } from '#server/http/guard.ts'
import type { Log } from '#server/log.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/questions.ts'
import { lockQuestions, storeVersions } from '#server/bank/question-history.ts'
import { readReferences } from '#server/bank/validate-question.ts'
import type { ValidationIssue, References } from '#server/bank/validate-question.ts'
import { fillSearchTexts } from '#server/bank/search-text.ts'
import { isAdministrator, lockAdministrator } from '#server/accounts/index.ts'
import { recordAudit } from '#server/audit/index.ts'
import { findCertificationRow, nextPosition, saveCertification } from '#server/catalogue/index.ts'

type Limits = Pick<ImportTask, 'bytesMax' | 'questionsMax' | 'entriesMax'> & { heapMb: number }

/**
 * Largest file from a browser, and largest file that a command on the machine reads: its bytes, its questions, the
 * entries of an archive, and the memory of the thread for what it reads of them. A monstrous file ends the thread, not
 * the server.
 */
const uploadLimits: Limits = { bytesMax: importBytesMax, questionsMax: 50_000, entriesMax: 10_000, heapMb: 768 }
/** An archive in the usual form of zip has no more entries than these. */
const pathLimits: Limits = { bytesMax: 512_000_000, questionsMax: 500_000, entriesMax: 65_535, heapMb: 3_000 }

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
  problems: readonly ValidationIssue[]
  warnings: readonly ValidationIssue[]
  /** A question that says nearly the same; `index` when it stands further up in the file. */
  nearDuplicate: { id: string; index: number | null; title: string } | null
}

export type ImportLine =
  | { type: 'progress'; stage: 'reading' | 'checking' | 'writing' | 'indexing'; done: number; total: number }
  | {
      type: 'report'
      fileName: string
      total: number
      counts: ImportCounts
      /** How many there are in all rows. */
      warnings: number
      rows: readonly ImportRow[]
      /** About the questions of the file together, and about what was left out of an archive. */
      setWarnings: readonly ValidationIssue[]
    }
  | { type: 'finished'; counts: ImportCounts }
  | { type: 'failed'; code: FailureCode; message: string }

export type ImportReport = Extract<ImportLine, { type: 'report' }>

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
export async function* printLines(lines: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
}

type Resources = { db: Kysely<Tables>; files: FileStore; log: Log }

export function openImporter(resources: Resources): Importer {
  let running: { stop: AbortController; done: Promise<void> } | undefined
  const closing = new AbortController()
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
      const done = runImport(resources, input, emit, stop.signal, closing.signal)
        .catch((error: unknown) => emit(failureOf(error, resources.log)))
        .finally(() => {
          running = undefined
          lines.push(null)
        })
      running = { stop, done }
      return lines as AsyncIterable<ImportLine>
    },
    close: async () => {
      closing.abort(stopped)
      running?.stop.abort(stopped)
      await running?.done
    },
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

/** What is written stays when whoever asked goes away; only `closing` ends what follows. */
async function runImport(
  resources: Resources,
  given: ImportInput,
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<void> {
  const { db } = resources
  const input = { ...given, fileName: cleanName(given.fileName) }
  if (input.actorId !== null && !(await isAdministrator(db, input.actorId))) throw notAnAdministrator
  const thread = startThread(resources, taskOf(input, await readReferences(db)), emit, signal)
  try {
    const checked = await thread.checked
    emit(checked.report)
    if (input.isDryRun) return
    requireNoneRefused(checked.report.counts)
    await writeChecked(resources, thread, checked, input, emit, signal)
    // It holds the whole file.
    await thread.close()
    if (checked.plan.questions > 0) await makeFindable(resources, emit, closing)
    emit({ type: 'finished', counts: checked.report.counts })
    if (checked.plan.questions > rowsThatSkewStatistics && !closing.aborted) await tidy(resources)
  } finally {
    await thread.close()
  }
}

function taskOf(input: ImportInput, known: References): ImportTask & Limits {
  const [file, limits] = 'path' in input ? [{ path: input.path }, pathLimits] : [{ bytes: input.bytes }, uploadLimits]
  return { ...file, ...limits, fileName: input.fileName, isDryRun: input.isDryRun, known, nowMs: Date.now() }
}

const nameLengthMax = 100

/** The name of a file as it can be shown and kept: one line, whole characters, and its ending when it is cut. */
function cleanName(name: string): string {
  const line = inOneLine(name)
  if (line.length <= nameLengthMax) return line
  const ending = /\.[a-z]{1,5}$/i.exec(line)?.[0] ?? ''
  return inOneLine(line.slice(0, nameLengthMax - ending.length)) + ending
}

/** Without what cannot be seen or is half a character. */
function inOneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

function requireNoneRefused({ refused }: ImportCounts): void {
  if (refused === 0) return
  const which = refused === 1 ? '1 question is refused' : `${refused.toLocaleString('en')} questions are refused`
  throw new ImportProblem('IMPORT_REFUSED', `${which}; correct the file, or take them out.`)
}

const notAnAdministrator = new ImportProblem('NOT_AN_ADMINISTRATOR', 'Only administrators may import questions.')

const rowsThatSkewStatistics = 1_000

async function writeChecked(
  resources: Resources,
  thread: Thread,
  { report, plan }: Checked,
  { actorId, fileName }: ImportInput,
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, files, log } = resources
  const now = new Date()
  const images = await keepImages(files, eachImage(thread), signal)
  if (!images.ok) throw new ImportProblem('IMPORT_UNREADABLE', images.problem)
  if (plan.questions + plan.caseStudies + plan.certifications.length + images.kept.length === 0) return
  try {
    await db.transaction().execute(async (transaction) => {
      const certifications = await addCertifications(transaction, plan.certifications, { by: actorId, at: now })
      await writeBatches(transaction, thread, plan.questions, { by: actorId, at: now }, emit, signal)
      // At the end, because others who ask the same wait from here on.
      if (!(await lockAdministrator(transaction, actorId))) throw notAnAdministrator
      const { new: added, changed } = report.counts
      await recordAudit(transaction, actorId, 'bank-imported', plan.examIds.length === 1 ? (plan.examIds[0] ?? '') : '', {
        file: fileName,
        new: added,
        changed,
        same: report.counts.same,
        ...withoutZeros({ certifications, case_studies: plan.caseStudies, images: images.kept.length }),
      })
      await bumpContentVersion(transaction)
      signal.throwIfAborted()
    })
  } catch (error) {
    // Why nothing was written matters more than what is left over, which the list of unused images shows.
    await removeImages(files, images.kept).catch((problem: unknown) =>
      log.error({ error: problem }, 'The images of an import that failed could not be removed'),
    )
    throw withMeaning(error)
  }
}

async function* eachImage(thread: Thread): AsyncGenerator<ArchiveImage> {
  for (let image = await thread.next('images'); image; image = await thread.next('images')) yield image
}

function withoutZeros(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

type Written = { by: string | null; at: Date }

/** Adds the certifications of an archive that are not here yet, and says how many; those that are here stay as they are. */
async function addCertifications(transaction: Db, certifications: readonly Certification[], writing: Written): Promise<number> {
  let added = 0
  for (const certification of certifications) {
    if (await findCertificationRow(transaction, certification.id)) continue
    await saveCertification(transaction, certification, await nextPosition(transaction), writing)
    added += 1
  }
  return added
}

async function writeBatches(
  transaction: Db,
  thread: Thread,
  total: number,
  writing: Written,
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): Promise<void> {
  let done = 0
  for (let next = thread.next('batches'); ;) {
    const batch = await next
    if (!batch) return
    // The thread prepares the next one while this one is written.
    next = thread.next('batches')
    signal.throwIfAborted()
    await writeBatch(transaction, batch, writing)
    done += batch.questions.length
    emit({ type: 'progress', stage: 'writing', done, total })
    // The embedded database never lets others have their turn by itself.
    await setImmediate()
  }
}

async function writeBatch(transaction: Db, { caseStudies, questions }: ImportBatch, writing: Written): Promise<void> {
  for (const { caseStudy, version } of caseStudies) {
    const current = await lockCaseStudy(transaction, caseStudy.id)
    requireVersion(`case study ${caseStudy.id}`, current?.version, version)
    await saveCaseStudy(transaction, caseStudy, writing, { isNew: version === null })
  }
  const rows = await lockQuestions(
    transaction,
    questions.map(({ question }) => question.id),
  )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { question, version } of questions) requireVersion(`question ${question.id}`, versions.get(question.id), version)
  await storeVersions(transaction, rows)
  for (const areNew of [false, true]) {
    const some = questions.filter(({ version }) => (version === null) === areNew).map(({ question }) => question)
    await saveQuestions(transaction, some, writing, { areNew, isSearchFilledLater: true })
  }
}

/** @throws {ImportProblem} when it is another version than the one that was compared with, or is gone */
function requireVersion(what: string, current: number | undefined, compared: number | null): void {
  if ((current ?? null) === compared) return
  throw new ImportProblem('IMPORT_CHANGED_MEANWHILE', `Somebody else changed the ${what} during the import; import the file again.`)
}

/** What the database says when somebody else has written, too, by its codes: foreign key, same id, two who wait for each other. */
const meanwhile: Readonly<Record<string, string>> = {
  '23503': 'deleted a certification or a case study of the file',
  '23505': 'added something with an id of the file',
  '40P01': 'changed questions of the file',
}

function withMeaning(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const deed = meanwhile[code]
  return deed ? new ImportProblem('IMPORT_CHANGED_MEANWHILE', `Somebody else ${deed} during the import; import the file again.`) : error
}

/** Everything is written by then: what goes wrong here, or is stopped, is made up for at the next start. */
async function makeFindable({ db, log }: Resources, emit: (line: ImportLine) => void, signal: AbortSignal): Promise<void> {
  const tell = (done: number, total: number) => emit({ type: 'progress', stage: 'indexing', done, total })
  await fillSearchTexts(db, signal, tell).catch((error: unknown) =>
    log.warn({ error }, 'The search does not find all questions of an import before the next start'),
  )
}

/** After many new rows, plans are made from wrong numbers until the nightly upkeep. */
async function tidy({ db, log }: Resources): Promise<void> {
  await sql`vacuum (analyze) questions, question_entries`
    .execute(db)
    .catch((error: unknown) => log.warn({ error }, 'The table of questions could not be tidied after an import'))
}
