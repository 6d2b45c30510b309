/**
 * Sending a file to the import and reading what the server says of it, a JSON object a line:
 * progress, then the report of a dry run, or that everything is written, or why nothing was.
 */
import { readRefusal } from '#web/admin/call-api.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import type { FailureCode, ImportLine } from '#server/bank/index.ts'

/** Whether the file is of a kind the import reads. Source: spec §5, import. */
export function isImportable({ name }: File): boolean {
  return /\.(?:json|zip)$/i.test(name)
}

/** What a page needs to know of a failure. `REFUSED`: before the import began. */
export type Failure = { type: 'failed'; code: FailureCode | 'REFUSED'; message: string }
type Line = Exclude<ImportLine, { type: 'failed' }> | Failure

/** Sends the file; a refusal is a line as well. @throws when the connection is cut, or nobody says how it ended */
export async function* sendFile(file: File, isDryRun: boolean, signal: AbortSignal): AsyncGenerator<Line> {
  const response = await fetch(`/api/questions/import?dry_run=${isDryRun}`, {
    method: 'POST',
    headers: {
      'Content-Type': /\.zip$/i.test(file.name) ? 'application/zip' : 'application/json',
      'X-File-Name': encodeURIComponent(file.name),
    },
    body: file,
    signal,
  })
  if (!response.ok || !response.body) {
    if (isFromElsewhere(response)) throw new Error(`Something in between answered with ${response.status}`)
    const { message } = await readRefusal(response, bank.importFailed)
    yield { type: 'failed', code: 'REFUSED', message }
    return
  }
  for await (const line of linesOf(response.body)) yield JSON.parse(line) as Line
}

/** Whether a proxy gave up waiting: the import itself says why it fails, so it may be going on. */
function isFromElsewhere({ status, headers }: Response): boolean {
  return status >= 500 && !headers.get('Content-Type')?.includes('json')
}

/** Lines of a stream of text, without empty ones. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  // A report of 20,000 rows is one line in many pieces; joining them once keeps that quick.
  let pieces: string[] = []
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const [end = '', ...begun] = read.value.split('\n')
    pieces.push(end)
    for (const next of begun) {
      const line = pieces.join('')
      if (line.trim() !== '') yield line
      pieces = [next]
    }
  }
  const last = pieces.join('')
  if (last.trim() !== '') yield last
}
