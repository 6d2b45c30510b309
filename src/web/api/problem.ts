/** Answers of `/api`: JSON, and for what went wrong a problem after RFC 9457, never a stack. */

const headers = { 'Cache-Control': 'no-cache' }

/** Plain arrays and objects with the tables' field names. */
export function answer(value: unknown): Response {
  return Response.json(value, { headers })
}

/** `detail` says in one sentence what to do about it. */
export function problem(
  status: 400 | 404 | 405 | 500 | 503,
  title: string,
  detail: string,
  members: { reference?: string } = {},
): Response {
  const body = { type: 'about:blank', title, status, detail, ...members }
  return Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } })
}

/** For every method but GET and HEAD: these addresses are only read. */
export function refuseMethod(): Response {
  const refusal = problem(405, 'Method not allowed', 'This address can only be read, with GET.')
  refusal.headers.set('Allow', 'GET, HEAD')
  return refusal
}
