/** Starts the worker thread of an import (`worker.ts`), answers its queries, and returns its results. */
import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import type { Kysely } from 'kysely'
import { toBankItem } from '#exam/bank-file/index.ts'
import { listStoredCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { checkImage, type ArchiveImage } from '#server/bank/images/archived-images.ts'
import { findColumns } from '#server/bank/import/column-choices.ts'
import type { ImageEncoder } from '#server/bank/images/image-encoder.ts'
import {
  ImportProblem,
  type CheckedImport,
  type ImportBatch,
  type ImportLine,
  type ImportTask,
  type StoredItem,
  type VersionedCaseStudy,
} from '#server/bank/import/messages.ts'
import {
  countQuestions,
  listSimilarWordings,
  listWordings,
  listWordingsWithoutBuckets,
  saveBuckets,
  type WordingBuckets,
} from '#server/bank/import/question-buckets.ts'
import type { WorkerFunctions } from '#server/bank/import/worker.ts'
import { questionColumns, readBankQuestion } from '#server/bank/question-rows.ts'
import { listStoredTranslations } from '#server/bank/translations.ts'
import { readCertifications } from '#server/catalogue/index.ts'
import type { Tables } from '#server/db/tables.ts'
import { siblingProgram } from '#server/platform/sibling-program.ts'
import { filesListedMax, imagesFolder, type FileStore } from '#server/platform/file-store.ts'

export type ImportWorker = {
  /** @throws {ImportProblem} */
  check: (task: ImportTask) => Promise<CheckedImport>
  /** Starts with the first batch each time it is called. */
  batches: () => AsyncGenerator<ImportBatch>
  images: () => AsyncGenerator<ArchiveImage>
  close: () => Promise<void>
}

type Resources = { db: Kysely<Tables>; files: FileStore; imageEncoder: ImageEncoder }

/** `heapMb` limits the memory of the worker. An aborted signal ends every call. The caller must close the worker. */
export function startWorker(resources: Resources, heapMb: number, emit: (line: ImportLine) => void, signal: AbortSignal): ImportWorker {
  const worker = new Worker(siblingProgram(import.meta.url, 'worker'), { resourceLimits: limitMemory(heapMb) })
  const thread = createBirpc<WorkerFunctions, ServerFunctions>(createServerFunctions(resources, emit), {
    post: (message) => worker.postMessage(message),
    on: (receive) => worker.on('message', receive),
    // A failed query ends the check. Closing the thread here preserves the class of the error.
    onFunctionError: (error) => {
      thread.$close(error)
      return true
    },
    timeout: -1,
  })
  worker.once('error', (error: NodeJS.ErrnoException) => thread.$close(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory : error))
  worker.once('exit', () => thread.$close(new Error('The worker thread of an import ended unexpectedly')))
  signal.addEventListener('abort', () => thread.$close(signal.reason as Error), { once: true })
  return {
    check: async (task) => {
      const checked = await thread.check(task)
      if ('code' in checked) throw new ImportProblem(checked.code, checked.message)
      return checked
    },
    batches: async function* () {
      await thread.openBatches()
      yield* pull(thread.nextBatch, signal)
    },
    images: () => pull(thread.nextImage, signal),
    close: async () => void (await worker.terminate()),
  }
}

/** Requests each value while the caller still uses the one before, so that the worker prepares it meanwhile. */
async function* pull<Value>(next: () => Promise<Value | undefined>, signal: AbortSignal): AsyncGenerator<Value> {
  for (let coming = next(); ;) {
    signal.throwIfAborted()
    const value = await coming
    if (value === undefined) return
    coming = next()
    // A failure is thrown by the next `await`, or by nothing if the caller has stopped.
    coming.catch(() => undefined)
    yield value
  }
}

/** In megabytes. For short-lived values, such as a parsed item. */
const youngGenerationMb = 48

/** In megabytes. The old generation gets at most half of the available memory, because other threads and programs need memory, too. */
function limitMemory(heapMb: number) {
  const availableMb = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 1_000_000
  return { maxOldGenerationSizeMb: Math.min(heapMb, Math.floor(availableMb / 2)), maxYoungGenerationSizeMb: youngGenerationMb }
}

const outOfMemory = new ImportProblem('IMPORT_TOO_LARGE', 'The file needs more memory than an import may use. Split it.')

/** The functions that the worker calls, because it has no database. Each query is short, so that other requests can use the database. */
function createServerFunctions({ db, files, imageEncoder }: Resources, emit: (line: ImportLine) => void) {
  return {
    emit,
    listItems: async (ids: readonly string[]): Promise<StoredItem[]> => {
      // If no item has an id, there is nothing to find, and SQL allows no empty list.
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('questions')
        .select([...questionColumns, 'version'])
        .where('id', 'in', ids)
        .execute()
      return rows.map((row) => ({ item: toBankItem(readBankQuestion(row)), version: row.version }))
    },
    listCaseStudies: async (ids: readonly string[]): Promise<VersionedCaseStudy[]> => {
      const rows = await db.selectFrom('case_studies').select(['id', 'title', 'content', 'version']).where('id', 'in', ids).execute()
      return rows.map(({ version, ...caseStudy }) => ({ caseStudy, version }))
    },
    listTranslations: (ids: readonly string[]) => listStoredTranslations(db, ids),
    listCaseStudyTranslations: (ids: readonly string[]) => listStoredCaseStudyTranslations(db, ids),
    countQuestions: (examId: string) => countQuestions(db, examId),
    listWordings: (examId: string, after: string) => listWordings(db, examId, after),
    listWordingsWithoutBuckets: (examId: string, after: string) => listWordingsWithoutBuckets(db, examId, after),
    /** Returns `false` if they cannot be stored, for example, on a full disk. */
    saveBuckets: (examId: string, rows: readonly WordingBuckets[]) =>
      saveBuckets(db, examId, rows).then(
        () => true,
        () => false,
      ),
    listSimilarWordings: (examId: string, buckets: readonly number[], except: readonly string[]) =>
      listSimilarWordings(db, examId, buckets, except),
    /** Runs here, not in the worker: importing `catalogue` there would also load its database and accounts modules. */
    readCertifications: async (values: readonly unknown[]) => readCertifications(values),
    findColumns: (names: readonly string[]) => findColumns(db, names),
    checkImage: (image: ArchiveImage) => checkImage(files, imageEncoder, image),
    /** Names of the stored images. `undefined` when there are too many to list. */
    listImageNames: async (): Promise<string[] | undefined> => {
      const stored = await files.list(imagesFolder)
      return stored.length < filesListedMax ? stored.map(({ key }) => key.slice(imagesFolder.length)) : undefined
    },
  }
}

export type ServerFunctions = ReturnType<typeof createServerFunctions>
