/**
 * Exports the bank. All formats include drafts with their state, and are streamed a few questions at a time. `docs/formats.md` lists what each
 * format contains.
 *
 * | format       | file                                                           |
 * |--------------|----------------------------------------------------------------|
 * | `json`       | a bank file (`exam/bank-file/read.ts`)                         |
 * | `zip`        | an archive (`import/zip-archive.ts`)                           |
 * | `xml`        | Moodle XML (`formats/moodle/write-moodle.ts`)                  |
 * | `gift`       | GIFT (`formats/gift/write-gift.ts`)                            |
 * | `qti.zip`    | a package of QTI 3.0 (`formats/qti/write-package.ts`)          |
 * | `qti21.zip`  | a package of QTI 2.1                                           |
 * | `csv`, `xlsx`| a table (`formats/table/columns.ts`)                           |
 * | `html`       | a question paper to print (`formats/html/write-html.ts`)       |
 */
import type { ExportFormat } from '#exam/export-format.ts'
import type { Db } from '#server/db/tables.ts'
import { openExportSource, type ExportSource } from '#server/bank/export/source.ts'
import { writeArchive, writeBankFile } from '#server/bank/export/write-archive.ts'
import { writeGift } from '#server/bank/formats/gift/write-gift.ts'
import { writeHtml } from '#server/bank/formats/html/write-html.ts'
import { writeMoodle } from '#server/bank/formats/moodle/write-moodle.ts'
import { writeQtiPackage } from '#server/bank/formats/qti/write-package.ts'
import { writeCsv } from '#server/bank/formats/table/write-csv.ts'
import { writeXlsx } from '#server/bank/formats/table/write-xlsx.ts'
import type { FileStore } from '#server/platform/file-store.ts'

/** Without `examId`, all certifications are exported. */
export type ExportInput = { format: ExportFormat; examId?: string | undefined }

type WriteFormat = (source: ExportSource, db: Db) => AsyncIterable<string | Uint8Array>

const writers: Readonly<Record<ExportFormat, WriteFormat>> = {
  json: writeBankFile,
  zip: writeArchive,
  xml: writeMoodle,
  gift: writeGift,
  'qti.zip': (source) => writeQtiPackage(source, '3.0'),
  'qti21.zip': (source) => writeQtiPackage(source, '2.1'),
  csv: writeCsv,
  xlsx: writeXlsx,
  html: writeHtml,
}

/** The bytes of the exported file, in chunks. The export stops when the caller stops reading. Call `findExportProblem` first. */
export async function* exportBank(resources: { db: Db; files: FileStore }, { format, examId }: ExportInput): AsyncGenerator<Uint8Array> {
  const source = await openExportSource(resources, examId)
  for await (const piece of writers[format](source, resources.db)) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
