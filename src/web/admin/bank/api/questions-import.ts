/**
 * `POST /api/questions/import?dry_run=true|false`: imports a file of questions, or reports what the import would do. The
 * body is the file, and `X-File-Name` is its percent-encoded name. `X-Import-Choices` is percent-encoded JSON with what the administrator
 * chose for a file that is not JSON or an archive (`ImportChoices`). Administrators only, checked before the body is read.
 *
 * The response is a stream of JSON objects, one per line: `ImportLine` of `server/bank/import/import.ts`. The status is 200
 * even if the last line reports that nothing was written.
 */
import { administratorContext, requireApiAdministrator } from '#web/admin/require-api-administrator.ts'
import { allowMethods } from '#web/http/methods.ts'
import { problem } from '#web/http/problem.ts'
import { streamed } from '#web/http/streamed.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions-import.ts'
import { parseImportChoices, printImport } from '#server/bank/index.ts'

const extensions: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
}

export const middleware = [allowMethods('POST'), requireApiAdministrator()]

export async function action({ request, context, url }: Route.ActionArgs) {
  const isDryRun = new Map([
    ['true', true],
    ['false', false],
  ]).get(url.searchParams.get('dry_run') ?? '')
  if (isDryRun === undefined)
    return problem(400, 'Wrong parameters', 'Send dry_run=true to see what the import would do, or dry_run=false to import.')
  const fileName = readFileName(request.headers)
  if (!fileName) return problem(415, 'Unknown file type', 'Send application/json or application/zip, or name the file in X-File-Name.')
  const choices = parseImportChoices(decode(request.headers.get('X-Import-Choices') ?? '{}'))
  if (!choices) return problem(400, 'Wrong choices', 'X-Import-Choices must be percent-encoded JSON with the choices for the file.')
  const bytes = await readShared(request)
  const { id: actorId } = context.get(administratorContext)
  const lines = context.get(servicesContext).importer.run({ bytes, fileName, isDryRun, actorId, choices })
  return streamed(printImport(lines), { 'Content-Type': 'application/x-ndjson; charset=utf-8' })
}

/** Reads the body into shared memory, so that the import worker can use it without a copy. */
async function readShared(request: Request): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of request.body ?? []) pieces.push(piece)
  const bytes = new Uint8Array(new SharedArrayBuffer(pieces.reduce((length, piece) => length + piece.length, 0)))
  let at = 0
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** The decoded `X-File-Name`. Without that header, the name depends on the content type, and is empty for an unknown type. */
function readFileName(headers: Headers): string | undefined {
  const extension = extensions[headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '']
  const name = headers.get('X-File-Name') ?? (extension && `questions.${extension}`)
  return name && decode(name)
}

function decode(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
