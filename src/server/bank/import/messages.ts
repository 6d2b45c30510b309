/** The lines that an import reports, and the data that is sent between the server and the worker thread. */
import type { BankItem, BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { Wording } from '#exam/near-duplicate.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { ImportChoices } from '#server/bank/formats/format.ts'
import type { ImportCategory } from '#server/bank/formats/skill-areas.ts'
import type { ImportColumns } from '#server/bank/formats/table/column-meanings.ts'
import type { ImportedCaseStudyTranslation, ImportedTranslation } from '#server/bank/import/check-translations.ts'
import type { References, ValidationIssue } from '#server/bank/validate-question.ts'

/** A refused question has errors. JSON or our archive is then refused as a whole; in other formats, the other questions are imported. */
export type ImportVerdict = 'new' | 'changed' | 'same' | 'refused'
export type ImportCounts = Record<ImportVerdict, number>

/** Where an item is: `line` counts from 1. `file` is an entry of an archive, and `element` names the item. */
export type ImportPlace = { line: number; file?: string; element?: string }

/** One item of the file: `index` counts from 0. `id` is `null` for an item that is not an object. */
export type ImportRow = ImportPlace & {
  index: number
  id: string | null
  verdict: ImportVerdict
  title: string
  problems: readonly ValidationIssue[]
  warnings: readonly ValidationIssue[]
  /** Features of the item that our questions do not have. */
  leftOut: readonly ValidationIssue[]
  /** A similar question, reported as a warning. `index` is its item when it is in the same file, otherwise `null`. */
  nearDuplicate: { id: string; index: number | null; title: string } | null
}

/** How a file was read. `id` is `null` for JSON and our archive. `encoding` is `null` for them and for archives of other tools. */
export type ImportReading = { id: string | null; name: string; encoding: string | null }

export type ImportLine =
  | { type: 'progress'; stage: 'reading' | 'comparing' | 'checking' | 'writing' | 'indexing'; done: number; total: number }
  | {
      type: 'report'
      fileName: string
      reading: ImportReading
      total: number
      counts: ImportCounts
      /** The number of warnings in all rows. */
      warnings: number
      rows: readonly ImportRow[]
      /** Warnings about the file, and about all questions together. */
      setWarnings: readonly ValidationIssue[]
      /** Categories of another tool that are not skill areas of the certification. */
      categories: readonly ImportCategory[]
      /** The columns of a table from another tool. */
      columns: ImportColumns | null
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

/** An import that cannot continue. The message is for the user and consists of complete sentences. */
export class ImportProblem extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** A problem with the file itself. The message is for the user and consists of complete sentences. */
export function unreadable(message: string): ImportProblem {
  return new ImportProblem('IMPORT_UNREADABLE', message)
}

/** The input of the worker thread: what it must check. */
export type ImportTask = ImportFile & {
  fileName: string
  isDryRun: boolean
  choices: ImportChoices
  bytesMax: number
  questionsMax: number
  entriesMax: number
  references: References
  nowMs: number
}

/** The certifications to write, and how much the batches contain. */
export type ImportPlan = {
  questions: number
  caseStudies: number
  /** How many translations of questions and case studies are written. */
  translations: number
  examIds: readonly string[]
  certifications: readonly Certification[]
}

/** `version` is the stored version that the file was compared with, `null` for a new question or case study. */
export type ImportBatch = {
  caseStudies: readonly { caseStudy: CaseStudy; version: number | null }[]
  questions: readonly { question: BankQuestion; version: number | null }[]
  translations: readonly ImportedTranslation[]
  caseStudyTranslations: readonly ImportedCaseStudyTranslation[]
}

export type CheckedImport = { report: ImportReport; plan: ImportPlan }

export type StoredItem = { item: BankItem; version: number }
export type VersionedCaseStudy = { caseStudy: CaseStudy; version: number }
export type StoredWording = Wording & { id: string; version: number }
