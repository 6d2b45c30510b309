/** Responses of `/api`: JSON, and problems as defined in RFC 9457 for errors, never a stack trace. */

const headers = { 'Cache-Control': 'no-cache' }

/** A public response. Caches must revalidate it before each use. */
export function json(value: unknown): Response {
  return Response.json(value, { headers })
}

/** A response for one user only, such as an administrator; never cached. */
export function privateJson(value: unknown, status: 200 | 201 = 200): Response {
  return Response.json(value, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** The response after something was deleted. */
export function noContent(): Response {
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503

type FieldReasons = readonly { field: string; reason: string }[]

/** Extension members of a problem (RFC 9457). Programs read `code`, which never changes. */
export type ProblemMembers = {
  /** Identifies the request in the log. */
  reference?: string | undefined
  code?: string | undefined
  /** Validation errors that prevented the save. */
  refusals?: FieldReasons | undefined
  warnings?: FieldReasons | undefined
  /** The stored record when someone else saved it first. */
  current?: unknown
  /** What still uses a record that should be deleted. */
  uses?: unknown
  /** Ids that do not exist. */
  unknown?: readonly string[] | undefined
}

/** `detail` says in one sentence what the caller can do. Coded refusals are in `refusals.ts`. */
export function problem(status: ProblemStatus, title: string, detail: string, members: ProblemMembers = {}): Response {
  const body = { type: 'about:blank', title, status, detail, ...members }
  return Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } })
}
