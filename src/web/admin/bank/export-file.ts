/** Downloads the bank as a file. A failure appears on the page and is not saved as a file. */
import { readRefusal } from '#web/admin/call-api.ts'
import { bank } from '#web/text/en/admin/bank.ts'

export type DownloadFormat = 'json' | 'zip'

/** Exports all exams when the id is missing. Returns an error message, or `undefined` when the download started. */
export async function saveExport(examId: string, format: DownloadFormat): Promise<string | undefined> {
  try {
    const query = new URLSearchParams({ ...(examId && { exam_id: examId }), format })
    const response = await fetch(`/api/questions/export?${query}`)
    if (!response.ok) return (await readRefusal(response, bank.exportFailed)).message
    save(await response.blob(), nameOf(response) ?? `questions_export.${format}`)
    return undefined
  } catch {
    return `${bank.exportFailed}. ${bank.failedAdvice}`
  }
}

/** The file name in the response: `questions_export_2026-11-24.json`. */
function nameOf(response: Response): string | undefined {
  return /filename="?([\w.-]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser must have started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
