/** The IP address of a client, and the network of an address. */
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6, type BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Request header with the client address, for rate limits. The HTTP server sets it and overwrites any value from the client. */
export const clientAddressHeader = 'x-praxam-client'

/** The address of the connection or, behind trusted proxies, the nearest address that is not a trusted proxy. */
export function findClientAddress({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: BlockList): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = normalizeAddress(socket.remoteAddress ?? '')
  while (isTrusted(address, trusted) && forwarded.length > 0) {
    const previous = normalizeAddress(forwarded.pop()?.trim() ?? '')
    if (!isIPv4(previous) && !isIPv6(previous)) break
    address = previous
  }
  return address
}

/**
 * The network of an address, the only part that we store: `203.0.113.9` → `203.0.113.0/24`, IPv6 → its `/48`.
 * An empty string if the input is not an address.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(address)) return ''
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 3)
  return `${groups.map((group) => group.toString(16)).join(':')}::/48`
}

/** Removes the port that some proxies add, as in `203.0.113.9:4711` and `[2001:db8::1]:4711`, and converts `::ffff:203.0.113.9` to IPv4. */
function normalizeAddress(address: string): string {
  return address
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return (isIPv4(address) && trusted.check(address)) || (isIPv6(address) && trusted.check(address, 'ipv6'))
}
