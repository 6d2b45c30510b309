/** From which address a request comes, and the network it belongs to. */
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import type { BlockList } from 'node:net'

/** Carries the address to whoever limits attempts. The HTTP entry sets it and drops what a client sends under this name. */
export const clientAddressHeader = 'x-praxam-client'

/** Address of the client: that of the connection or, behind a proxy we trust, the nearest one that is not a proxy of ours. */
export function clientAddressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, trusted: BlockList): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = plain(socket.remoteAddress ?? '')
  while (isTrusted(address, trusted) && forwarded.length > 0) {
    const before = plain(forwarded.pop()?.trim() ?? '')
    if (!isIPv4(before) && !isIPv6(before)) break
    address = before
  }
  return address
}

/**
 * The network of an address, all that we keep of a place: `203.0.113.9` → `203.0.113.0/24`, IPv6 → its `/48`.
 * An empty text for what is not an address.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(address)) return ''
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? [] : Array<string>(8 - groups.length - tail.split(':').filter(Boolean).length).fill('0')
  const whole = [...groups, ...missing, ...(tail ?? '').split(':').filter(Boolean)]
  return `${whole
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/48`
}

/** `203.0.113.9:4711` and `[2001:db8::1]:4711`, as some proxies write, without the port; `::ffff:203.0.113.9` as the IPv4 address it is. */
function plain(address: string): string {
  return address
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[([^\]]+)\](?::\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return (isIPv4(address) && trusted.check(address)) || (isIPv6(address) && trusted.check(address, 'ipv6'))
}
