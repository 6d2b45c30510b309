/**
 * Sends requests to addresses from user content, only on the public internet (protection against SSRF): https on its default
 * port, and only global IP addresses. A name is resolved once, and the connection uses the checked IP addresses, so a second
 * DNS response cannot redirect it (DNS rebinding).
 */
import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type HttpMethod = 'HEAD' | 'GET'
/** Status and headers of a response. */
export type ResponseHead = { status: number; location: string | undefined; retryAfter: string | undefined }

/** Network access. `request` connects to one of `addresses` without resolving the name again, and reads only the headers. */
export type Network = {
  resolve: (host: string) => Promise<readonly LookupAddress[]>
  request: (url: URL, options: { method: HttpMethod; addresses: readonly LookupAddress[]; signal: AbortSignal }) => Promise<ResponseHead>
}

/** An address that must not be requested. The message is the predicate of a sentence about the address. */
export class AddressRefused extends Error {}

/**
 * Sends one request and follows no redirect.
 *
 * @throws {AddressRefused} for an address outside the public internet; the reason of an aborted `signal`
 */
export async function fetchSafely(net: Network, url: URL, method: HttpMethod, signal: AbortSignal): Promise<ResponseHead> {
  const problem = findAddressProblem(url.href)
  if (problem) throw new AddressRefused(problem)
  const addresses = await rejectOnAbort(net.resolve(url.hostname), signal)
  // A single private address is enough to refuse the name, because public sites never have one.
  const privateAddress = addresses.find(({ address }) => !isGlobal(address))
  if (privateAddress) throw new AddressRefused(`resolves to ${privateAddress.address}, which is not on the public internet`)
  if (addresses.length === 0) throw new AddressRefused('has a name that does not resolve')
  return rejectOnAbort(net.request(url, { method, addresses, signal }), signal)
}

/** Why the form of an address is not allowed, as the predicate of a sentence. `undefined` for an allowed address. */
export function findAddressProblem(address: string): string | undefined {
  if (/[\s\p{C}\\<>"]/u.test(address) || !URL.canParse(address)) return 'is not a complete URL'
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'https:') return 'does not start with https://'
  if (username + password !== '') return 'contains a user name or password'
  if (port !== '') return 'contains a port'
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return 'contains an IP address instead of a name'
  if (!/[^.]\.[^.]/.test(hostname)) return 'has no public host name'
  return undefined
}

/** Global unicast addresses. ipaddr.js also classifies some addresses outside this range as unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IPv4 or IPv6 address is a unicast address of the public internet that embeds no other address. */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

/** The real network. */
export const internet: Network = {
  resolve: (host) => lookup(host, { all: true, order: 'verbatim' }),
  request: (url, { method, addresses, signal }) =>
    new Promise((resolve, reject) => {
      const headers = { 'User-Agent': 'Praxam check-links', Accept: 'text/html, */*;q=0.5' }
      const settings = { method, headers, signal, agent: false, autoSelectFamily: true, lookup: createLookup(addresses) } as const
      const outgoing = request(url, settings, (response) => {
        const { location, 'retry-after': retryAfter } = response.headers
        resolve({ status: response.statusCode ?? 0, location, retryAfter })
        response.destroy()
      })
      outgoing.on('error', reject)
      outgoing.end()
    }),
}

type LookupCallback = (error: null, address: LookupAddress[]) => void

/** A lookup function that returns the given addresses. With `autoSelectFamily`, Node always requests a list. */
function createLookup(addresses: readonly LookupAddress[]) {
  return (_host: string, _options: unknown, callback: LookupCallback) => callback(null, [...addresses])
}

function rejectOnAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
