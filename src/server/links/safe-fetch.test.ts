import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { AddressRefused, findAddressProblem, fetchSafely, internet, isGlobal, type Network } from '#server/links/safe-fetch.ts'

const v4 = (address: string) => ({ address, family: 4 })
const never = new AbortController().signal

/** A network that resolves each name to the next of these lists of addresses, and responds to every request with 200. */
function aNet(...answers: { address: string; family: number }[][]) {
  const resolve = vi.fn<Network['resolve']>(async () => answers.shift() ?? [])
  const request = vi.fn<Network['request']>(async () => ({ status: 200, location: undefined, retryAfter: undefined }))
  return { resolve, request }
}

const fetchHead = (net: Network, address = 'https://praxam.example/', signal = never) => fetchSafely(net, new URL(address), 'HEAD', signal)

describe('requests to the public internet', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this machine', '127.0.0.1'],
    ['loopback', '127.53.0.1'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.5.4'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local, and cloud metadata', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.18.0.1'],
    ['a 6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['this machine, in IPv6', '::1'],
    ['IPv4 in IPv6, private', '::ffff:10.0.0.1'],
    ['IPv4 in IPv6, this machine', '::ffff:7f00:1'],
    ['IPv4 in IPv6, public', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6, deprecated form', '::127.0.0.1'],
    ['IPv4 in IPv6, translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['unique local', 'fd00::1'],
    ['unique local', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast, in IPv6', 'ff02::1'],
    ['discard', '100::1'],
    ['documentation, in IPv6', '2001:db8::1'],
    ['documentation, in IPv6', '3fff::1'],
    ['benchmarks, in IPv6', '2001:2::1'],
    ['unallocated', '4000::1'],
    ['not an address', 'praxam.example'],
  ])('are refused for %s, %s', async (_, address) => {
    expect(isGlobal(address)).toBe(false)
    const net = aNet([v4('93.184.215.14'), { address, family: 0 }])
    await expect(fetchHead(net)).rejects.toThrow(AddressRefused)
    expect(net.request).not.toHaveBeenCalled()
  })

  test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a01:111:f100::1'])(
    'are sent to %s',
    async (address) => {
      expect(isGlobal(address)).toBe(true)
      expect(await fetchHead(aNet([v4(address)]))).toMatchObject({ status: 200 })
    },
  )

  test('are refused for a name that does not resolve', async () => {
    await expect(fetchHead(aNet([]))).rejects.toThrow('has a name that does not resolve')
  })
})

test.each([
  ['https://learn.microsoft.com/en-us/x?view=y#z', undefined],
  ['https://learn.microsoft.com:443/', undefined],
  ['http://learn.microsoft.com/', 'does not start with https://'],
  ['ftp://learn.microsoft.com/', 'does not start with https://'],
  ['javascript:alert(1)', 'does not start with https://'],
  ['file:///etc/passwd', 'does not start with https://'],
  ['//learn.microsoft.com/', 'is not a complete URL'],
  ['learn.microsoft.com', 'is not a complete URL'],
  ['https://learn.microsoft.com/a b', 'is not a complete URL'],
  ['https:\\\\learn.microsoft.com', 'is not a complete URL'],
  ['https://learn.microsoft.com\u200b/', 'is not a complete URL'],
  ['', 'is not a complete URL'],
  ['https://ada@learn.microsoft.com/', 'contains a user name or password'],
  ['https://:secret@learn.microsoft.com/', 'contains a user name or password'],
  ['https://learn.microsoft.com:8443/', 'contains a port'],
  ['https://learn.microsoft.com:80/', 'contains a port'],
  ['https://127.0.0.1/', 'contains an IP address instead of a name'],
  ['https://8.8.8.8/', 'contains an IP address instead of a name'],
  ['https://0x7f.1/', 'contains an IP address instead of a name'],
  ['https://2130706433/', 'contains an IP address instead of a name'],
  ['https://[::1]/', 'contains an IP address instead of a name'],
  ['https://localhost/', 'has no public host name'],
  ['https://localhost./', 'has no public host name'],
  ['https://intranet/', 'has no public host name'],
])('the address %j: %s', async (address, problem) => {
  expect(findAddressProblem(address)).toBe(problem)
  if (problem === undefined || !URL.canParse(address) || problem === 'is not a complete URL') return
  const net = aNet([v4('93.184.215.14')])
  await expect(fetchHead(net, address)).rejects.toThrow(problem)
  expect(net.resolve).not.toHaveBeenCalled()
})

test('the request uses the checked addresses, whatever the next DNS response is', async () => {
  const net = aNet([v4('93.184.215.14')], [v4('127.0.0.1')])
  await fetchHead(net)
  expect(net.resolve).toHaveBeenCalledTimes(1)
  expect(net.request).toHaveBeenCalledWith(
    new URL('https://praxam.example/'),
    expect.objectContaining({ addresses: [v4('93.184.215.14')], method: 'HEAD' }),
  )
  await expect(fetchHead(net)).rejects.toThrow('resolves to 127.0.0.1, which is not on the public internet')
})

test('a DNS server or site that does not respond causes a timeout', async () => {
  const forever = () => new Promise<never>(() => undefined)
  const signal = () => AbortSignal.timeout(5)
  await expect(fetchHead({ ...aNet(), resolve: forever }, 'https://praxam.example/', signal())).rejects.toThrow(/timeout/)
  await expect(fetchHead({ ...aNet([v4('8.8.8.8')]), request: forever }, 'https://praxam.example/', signal())).rejects.toThrow(/timeout/)
})

test('a request goes to the given IP address with the name, which is not resolved', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`https://unknown.invalid:${(server.address() as AddressInfo).port}/`)
  const hello = once(server, 'connection').then(async ([socket]) => {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return bytes.toString('latin1')
  })
  const request = internet.request(url, { method: 'HEAD', addresses: [v4('127.0.0.1')], signal: never })
  await expect(request).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await hello).toContain('unknown.invalid')
  server.close()
})
