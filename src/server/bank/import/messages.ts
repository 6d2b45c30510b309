/** What an import reports, and the messages between the server and the worker thread that checks a file. */
import type { BankItem, BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { Wording } from '#exam/near-duplicate.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { ArchiveImage, CheckedImage } from '#server/bank/images/archived-images.ts'
import type { References, ValidationIssue } from '#server/bank/validate-question.ts'

/** A refused question has errors. It refuses the whole file. */
export type ImportVerdict = 'new' | 'changed' | 'same' | 'refused'
export type ImportCounts = Record<ImportVerdict, number>

/** One item of the file: `index` counts from 0, `line` from 1. `id` is `null` for an item that is not an object. */
export type ImportRow = {
  index: number
  line: number
  id: string | null
  verdict: ImportVerdict
  /** The first words of the question. */
  title: string
  /** The errors of a refused question. */
  problems: readonly ValidationIssue[]
  warnings: readonly ValidationIssue[]
  /** A similar question, which is a warning. `index` is its item when it is in the same file, otherwise `null`. */
  nearDuplicate: { id: string; index: number | null; title: string } | null
}

export type ImportLine =
  | { type: 'progress'; stage: 'reading' | 'checking' | 'writing' | 'indexing'; done: number; total: number }
  | {
      type: 'report'
      fileName: string
      total: number
      counts: ImportCounts
      /** The number of warnings in all rows. */
      warnings: number
      rows: readonly ImportRow[]
      /** Warnings about all questions together, and about ignored entries of an archive. */
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

/** An import that cannot continue. The message is one sentence for the user. */
export class ImportProblem extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What the worker thread gets at its start. */
export type ImportTask = ImportFile & {
  fileName: string
  isDryRun: boolean
  bytesMax: number
  questionsMax: number
  entriesMax: number
  references: References
  nowMs: number
}

/** The data to write, in addition to the batches. */
export type ImportPlan = {
  questions: number
  caseStudies: number
  examIds: readonly string[]
  certifications: readonly Certification[]
}

/** `version` is the stored version that the file was compared with, `null` for a new question or case study. */
export type ImportBatch = {
  caseStudies: readonly { caseStudy: CaseStudy; version: number | null }[]
  questions: readonly { question: BankQuestion; version: number | null }[]
}

export type CheckedImport = { report: ImportReport; plan: ImportPlan }

/** A stored question with its version. */
export type StoredItem = { item: BankItem; version: number }
/** A stored case study with its version. */
export type VersionedCaseStudy = { caseStudy: CaseStudy; version: number }
export type StoredWording = Wording & { id: string }

/** The queries of the worker, which has no database, and their results. */
export type WorkerQueries = {
  questions: { ids: readonly string[]; result: StoredItem[] }
  caseStudies: { ids: readonly string[]; result: VersionedCaseStudy[] }
  /** A page in the order of the ids, after the id `after`. Empty after the last page. */
  wordings: { examId: string; after: string; result: StoredWording[] }
  image: ArchiveImage & { result: CheckedImage }
  /** Names of the stored images. `undefined` when there are too many to list. */
  imageNames: { result: string[] | undefined }
}

export type WorkerQuery<Kind extends keyof WorkerQueries = keyof WorkerQueries> = {
  [Each in Kind]: { kind: Each } & Omit<WorkerQueries[Each], 'result'>
}[Kind]

export type RunQuery = <Kind extends keyof WorkerQueries>(query: WorkerQuery<Kind>) => Promise<WorkerQueries[Kind]['result']>

/** The values that the server pulls from the worker after the check, one at a time. */
export type WorkerOutput = { batches: ImportBatch; images: ArchiveImage }

export type MessageFromWorker =
  | Extract<ImportLine, { type: 'progress' }>
  | { type: 'query'; query: WorkerQuery }
  | { type: 'checked'; checked: CheckedImport }
  | { type: 'next'; value: WorkerOutput[keyof WorkerOutput] | undefined }
  | { type: 'problem'; code: FailureCode; message: string }

export type MessageToWorker = { type: 'result'; result: unknown } | { type: 'next'; of: keyof WorkerOutput }
