/**
 * Asks addresses that others wrote, on the public internet alone: https on its usual port, and only machines whose
 * addresses are global. A name is resolved once, and the connection goes to the very addresses that were looked at, so
 * that another answer of the name server changes nothing.
 */
import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Method = 'HEAD' | 'GET'
/** The headers as they came. */
export type Answer = { status: number; location: string | undefined; retryAfter: string | undefined }

/** The way out. `request` connects to one of `addresses` without asking for the name again, and reads the headers only. */
export type Net = {
  resolve: (host: string) => Promise<readonly LookupAddress[]>
  request: (url: URL, asked: { method: Method; addresses: readonly LookupAddress[]; signal: AbortSignal }) => Promise<Answer>
}

/** An address that is not asked. The message finishes a sentence that begins with it. */
export class AddressRefused extends Error {}

/**
 * Asks an address once and follows no redirect.
 *
 * @throws {AddressRefused} when it is not one of the public internet; the reason of `signal` when that ends first
 */
export async function askSafely(net: Net, url: URL, method: Method, signal: AbortSignal): Promise<Answer> {
  const problem = addressProblem(url.href)
  if (problem) throw new AddressRefused(problem)
  const addresses = await orAborted(net.resolve(url.hostname), signal)
  // One such address among others refuses the name as a whole: it is no mistake that a public site makes.
  const inside = addresses.find(({ address }) => !isGlobal(address))
  if (inside) throw new AddressRefused(`stands on ${inside.address}, which is not on the public internet`)
  if (addresses.length === 0) throw new AddressRefused('has a name without an address')
  return orAborted(net.request(url, { method, addresses, signal }), signal)
}

/** What is wrong with the form of an address, or `undefined` when it could be asked. The reason finishes a sentence. */
export function addressProblem(address: string): string | undefined {
  if (/[\s\p{C}\\<>"]/u.test(address) || !URL.canParse(address)) return 'is not a whole address'
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'https:') return 'does not begin with https://'
  if (username + password !== '') return 'holds a name or password'
  if (port !== '') return 'names a port'
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return 'names a machine by its number'
  if (!/[^.]\.[^.]/.test(hostname)) return 'names no host of the internet'
  return undefined
}

/** Where the addresses of the internet lie that are given to machines; outside are some that ipaddr.js calls unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address, IPv4 or IPv6, belongs to one machine of the public internet, without another address inside it. */
export function isGlobal(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

/** The internet itself. */
export const internet: Net = {
  resolve: (host) => lookup(host, { all: true, order: 'verbatim' }),
  request: (url, { method, addresses, signal }) =>
    new Promise((resolve, reject) => {
      const headers = { 'User-Agent': 'Praxam check-links', Accept: 'text/html, */*;q=0.5' }
      const settings = { method, headers, signal, agent: false, autoSelectFamily: true, lookup: answerWith(addresses) } as const
      const sent = request(url, settings, (response) => {
        const { location, 'retry-after': retryAfter } = response.headers
        resolve({ status: response.statusCode ?? 0, location, retryAfter })
        response.destroy()
      })
      sent.on('error', reject)
      sent.end()
    }),
}

type Found = (error: null, address: LookupAddress[]) => void

/** Stands in for the name server; with `autoSelectFamily` it is always asked for a list. */
function answerWith(addresses: readonly LookupAddress[]) {
  return (_host: string, _options: unknown, found: Found) => found(null, [...addresses])
}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
