/**
 * The thread of an import: what it is given, what it and the process say to each other, and how it is started. What it does is in
 * `bank-import-worker.ts`, and what becomes of it in `bank-import.ts`.
 */
import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { toBankItem } from '#exam/bank-file/index.ts'
import type { BankItem, BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { CaseStudy } from '#exam/question.ts'
import { judgeImage } from '#server/bank/images/archived-images.ts'
import type { ArchiveImage, JudgedImage } from '#server/bank/images/archived-images.ts'
import type { FailureCode, ImportFile, ImportLine, ImportReport } from '#server/bank/import/import.ts'
import type { Tables } from '#server/db/tables.ts'
import { filesListedMax, imagesFolder } from '#server/platform/file-store.ts'
import type { FileStore } from '#server/platform/file-store.ts'
import { questionColumns, readBankQuestion } from '#server/bank/questions.ts'
import type { References } from '#server/bank/validate-question.ts'

/** A question as it is stored, with the number of its version. */
export type StoredItem = { item: BankItem; version: number }
/** A case study as it is stored, with the number of its version. */
export type StoredCaseStudy = { caseStudy: CaseStudy; version: number }
/** `choices` are the texts of `options` and `pairs`. */
export type StoredWording = { id: string; text: string; choices: readonly string[] }

/** What the thread asks for, and what it is given. */
export type Wanted = {
  questions: { ids: readonly string[]; found: StoredItem[] }
  caseStudies: { ids: readonly string[]; found: StoredCaseStudy[] }
  /** In the order of their ids, after `after`; an empty list after the last. */
  wordings: { examId: string; after: string; found: StoredWording[] }
  image: ArchiveImage & { found: JudgedImage }
  /** Names of the stored images, nothing when there are more than can be listed. */
  images: { found: string[] | undefined }
}

export type ImportTask = ImportFile & {
  fileName: string
  isDryRun: boolean
  bytesMax: number
  questionsMax: number
  entriesMax: number
  known: References
  nowMs: number
}

/** What is to be written: numbers of what batches bring, and all that they do not bring. */
export type ImportPlan = {
  questions: number
  caseStudies: number
  examIds: readonly string[]
  certifications: readonly Certification[]
}

/** `version` is the one that was compared with, `null` for what is new. */
export type ImportBatch = {
  caseStudies: readonly { caseStudy: CaseStudy; version: number | null }[]
  questions: readonly { question: BankQuestion; version: number | null }[]
}

export type Asked<Kind extends keyof Wanted = keyof Wanted> = { [Each in Kind]: { kind: Each } & Omit<Wanted[Each], 'found'> }[Kind]

export type FromThread =
  | Extract<ImportLine, { type: 'progress' }>
  | { type: 'ask'; asked: Asked }
  | { type: 'checked'; checked: Checked }
  | { type: 'next'; value: Given[keyof Given] | undefined }
  | { type: 'problem'; code: FailureCode; message: string }

/** What the thread gives one after the other when it is asked to; the images are those to be kept. */
export type Given = { batches: ImportBatch; images: ArchiveImage }

/** An answer to a question, or a wish for the next of something. */
export type ToThread = { type: 'answer'; found: unknown } | { type: 'next'; of: keyof Given }

export type Checked = { report: ImportReport; plan: ImportPlan }

export type Thread = {
  checked: Promise<Checked>
  /** One at a time. */
  next: <Kind extends keyof Given>(kind: Kind) => Promise<Given[Kind] | undefined>
  close: () => Promise<void>
}

/** An import that cannot be carried out. The message is one sentence for people. */
export class ImportProblem extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

type Resources = { db: Kysely<Tables>; files: FileStore }

/** `heapMb` is the memory of the thread. What `signal` says ends everything that is waited for; whoever has started it closes it. */
export function startThread(
  resources: Resources,
  { heapMb, ...task }: ImportTask & { heapMb: number },
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): Thread {
  const limits = resourceLimits(heapMb)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task, resourceLimits: limits })
  const send = (message: ToThread) => worker.postMessage(message)
  const checked = deferred<Checked>()
  let asked = deferred<unknown>()
  const fail = (error: unknown) => {
    checked.reject(error)
    asked.reject(error)
  }

  worker.on('message', (message: FromThread) => {
    switch (message.type) {
      case 'progress':
        return emit(message)
      case 'ask':
        return void findStored(resources, message.asked).then((found) => send({ type: 'answer', found }), fail)
      case 'checked':
        return checked.resolve(message.checked)
      case 'next':
        return asked.resolve(message.value)
      case 'problem':
        return fail(new ImportProblem(message.code, message.message))
    }
  })
  worker.once('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : error))
  worker.once('exit', () => fail(new Error('The thread of an import ended before its time')))
  signal.addEventListener('abort', () => fail(signal.reason), { once: true })
  return {
    checked: checked.promise,
    next: <Kind extends keyof Given>(kind: Kind) => {
      asked = deferred()
      if (signal.aborted) fail(signal.reason)
      send({ type: 'next', of: kind })
      return asked.promise as Promise<Given[Kind] | undefined>
    },
    close: async () => void (await worker.terminate()),
  }
}

/** In megabytes, for what is dropped at once, such as an item that was read. */
const youngMb = 48

/** In megabytes. The other half is for the rest of the process, and for what others run. */
function resourceLimits(heapMb: number) {
  const available = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 1_000_000
  return { maxOldGenerationSizeMb: Math.min(heapMb, Math.floor(available / 2)), maxYoungGenerationSizeMb: youngMb }
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
async function findStored({ db, files }: Resources, asked: Asked): Promise<unknown> {
  switch (asked.kind) {
    case 'questions': {
      const rows = await db
        .selectFrom('questions')
        .select([...questionColumns, 'version'])
        .where('id', 'in', asked.ids)
        .execute()
      return rows.map((row): StoredItem => ({ item: toBankItem(readBankQuestion(row)), version: row.version }))
    }
    case 'caseStudies': {
      const rows = await db.selectFrom('case_studies').select(['id', 'title', 'content', 'version']).where('id', 'in', asked.ids).execute()
      return rows.map(({ version, ...caseStudy }): StoredCaseStudy => ({ caseStudy, version }))
    }
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
    case 'image':
      return judgeImage(files, asked)
    case 'images': {
      const stored = await files.list(imagesFolder)
      return stored.length < filesListedMax ? stored.map(({ key }) => key.slice(imagesFolder.length)) : undefined
    }
  }
}
