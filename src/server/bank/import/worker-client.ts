/** Starts the worker thread of an import (`worker.ts`), answers its queries, and returns its results. */
import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { toBankItem } from '#exam/bank-file/index.ts'
import { wordingOf } from '#exam/near-duplicate.ts'
import { checkImage } from '#server/bank/images/archived-images.ts'
import {
  ImportProblem,
  type CheckedImport,
  type ImportLine,
  type ImportTask,
  type MessageFromWorker,
  type MessageToWorker,
  type StoredItem,
  type StoredWording,
  type VersionedCaseStudy,
  type WorkerOutput,
  type WorkerQuery,
} from '#server/bank/import/messages.ts'
import { questionColumns, readBankQuestion } from '#server/bank/questions.ts'
import type { Tables } from '#server/db/tables.ts'
import { filesListedMax, imagesFolder, type FileStore } from '#server/platform/file-store.ts'

export type ImportWorker = {
  checked: Promise<CheckedImport>
  /** The next value, `undefined` after the last one. Call it again only after the promise has resolved. */
  next: <Kind extends keyof WorkerOutput>(kind: Kind) => Promise<WorkerOutput[Kind] | undefined>
  close: () => Promise<void>
}

type Resources = { db: Kysely<Tables>; files: FileStore }

/** `heapMb` bounds the memory of the worker. An aborted signal rejects every pending promise. The caller closes the worker. */
export function startWorker(
  resources: Resources,
  { heapMb, ...task }: ImportTask & { heapMb: number },
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): ImportWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task, resourceLimits: limitMemory(heapMb) })
  const send = (message: MessageToWorker) => worker.postMessage(message)
  const checked = createDeferred<CheckedImport>()
  let nextValue = createDeferred<unknown>()
  const fail = (error: unknown) => {
    checked.reject(error)
    nextValue.reject(error)
  }

  worker.on('message', (message: MessageFromWorker) => {
    switch (message.type) {
      case 'progress':
        return emit(message)
      case 'query':
        return void runQuery(resources, message.query).then((result) => send({ type: 'result', result }), fail)
      case 'checked':
        return checked.resolve(message.checked)
      case 'next':
        return nextValue.resolve(message.value)
      case 'problem':
        return fail(new ImportProblem(message.code, message.message))
    }
  })
  worker.once('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory : error))
  worker.once('exit', () => fail(new Error('The worker thread of an import ended unexpectedly')))
  signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  return {
    checked: checked.promise,
    next: <Kind extends keyof WorkerOutput>(kind: Kind) => {
      nextValue = createDeferred()
      if (signal.aborted) fail(signal.reason)
      send({ type: 'next', of: kind })
      return nextValue.promise as Promise<WorkerOutput[Kind] | undefined>
    },
    close: async () => void (await worker.terminate()),
  }
}

/** In megabytes. For short-lived values, such as a parsed item. */
const youngGenerationMb = 48

/** In megabytes. At least half of the available memory is left to the rest of the process and to other programs. */
function limitMemory(heapMb: number) {
  const availableMb = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 1_000_000
  return { maxOldGenerationSizeMb: Math.min(heapMb, Math.floor(availableMb / 2)), maxYoungGenerationSizeMb: youngGenerationMb }
}

type Deferred<Value> = { promise: Promise<Value>; resolve: (value: Value) => void; reject: (error: unknown) => void }

function createDeferred<Value>(): Deferred<Value> {
  let callbacks: Omit<Deferred<Value>, 'promise'> | undefined
  const promise = new Promise<Value>((resolve, reject) => (callbacks = { resolve, reject }))
  // A rejection is not an unhandled error when no caller waits for the promise.
  promise.catch(() => undefined)
  return { promise, ...(callbacks as Omit<Deferred<Value>, 'promise'>) }
}

const outOfMemory = new ImportProblem('IMPORT_TOO_LARGE', 'The file needs more memory than an import may use. Split it.')

const wordingsPerPage = 500

/** Each query is short, so that other requests can use the database in between. */
async function runQuery({ db, files }: Resources, query: WorkerQuery): Promise<unknown> {
  switch (query.kind) {
    case 'questions': {
      const rows = await db
        .selectFrom('questions')
        .select([...questionColumns, 'version'])
        .where('id', 'in', query.ids)
        .execute()
      return rows.map((row): StoredItem => ({ item: toBankItem(readBankQuestion(row)), version: row.version }))
    }
    case 'caseStudies': {
      const rows = await db.selectFrom('case_studies').select(['id', 'title', 'content', 'version']).where('id', 'in', query.ids).execute()
      return rows.map(({ version, ...caseStudy }): VersionedCaseStudy => ({ caseStudy, version }))
    }
    case 'wordings': {
      const rows = await db
        .selectFrom('questions')
        .select(['id', 'text', 'options', 'pairs'])
        .where('exam_id', '=', query.examId)
        .where('id', '>', query.after)
        .orderBy('id')
        .limit(wordingsPerPage)
        .execute()
      return rows.map((row): StoredWording => ({ id: row.id, ...wordingOf(row) }))
    }
    case 'image':
      return checkImage(files, query)
    case 'imageNames': {
      const stored = await files.list(imagesFolder)
      return stored.length < filesListedMax ? stored.map(({ key }) => key.slice(imagesFolder.length)) : undefined
    }
  }
}
