/** Answers of `/api`: JSON, and for what went wrong a problem after RFC 9457, never a stack. */

const headers = { 'Cache-Control': 'no-cache' }

/** Plain arrays and objects with the tables' field names. */
export function json(value: unknown): Response {
  return Response.json(value, { headers })
}

/** For one reader alone, such as an administrator; nobody keeps it. */
export function privateJson(value: unknown, status: 200 | 201 = 200): Response {
  return Response.json(value, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** After something was deleted. */
export function noContent(): Response {
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** What a problem may say besides: for programs `code`, which never changes, and what the code is about. */
export type ProblemMembers = {
  /** Names the request in the log. */
  reference?: string | undefined
  code?: string | undefined
  /** Fields that kept the whole from being saved, and fields somebody should look at. */
  refusals?: readonly { field: string; reason: string }[] | undefined
  warnings?: readonly { field: string; reason: string }[] | undefined
  /** What is stored now, where somebody else was faster. */
  current?: unknown
  /** What still uses a thing that was to be deleted. */
  uses?: unknown
  /** Ids that there are not. */
  unknown?: readonly string[] | undefined
}

/** `detail` says in one sentence what to do about it. */
export function problem(status: ProblemStatus, title: string, detail: string, members: ProblemMembers = {}): Response {
  const body = { type: 'about:blank', title, status, detail, ...members }
  return Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } })
}

/** For every method but GET and HEAD: these addresses are only read. */
export function refuseMethod(): Response {
  const refusal = problem(405, 'Method not allowed', 'This address can only be read, with GET.')
  refusal.headers.set('Allow', 'GET, HEAD')
  return refusal
}

/** @throws a problem that names the methods of this address, when the request has none of them */
export function checkMethod(request: Request, allowed: readonly string[]): void {
  if (allowed.includes(request.method)) return
  const refusal = problem(405, 'Method not allowed', `Ask this address with ${allowed.join(' or ')}.`)
  refusal.headers.set('Allow', allowed.join(', '))
  throw refusal
}
