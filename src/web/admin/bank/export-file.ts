/** Fetches the bank as a file and hands it to the browser, so that a failure is said on the page instead of saved as a file. */
import { readRefusal } from '#web/admin/call-api.ts'
import { bank } from '#web/text/en/admin/bank.ts'

export type ExportFormat = 'json' | 'zip'

/** Every exam without an id. Gives the problem, or nothing when the file is on its way to the disk. */
export async function saveExport(examId: string, format: ExportFormat): Promise<string | undefined> {
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

/** As the server names the file: `questions_export_2026-11-24.json`. */
function nameOf(response: Response): string | undefined {
  return /filename="?([\w.-]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has to have begun reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
