/** The body of a request to `/api` that writes. How large it may be is asked in `server/http/guard.ts`. */
import { problem } from '#web/http/problem.ts'

export type JsonObject = Record<string, unknown>

/** @throws a problem: 415 for other kinds, 400 for broken JSON, whose message names the place, and for what is no object */
export async function readJsonObject(request: Request): Promise<JsonObject> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw problem(415, 'Not JSON', 'Send the body as JSON with Content-Type: application/json.', { code: 'NOT_JSON' })
  const value = parse(await request.text())
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw problem(400, 'Not an object', 'Send one JSON object as the body.', { code: 'NOT_AN_OBJECT' })
  return value as JsonObject
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const detail = `Correct the JSON and send it again: ${(error as Error).message}.`
    throw problem(400, 'Broken JSON', detail, { code: 'BROKEN_JSON' })
  }
}

/** The version that was edited, so that nobody writes over what somebody else saved meanwhile; without it whatever is there is replaced. */
export function readVersion(body: JsonObject): number | undefined {
  const version = body['version']
  if (version === undefined) return undefined
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) return version
  throw problem(422, 'Wrong version', 'Send as version the number that was read together with what you changed.', { code: 'VERSION_WRONG' })
}

/** The object with fields renamed, `{ sent_at: 'sentAt' }`, so that names of earlier releases stay valid. */
export function renameFields(body: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [Object.hasOwn(names, name) ? names[name] : name, value]))
}
