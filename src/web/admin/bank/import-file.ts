/**
 * Sends a file to the import and reads the response, one JSON object per line: progress, then the report of a dry run,
 * the result of the import, or the reason for a failure.
 */
import { readRefusal } from '#web/admin/call-api.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import type { FailureCode, ImportChoices, ImportLine } from '#server/bank/index.ts'

/** Why an import failed. `REFUSED`: it did not start. */
export type Failure = { type: 'failed'; code: FailureCode | 'REFUSED'; message: string }
type Line = Exclude<ImportLine, { type: 'failed' }> | Failure

/** Sends the file and yields the lines of the response; a refusal is also a line. @throws if the connection fails or a proxy sends an error */
export async function* sendFile(file: File, choices: ImportChoices, isDryRun: boolean, signal: AbortSignal): AsyncGenerator<Line> {
  const response = await fetch(`/api/questions/import?dry_run=${isDryRun}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      'X-File-Name': encodeURIComponent(file.name),
      'X-Import-Choices': encodeURIComponent(JSON.stringify(choices)),
    },
    body: file,
    signal,
  })
  if (!response.ok || !response.body) {
    if (isFromElsewhere(response)) throw new Error(`A proxy responded with ${response.status}`)
    const { message } = await readRefusal(response, bank.importFailed)
    yield { type: 'failed', code: 'REFUSED', message }
    return
  }
  for await (const line of linesOf(response.body)) yield JSON.parse(line) as Line
}

/** Whether a proxy sent the error, such as a timeout. The site sends its own errors as JSON. The import may still be running. */
function isFromElsewhere({ status, headers }: Response): boolean {
  return status >= 500 && !headers.get('Content-Type')?.includes('json')
}

/** The non-empty lines of a text stream. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  // A report of 20,000 rows is one line in many chunks, so the chunks of a line are joined only once.
  let pieces: string[] = []
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const [end = '', ...rest] = read.value.split('\n')
    pieces.push(end)
    for (const next of rest) {
      const line = pieces.join('')
      if (line.trim() !== '') yield line
      pieces = [next]
    }
  }
  const last = pieces.join('')
  if (last.trim() !== '') yield last
}
