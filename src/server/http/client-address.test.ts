import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { findClientAddress, networkOf } from '#server/http/client-address.ts'
import { readConfig } from '#server/config.ts'

const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.0/8, ::1, 10.0.0.0/8' })
const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('the address of a client', () => {
  test.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '192.0.2.66, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['127.0.0.1', 'nonsense', '127.0.0.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['::1', '2001:db8::7', '2001:db8::7'],
    ['127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ])('behind %s with %s is %s', (remote, forwarded, address) => {
    expect(findClientAddress(request(remote, forwarded), trustedProxies)).toBe(address)
  })
})

describe('the network of an address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:7::9', '2001:db8:7::/48'],
    ['2001:0db8:0007:1:2:3:4:5', '2001:db8:7::/48'],
    ['::1', '0:0:0::/48'],
    ['nowhere', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
