/** Downloads the bank as a file. A failure appears on the page and is not saved as a file. */
import type { ExportFormat } from '#exam/export-format.ts'
import { readRefusal } from '#web/admin/call-api.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { saveFile } from '#web/ui/save-file.ts'

/** Exports all exams if `examId` is empty. Returns an error message, or `undefined` if the download started. */
export async function saveExport(examId: string, format: ExportFormat): Promise<string | undefined> {
  try {
    const query = new URLSearchParams({ ...(examId && { exam_id: examId }), format })
    const response = await fetch(`/api/questions/export?${query}`)
    if (!response.ok) return (await readRefusal(response, bank.exportFailed)).message
    saveFile(await response.blob(), nameOf(response) ?? `questions_export.${format}`)
    return undefined
  } catch {
    return `${bank.exportFailed}. ${bank.failedAdvice}`
  }
}

/** The file name in the response: `questions_export_mb-800_2026-11-24.qti.zip`. */
function nameOf(response: Response): string | undefined {
  return /filename="?([\w.-]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
}
