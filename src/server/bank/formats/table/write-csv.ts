/** Writes questions as CSV in UTF-8. See `columns.ts` and `csv-line.ts`. */
import type { ExportSource } from '#server/bank/export/source.ts'
import { createTable } from '#server/bank/formats/table/columns.ts'
import { byteOrderMark, printCsvLine } from '#server/bank/formats/table/csv-line.ts'

export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  const { header, printRow } = createTable(await source.findListLengths())
  yield byteOrderMark + printCsvLine(header)
  for await (const batch of source.listQuestions()) yield batch.map((exported) => printCsvLine(printRow(exported))).join('')
}
