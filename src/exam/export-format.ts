/** The formats in which the bank can be exported. A format is named by its file extension. */
export const exportFormats = ['json', 'zip', 'xml', 'gift', 'qti.zip', 'qti21.zip', 'csv', 'xlsx', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The formats of the template of a table to import. */
export const templateFormats = ['csv', 'xlsx'] as const satisfies ExportFormat[]

/** The format for a file name. The longest matching extension wins, so that `bank.qti.zip` is not taken for an archive. */
export function findExportFormat(fileName: string): ExportFormat | undefined {
  return exportFormats.toSorted((a, b) => b.length - a.length).find((format) => fileName.toLowerCase().endsWith(`.${format}`))
}

/** `questions_export_mb-800_2026-11-21.json`, with the day in UTC. The name has no exam if the export contains all exams. Source: spec §7, export. */
export function exportName(format: ExportFormat, examId: string | undefined, now: Date): string {
  return `questions_export_${examId === undefined ? '' : `${examId}_`}${now.toISOString().slice(0, 10)}.${format}`
}
