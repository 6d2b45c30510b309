/**
 * Sends requests to better-auth, from clients of its API and from the site's forms. The same limits, origin checks, and cookies apply to
 * both, and response times do not reveal whether an account exists.
 */
import { authPath, type Auth } from '#server/accounts/auth.ts'
import { removeSessionCookies } from '#server/accounts/better-auth-internals.ts'
import type { Endpoint } from '#server/accounts/endpoint.ts'
import { endpoints } from '#server/accounts/endpoints.ts'
import type { ResponseClock } from '#server/accounts/response-clock.ts'
import { withSignInLog } from '#server/accounts/sign-in-log.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'
import type { Log } from '#server/log.ts'

/** better-auth, the clock for rounding up its response times, and the log of sign-ins and new passwords. */
export type AuthService = { readonly auth: Auth; responseClock: ResponseClock; log: Log }

/** The time of a constant-time response is rounded up to a multiple of this. */
const responseQuantumMs = 250

/** Passes a client's request to better-auth. */
export async function handleAuthRequest({ auth, responseClock, log }: AuthService, request: Request): Promise<Response> {
  const startedAt = responseClock.now()
  const endpoint = endpoints[new URL(request.url).pathname.slice(authPath.length)] ?? {}
  const respond = () => auth.handler(request)
  const response = await hideAccount(await withSignInLog(log, request, endpoint, respond, findReason), endpoint)
  if (endpoint.takesConstantTime === 'always' || (endpoint.takesConstantTime && !response.ok))
    await waitForQuantum(responseClock, startedAt)
  return response
}

/** The code of a refusal. An endpoint that a browser opens as a page redirects with this code in the address. */
async function findReason(response: Response): Promise<string | undefined> {
  if (response.ok) return undefined
  const location = response.headers.get('location')
  if (location !== null) return new URL(location, 'http://localhost').searchParams.get('error') ?? undefined
  return parseCode(response.status, ((await readJson(response.clone())) ?? {}) as Record<string, unknown>)
}

function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => null)
}

/** Replaces a refusal that occurs only if the account exists. */
async function hideAccount(response: Response, { revealingCodes }: Endpoint): Promise<Response> {
  if (!revealingCodes || response.ok || response.status === 429) return response
  const { code } = ((await readJson(response.clone())) ?? {}) as { code?: string }
  return revealingCodes.codes.includes(code ?? '') ? Response.json(revealingCodes.replacement, { status: 400 }) : response
}

async function waitForQuantum({ now, pause }: ResponseClock, startedAt: number): Promise<void> {
  const elapsed = now() - startedAt
  await pause(Math.ceil(elapsed / responseQuantumMs) * responseQuantumMs - elapsed)
}

/** How better-auth responded to a form. */
export type AuthResult = {
  status: number
  /** The code of a refusal; `undefined` after a success or a redirect. */
  code: string | undefined
  body: Record<string, unknown>
  /** `Set-Cookie` headers for the response to the visitor. */
  cookies: string[]
  location: string | null
}

/**
 * Calls better-auth for a form that the visitor sent, with the visitor's cookies and network address, so that the same limits apply.
 * With `body`, sends a POST request with JSON; without it, a GET request.
 */
export async function callAuth(
  service: AuthService,
  visitor: Request,
  path: string,
  body?: Record<string, unknown>,
  captcha?: string,
): Promise<AuthResult> {
  const origin = service.auth.options.baseURL
  const headers = new Headers({ origin, 'sec-fetch-site': 'same-origin' })
  for (const name of ['cookie', 'user-agent', clientAddressHeader]) {
    const value = visitor.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (captcha) headers.set('x-captcha-response', captcha)
  if (body) headers.set('content-type', 'application/json')
  const request = new Request(origin + authPath + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  const response = await handleAuthRequest(service, request)
  const result = ((await readJson(response)) ?? {}) as Record<string, unknown>
  return {
    status: response.status,
    code: response.ok || response.status === 302 ? undefined : parseCode(response.status, result),
    body: result,
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  }
}

/** better-auth gives most refusals a code; refusals by its rate limits have only a status. */
function parseCode(status: number, body: Record<string, unknown>): string {
  if (status === 429) return 'TOO_MANY_ATTEMPTS'
  if (status >= 500) return 'UNEXPECTED'
  return typeof body['code'] === 'string' ? body['code'] : `STATUS_${status}`
}

/** The `Set-Cookie` headers that sign a browser out without the database. */
export async function forgetSession({ auth }: Pick<AuthService, 'auth'>): Promise<string[]> {
  return removeSessionCookies(await auth.$context)
}
