/** First look at a request: what could not be a request to this site is answered here, shortly, and goes no further. */
import type { IncomingMessage } from 'node:http'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const safeMethods = new Set(['GET', 'HEAD'])
const addressLengthMax = 4096
/** Largest body accepted, in bytes. */
export const bodyBytesMax = 1024 * 1024
/** Largest plain form: reading half a million empty fields would keep everybody waiting for seconds. */
export const formBytesMax = 32 * 1024

/** Largest file of questions that a browser may send. */
export const importBytesMax = 48_000_000
const imageBytesMax = 5 * 1024 * 1024

/** Addresses that take more than others. What is a little too large is refused behind them, in their own words. */
const bodyBytesMaxAt: Readonly<Record<string, number>> = {
  '/api/questions/import': importBytesMax + 100_000,
  '/api/images': imageBytesMax + 100_000,
}

export type Refusal = { status: number; text: string; headers?: Record<string, string> }

/**
 * Why a request is refused, or `undefined` when it may go on.
 * `hosts` are the names, with port where one is written, under which the site may be asked for.
 */
export function refusalOf(request: IncomingMessage, hosts: ReadonlySet<string>): Refusal | undefined {
  const { method = '', url = '', headers } = request
  if (!methods.has(method)) return { status: 405, text: 'This method is not supported.', headers: { Allow: [...methods].join(', ') } }
  if (!hosts.has(headers.host?.toLowerCase() ?? '')) {
    return { status: 421, text: 'This host name is not served here. An operator can set it with PUBLIC_ORIGIN.' }
  }
  if (!url.startsWith('/') || url.startsWith('//')) return { status: 400, text: 'The address is not one of this site.' }
  if (url.length > addressLengthMax) return { status: 414, text: 'The address is too long.' }
  if (!isWellEncoded(url)) return { status: 400, text: 'The address has a broken percent-encoding.' }
  if (!safeMethods.has(method) && !comesFromHere(headers) && !comesFromMailProgram(request))
    return { status: 403, text: 'This request does not come from a page of this site.' }
  const isForm = /^application\/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
  const bytesMax = isForm ? formBytesMax : (method === 'POST' && bodyBytesMaxAt[pathOf(url)]) || bodyBytesMax
  if (Number(headers['content-length'] ?? 0) > bytesMax) return { status: 413, text: 'The request is too large.' }
  if (headers['transfer-encoding'] !== undefined) return { status: 411, text: 'The length of the request has to be stated.' }
  return undefined
}

/**
 * Whether a request that could change something was made by a page of this site. The browser says so itself or, where
 * it is older, names the page's origin, whose host has to be the one asked, which is known to be ours.
 */
function comesFromHere(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin = '', host = '' } = headers
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** Where mail is switched off. What is sent there is believed by the token in its address, and by no cookie. */
const unsubscribePath = '/unsubscribe'

/**
 * Whether a mail program asks to switch mail off, as RFC 8058 has it: no page made the request, so it names no origin. Pages of
 * other sites are refused here as everywhere. See `docs/decisions/0007-origin-in-the-guard.md`.
 */
function comesFromMailProgram({ method, url = '', headers }: IncomingMessage): boolean {
  const isOfPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  return method === 'POST' && pathOf(url) === unsubscribePath && !isOfPage
}

/** Host names a server on this port answers to: the loopback names, and the public one behind a proxy. */
export function hostsOf(port: number, publicOrigin: string | undefined): Set<string> {
  const local = ['localhost', '127.0.0.1', '[::1]'].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])])
  return new Set(publicOrigin ? [...local, new URL(publicOrigin).host] : local)
}

/** Without the query. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

/** A zero byte is well encoded, but no address, file or text has one. */
function isWellEncoded(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    return !decodeURIComponent(url.replaceAll('+', ' ')).includes('\0')
  } catch {
    return false
  }
}
