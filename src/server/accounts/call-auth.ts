/**
 * The one door to better-auth, for its own addresses and for our forms alike: with its limits, its checks of origin and
 * cookies, and with answers that take the same time whether or not an account exists.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { authPath } from '#server/accounts/auth.ts'
import type { Auth } from '#server/accounts/auth.ts'
import { clientAddressHeader } from '#server/http/client-address.ts'

/** Answers to strangers leave on these beats, counted from the arrival of the question, in milliseconds. */
const responseQuantumMs = 250

/** Where the answer must not tell whether there is an account, whatever it says. */
const evenPaths = new Set([
  '/sign-up/email',
  '/sign-in/magic-link',
  '/request-password-reset',
  '/send-verification-email',
  '/email-otp/send-verification-otp',
])
/** Where only a refusal must not tell: who is let in knows anyway. */
const evenRefusals = new Set(['/sign-in/email', '/sign-in/email-otp', '/magic-link/verify', '/reset-password', '/verify-email'])

/** Hands a request of a client to better-auth. */
export async function handleAuthRequest(auth: Auth, request: Request): Promise<Response> {
  const startedAt = performance.now()
  const path = new URL(request.url).pathname.slice(authPath.length)
  const response = await withoutTelling(path, await auth.handler(request))
  if (evenPaths.has(path) || (evenRefusals.has(path) && !response.ok)) await waitForQuantum(startedAt)
  return response
}

/** Codes that the library answers with only where there is a code, so only where there is an account. */
const revealingCodes = ['TOO_MANY_ATTEMPTS', 'OTP_EXPIRED']

async function withoutTelling(path: string, response: Response): Promise<Response> {
  if (path !== '/sign-in/email-otp' || response.ok || response.status === 429) return response
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  return revealingCodes.includes(code ?? '') ? Response.json({ code: 'INVALID_OTP', message: 'Invalid OTP' }, { status: 400 }) : response
}

export type AuthResult = {
  status: number
  /** `undefined` when all went well. */
  code: string | undefined
  body: Record<string, unknown>
  /** Cookies to send on. */
  cookies: string[]
  location: string | null
}

/**
 * Asks better-auth on behalf of a form that the visitor sent: same cookies, same address, same limits.
 * `body` goes as JSON in a POST; without one it is a GET.
 */
export async function callAuth(
  auth: Auth,
  visitor: Request,
  path: string,
  body?: Record<string, unknown>,
  captcha?: string,
): Promise<AuthResult> {
  const origin = auth.options.baseURL
  const headers = new Headers({ origin, 'sec-fetch-site': 'same-origin' })
  for (const name of ['cookie', 'user-agent', clientAddressHeader]) {
    const value = visitor.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (captcha) headers.set('x-captcha-response', captcha)
  if (body) headers.set('content-type', 'application/json')
  const request = new Request(origin + authPath + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  const response = await handleAuthRequest(auth, request)
  const read = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>
  return {
    status: response.status,
    code: response.ok || response.status === 302 ? undefined : codeOf(response.status, read),
    body: read,
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location'),
  }
}

/** The library names most refusals; those of its limits have a status only. */
function codeOf(status: number, body: Record<string, unknown>): string {
  if (status === 429) return 'TOO_MANY_ATTEMPTS'
  if (status >= 500) return 'UNEXPECTED'
  return typeof body['code'] === 'string' ? body['code'] : `STATUS_${status}`
}

async function waitForQuantum(startedAt: number): Promise<void> {
  const passed = performance.now() - startedAt
  await pause(Math.ceil(passed / responseQuantumMs) * responseQuantumMs - passed)
}
