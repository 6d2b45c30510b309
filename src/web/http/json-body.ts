/** Reads the JSON body of a request to `/api`. Its size is limited in `server/http/guard.ts`. */
import type { PlainRequest } from '#server/http/plain-request.ts'
import { refuse } from '#web/http/refusals.ts'

export type JsonObject = Record<string, unknown>

/** @throws a refusal: 415 for another content type, 400 for invalid JSON or a value that is not an object */
export async function readJsonObject(request: Pick<PlainRequest, 'headers' | 'text'>): Promise<JsonObject> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('Content-Type') ?? '')) throw refuse('NOT_JSON')
  const value = parse(await request.text())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('NOT_AN_OBJECT')
  return value as JsonObject
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // The message includes the position of the error.
    throw refuse('BROKEN_JSON', { detail: `Correct the JSON and send it again: ${(error as Error).message}.` })
  }
}

/** The version that the sender edited. If it is missing, the current version is overwritten. @throws a refusal if it is not a positive integer */
export function readVersion(body: JsonObject): number | undefined {
  const version = body['version']
  if (version === undefined) return undefined
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > 0) return version
  throw refuse('VERSION_WRONG')
}

/** The object with fields renamed, `{ sent_at: 'sentAt' }`, so that names from earlier releases stay valid. */
export function renameFields(body: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [Object.hasOwn(names, name) ? names[name] : name, value]))
}
