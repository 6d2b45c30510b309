/** The first checks on a request. A request that is invalid, too large, or not meant for this site is refused here with a short text. */
import { recordBytesMax } from '#exam/record-import.ts'
import type { IncomingMessage } from 'node:http'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const safeMethods = new Set(['GET', 'HEAD'])
const addressLengthMax = 4096
/** Largest body accepted, in bytes. */
export const bodyBytesMax = 1024 * 1024
/** Largest URL-encoded form, in bytes. Parsing half a million empty fields would block the server for seconds. */
export const formBytesMax = 32 * 1024

/** Largest question file that a browser may send, in bytes. */
export const importBytesMax = 48_000_000
/** Largest image, in bytes, before and after re-encoding. */
export const imageBytesMax = 5 * 1024 * 1024

/** Largest report, in bytes: many times the longest accepted text. The route refuses longer texts with its own message. */
const reportBytesMax = 64 * 1024

/** The limits for some addresses. The margin lets the route refuse a slightly too large file with its own message. */
const bodyBytesMaxAt: Readonly<Record<string, number>> = {
  '/api/questions/import': importBytesMax + 100_000,
  '/profile/my-data.json': recordBytesMax + 100_000,
  '/api/images': imageBytesMax + 100_000,
  '/api/reports': reportBytesMax,
}

export type GuardRefusal = { status: number; text: string; headers?: Record<string, string> }

/** Accepted values of the `Host` header, lowercase, with a port unless it is the default one, and the origin of each. */
type OwnOrigins = ReadonlyMap<string, string>

/** Why a request is refused, or `undefined` if it may continue. */
export function findRefusal(request: IncomingMessage, origins: OwnOrigins): GuardRefusal | undefined {
  const { method = '', url = '', headers } = request
  if (!methods.has(method)) return { status: 405, text: 'This method is not supported.', headers: { Allow: [...methods].join(', ') } }
  // Source: RFC 9112, section 3.2.
  if (hasSeveralHosts(request)) return { status: 400, text: 'The request has more than one Host header.' }
  const ownOrigin = origins.get(headers.host?.toLowerCase() ?? '')
  if (ownOrigin === undefined) {
    return { status: 421, text: 'This host name is not served here. The operator can set it with PUBLIC_ORIGIN.' }
  }
  if (!url.startsWith('/') || url.startsWith('//')) return { status: 400, text: 'The address is not on this site.' }
  if (url.length > addressLengthMax) return { status: 414, text: 'The address is too long.' }
  if (!isValidEncoding(url)) return { status: 400, text: 'The address has an invalid percent-encoding.' }
  if (!safeMethods.has(method) && !isFromThisSite(headers, ownOrigin) && !isFromMailProgram(request))
    return { status: 403, text: 'This request was not sent by a page of this site.' }
  const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
  const bytesMax = isForm ? formBytesMax : (method === 'POST' && bodyBytesMaxAt[pathOf(url)]) || bodyBytesMax
  const bytes = Number(headers['content-length'] ?? 0)
  // Its response may be sent from memory, and then nothing would end a body that arrives slowly.
  if (bytes > 0 && safeMethods.has(method)) return { status: 400, text: 'A request that only reads must not have a body.' }
  if (bytes > bytesMax) return { status: 413, text: 'The request is too large.' }
  if (headers['transfer-encoding'] !== undefined) return { status: 411, text: 'The request needs a Content-Length header.' }
  return undefined
}

/**
 * Whether a page of this site sent a request that could change data. Browsers report it in `Sec-Fetch-Site`. For older browsers,
 * the `Origin` header must be the origin of the requested host, scheme included. If a request has both headers, they must agree; the origin is
 * `null` if the policy of a page hides its address.
 */
function isFromThisSite(headers: IncomingMessage['headers'], ownOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site === undefined) return origin === ownOrigin
  return site === 'same-origin' && (origin === undefined || origin === 'null' || origin === ownOrigin)
}

function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length > 1
}

/** The route that turns off mail. It trusts the token in its address and no cookie. */
const unsubscribePath = '/unsubscribe'

/**
 * Whether the request is an unsubscribe request from a mail program: it has no origin because no page sent it. Pages of other sites are refused
 * here as well. Source: RFC 8058. See `docs/decisions/0007-origin-in-the-guard.md`.
 */
function isFromMailProgram({ method, url = '', headers }: IncomingMessage): boolean {
  const isFromPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  return method === 'POST' && pathOf(url) === unsubscribePath && !isFromPage
}

/** The hosts that a server on this port serves, with their origins: the loopback names, and the public host behind a proxy. */
export function listOwnOrigins(port: number, publicOrigin: string | undefined): OwnOrigins {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])])
  const origins = new Map(hosts.map((host) => [host, new URL(`http://${host}`).origin]))
  return publicOrigin ? origins.set(new URL(publicOrigin).host, new URL(publicOrigin).origin) : origins
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/** Whether the percent-encoding is valid. Also refuses a null byte, which is validly encoded but never part of an address, a file name, or a text. */
function isValidEncoding(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url.replaceAll('+', ' ')).includes('\0')
  } catch {
    return false
  }
}
