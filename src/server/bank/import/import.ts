/**
 * Imports a file of questions: checks the whole file, reports what would change, and then, unless it is a dry run, writes all accepted
 * questions in one transaction (`write.ts`). The transaction blocks the embedded database. A worker thread reads and checks the file
 * (`worker.ts`), so that the server stays responsive. The search index is updated afterward in small steps.
 *
 * Progress is reported as a sequence of {@link ImportLine}. The last line is `report` after a dry run, `finished` after
 * writing, or `failed` when nothing was written.
 *
 * | field of an item | if a question with that id exists |
 * |---|---|
 * | missing | keeps its stored value |
 * | `created_at`, `state` or `exam_id` with `null` | keeps its stored value |
 * | anything else | replaces the stored value; the previous version is saved |
 *
 * An item without a UUID gets an id derived from its certification and text, or from its own id. So a second import of the
 * file finds the same questions.
 */
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { isAdministrator } from '#server/accounts/administrators.ts'
import type { ImportChoices } from '#server/bank/formats/format.ts'
import type { ImageEncoder } from '#server/bank/images/image-encoder.ts'
import { ImportProblem, type ImportCounts, type ImportFile, type ImportLine, type ImportTask } from '#server/bank/import/messages.ts'
import { startWorker } from '#server/bank/import/worker-client.ts'
import { notAnAdministrator, writeImport } from '#server/bank/import/write.ts'
import { fillSearchTexts } from '#server/bank/search-text.ts'
import { readReferences } from '#server/bank/question-references.ts'
import type { References } from '#server/bank/validate-question.ts'
import type { Tables } from '#server/db/tables.ts'
import { isDiskFull } from '#server/db/free-space.ts'
import { importBytesMax } from '#server/http/guard.ts'
import type { Log } from '#server/log.ts'
import { FileStoreProblem, type FileStore } from '#server/platform/file-store.ts'

/** `heapMb` limits the memory of the worker, so that a huge file crashes the worker and not the server. */
type Limits = Pick<ImportTask, 'bytesMax' | 'questionsMax' | 'entriesMax'> & { heapMb: number }

/** The limits for a file from a browser. */
const uploadLimits: Limits = { bytesMax: importBytesMax, questionsMax: 50_000, entriesMax: 10_000, heapMb: 768 }
/** The limits for a file that a command reads on the server. */
const pathLimits: Limits = { bytesMax: 512_000_000, questionsMax: 500_000, entriesMax: 65_535, heapMb: 3_000 }

/** `fileName` is only for messages. `actorId` is `null` for a command on the server. */
export type ImportInput = ImportFile & { fileName: string; isDryRun: boolean; actorId: string | null; choices?: ImportChoices | undefined }

export type ImportLines = AsyncIterable<ImportLine> & Readable

export type Importer = {
  /**
   * Starts immediately. Yields a failure if another import is running. The import stops if the caller stops reading or destroys the stream before
   * the data is written.
   */
  run: (input: ImportInput) => ImportLines
  /** Stops a running import. An import whose data is not yet written writes nothing. */
  close: () => Promise<void>
}

type Resources = { db: Kysely<Tables>; files: FileStore; imageEncoder: ImageEncoder; log: Log }

/** The time that an abandoned import may take to stop. Updating the search index takes longer, and the next import is then refused. */
const stoppingMsMax = 3_000

export function openImporter(resources: Resources): Importer {
  let running: { stop: AbortController; done: Promise<void> } | undefined
  const closing = new AbortController()

  const start = async (input: ImportInput, emit: (line: ImportLine) => void, stop: AbortController): Promise<void> => {
    // An administrator often replaces a file by another one, whose request arrives while the first import is stopping.
    if (running?.stop.signal.aborted) await Promise.race([running.done, setTimeout(stoppingMsMax, undefined, { ref: false })])
    stop.signal.throwIfAborted()
    closing.signal.throwIfAborted()
    if (running) throw new ImportProblem('IMPORT_BUSY', 'Another import is in progress. Try again when it has finished.')
    const importing = runImport(resources, input, emit, stop.signal, closing.signal).finally(() => {
      running = undefined
    })
    running = { stop, done: importing.catch(() => undefined) }
    await importing
  }

  return {
    run: (input) => {
      // There are few lines. The stream is unbounded, so that a slow reader does not delay the transaction.
      const lines = new Readable({ objectMode: true, read: () => undefined })
      const emit = (line: ImportLine) => void lines.push(line)
      const stop = new AbortController()
      lines.once('close', () => stop.abort(stopped))
      void start(input, emit, stop)
        .catch((error: unknown) => emit(explainError(error, resources.log)))
        .finally(() => lines.push(null))
      return lines as ImportLines
    },
    close: async () => {
      closing.abort(stopped)
      running?.stop.abort(stopped)
      await running?.done
    },
  }
}

const stopped = new ImportProblem('IMPORT_STOPPED', 'The import was stopped.')

function explainError(error: unknown, log: Log): ImportLine {
  if (error instanceof ImportProblem) return toFailure(error)
  if (isDiskFull(error))
    return toFailure(new ImportProblem('IMPORT_FAILED', 'The server has no room left. Free space on its disk, then repeat the import.'))
  log.error({ error }, 'An import failed')
  if (error instanceof FileStoreProblem) return toFailure(new ImportProblem('IMPORT_FAILED', error.message))
  return toFailure(new ImportProblem('IMPORT_FAILED', 'The import failed because of an internal error. See the server log.'))
}

function toFailure({ code, message }: ImportProblem): ImportLine {
  // Spec §5 prescribes the text for a file that is not a list.
  return { type: 'failed', code, message: code === 'IMPORT_NOT_A_LIST' ? message : `${message} Nothing was written.` }
}

/** `signal` can stop the import until the data is written. After that, only `closing` stops the update of the search index. */
async function runImport(
  resources: Resources,
  input: ImportInput,
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
  closing: AbortSignal,
): Promise<void> {
  const { db } = resources
  const fileName = cleanFileName(input.fileName)
  if (input.actorId !== null && !(await isAdministrator(db, input.actorId))) throw notAnAdministrator
  const references = await readReferences(db)
  const { heapMb, ...task } = createTask({ ...input, fileName }, references)
  signal.throwIfAborted()
  const worker = startWorker(resources, heapMb, emit, signal)
  try {
    const checked = await worker.check(task)
    const { counts } = checked.report
    emit(checked.report)
    if (input.isDryRun) return
    if (checked.report.reading.id === null) requireNoneRefused(counts)
    else requireSomeAccepted(counts)
    await writeImport(
      resources,
      worker,
      checked,
      { actorId: input.actorId, fileName, references, columns: input.choices?.columns },
      emit,
      signal,
    )
    // Frees the memory of the file.
    await worker.close()
    if (checked.plan.questions > 0) await updateSearchIndex(resources, emit, closing)
    emit({ type: 'finished', counts })
    if (checked.plan.questions > vacuumRowsMin && !closing.aborted) await vacuumQuestions(resources)
  } finally {
    await worker.close()
  }
}

function createTask(input: ImportInput, references: References): ImportTask & Limits {
  const [file, limits] = 'path' in input ? [{ path: input.path }, pathLimits] : [{ bytes: input.bytes }, uploadLimits]
  const { fileName, isDryRun, choices = {} } = input
  return { ...file, ...limits, fileName, isDryRun, choices, references, nowMs: Date.now() }
}

const fileNameLengthMax = 100

/** A file name of one line without control characters. A long name is shortened but keeps its ending. */
function cleanFileName(name: string): string {
  const line = toOneLine(name)
  if (line.length <= fileNameLengthMax) return line
  const ending = /\.[a-z]{1,5}$/i.exec(line)?.[0] ?? ''
  return toOneLine(line.slice(0, fileNameLengthMax - ending.length)) + ending
}

function toOneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

function requireNoneRefused({ refused }: ImportCounts): void {
  if (refused === 0) return
  const message =
    refused === 1
      ? '1 question is refused. Correct or remove it.'
      : `${refused.toLocaleString('en')} questions are refused. Correct or remove them.`
  throw new ImportProblem('IMPORT_REFUSED', message)
}

/** Throws if every question is refused. In formats other than our JSON and archive, refused questions are skipped and the rest are imported. */
function requireSomeAccepted({ refused, ...others }: ImportCounts): void {
  if (refused > 0 && others.new + others.changed + others.same === 0)
    throw new ImportProblem('IMPORT_REFUSED', refused === 1 ? 'The only question is refused.' : 'All questions are refused.')
}

/** The questions are already written. After a failure, the next start of the server updates the index. */
async function updateSearchIndex({ db, log }: Resources, emit: (line: ImportLine) => void, signal: AbortSignal): Promise<void> {
  const emitProgress = (done: number, total: number) => emit({ type: 'progress', stage: 'indexing', done, total })
  await fillSearchTexts(db, signal, emitProgress).catch((error: unknown) =>
    log.warn({ error }, 'The search does not find all imported questions until the next start'),
  )
}

const vacuumRowsMin = 1_000

/** After many new rows, query plans would use wrong statistics until the nightly maintenance. */
async function vacuumQuestions({ db, log }: Resources): Promise<void> {
  await sql`vacuum (analyze) questions, question_entries`
    .execute(db)
    .catch((error: unknown) => log.warn({ error }, 'The questions table could not be vacuumed after an import'))
}
