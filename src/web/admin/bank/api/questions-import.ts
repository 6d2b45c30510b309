/**
 * `POST /api/questions/import?dry_run=true|false`: imports a file of questions, or says what importing it would do. The
 * body is the file, `X-File-Name` its name, percent-encoded. Administrators, who are asked for before the body is read.
 *
 * The answer is a stream of JSON objects, one a line: `ImportLine` of `server/bank/import/import.ts`. Its status is 200 even when
 * the last line says that nothing was written.
 */
import { getApiAdministrator } from '#web/admin/administrator.ts'
import { checkMethod, problem } from '#web/http/problem.ts'
import { streamed } from '#web/http/streamed.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/questions-import.ts'
import type { ImportLine } from '#server/bank/index.ts'

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
}

export function loader({ request }: Route.LoaderArgs) {
  checkMethod(request, ['POST'])
}

export async function action({ request, context, url }: Route.ActionArgs) {
  checkMethod(request, ['POST'])
  const viewer = await getApiAdministrator(context)
  const isDryRun = new Map([
    ['true', true],
    ['false', false],
  ]).get(url.searchParams.get('dry_run') ?? '')
  if (isDryRun === undefined)
    return problem(400, 'Wrong parameters', 'Say dry_run=true to see what would happen, or dry_run=false to import.')
  const fileName = readFileName(request.headers)
  if (!fileName) return problem(415, 'Unknown kind of file', 'Send application/json or application/zip, or name the file in X-File-Name.')
  const bytes = await readShared(request)
  const lines = context.get(servicesContext).importer.run({ bytes, fileName, isDryRun, actorId: viewer.id })
  return streamed(printed(lines), { 'Content-Type': 'application/x-ndjson; charset=utf-8' })
}

/** The body, in memory that the thread of an import reads where it is. */
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

/** Without a name of its own, a file is called by its type. */
function readFileName(headers: Headers): string | undefined {
  const ending = endings[headers.get('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '']
  const written = headers.get('X-File-Name') ?? (ending && `questions.${ending}`)
  try {
    return written && decodeURIComponent(written)
  } catch {
    return written
  }
}

async function* printed(lines: AsyncIterable<ImportLine>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const line of lines) yield encoder.encode(`${JSON.stringify(line)}\n`)
}
