import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { AddressRefused, addressProblem, askSafely, internet, isGlobal } from '#server/links/safe-fetch.ts'
import type { Net } from '#server/links/safe-fetch.ts'

const v4 = (address: string) => ({ address, family: 4 })
const never = new AbortController().signal

/** A way out where every name stands on these addresses, one list after another, and every request is answered with 200. */
function aNet(...answers: { address: string; family: number }[][]) {
  const resolve = vi.fn<Net['resolve']>(async () => answers.shift() ?? [])
  const request = vi.fn<Net['request']>(async () => ({ status: 200, location: undefined, retryAfter: undefined }))
  return { resolve, request }
}

const ask = (net: Net, address = 'https://praxam.example/', signal = never) => askSafely(net, new URL(address), 'HEAD', signal)

describe('only addresses of the public internet are asked', () => {
  test.each([
    ['this network', '0.0.0.0'],
    ['this machine', '127.0.0.1'],
    ['this machine, elsewhere', '127.53.0.1'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.5.4'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a provider, inside', '100.64.0.1'],
    ['the link, and what clouds answer there', '169.254.169.254'],
    ['protocols', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.9'],
    ['measurements', '198.18.0.1'],
    ['a relay of 6to4', '192.88.99.1'],
    ['many', '224.0.0.1'],
    ['the future', '240.0.0.1'],
    ['all', '255.255.255.255'],
    ['nobody', '::'],
    ['this machine, in IPv6', '::1'],
    ['IPv4 in IPv6, private', '::ffff:10.0.0.1'],
    ['IPv4 in IPv6, this machine', '::ffff:7f00:1'],
    ['IPv4 in IPv6, public', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6, the old way', '::127.0.0.1'],
    ['IPv4 in IPv6, translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['a network, unique', 'fd00::1'],
    ['a network, unique', 'fc00::1'],
    ['the link', 'fe80::1'],
    ['the link of a device', 'fe80::1%eth0'],
    ['a site', 'fec0::1'],
    ['many, in IPv6', 'ff02::1'],
    ['nowhere', '100::1'],
    ['documentation, in IPv6', '2001:db8::1'],
    ['documentation, in IPv6', '3fff::1'],
    ['measurements, in IPv6', '2001:2::1'],
    ['addresses nobody has given away', '4000::1'],
    ['no address', 'praxam.example'],
  ])('not %s, %s', async (_, address) => {
    expect(isGlobal(address)).toBe(false)
    const net = aNet([v4('93.184.215.14'), { address, family: 0 }])
    await expect(ask(net)).rejects.toThrow(AddressRefused)
    expect(net.request).not.toHaveBeenCalled()
  })

  test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a01:111:f100::1'])(
    '%s is asked',
    async (address) => {
      expect(isGlobal(address)).toBe(true)
      expect(await ask(aNet([v4(address)]))).toMatchObject({ status: 200 })
    },
  )

  test('not a name without any', async () => {
    await expect(ask(aNet([]))).rejects.toThrow('has a name without an address')
  })
})

test.each([
  ['https://learn.microsoft.com/en-us/x?view=y#z', undefined],
  ['https://learn.microsoft.com:443/', undefined],
  ['http://learn.microsoft.com/', 'does not begin with https://'],
  ['ftp://learn.microsoft.com/', 'does not begin with https://'],
  ['javascript:alert(1)', 'does not begin with https://'],
  ['file:///etc/passwd', 'does not begin with https://'],
  ['//learn.microsoft.com/', 'is not a whole address'],
  ['learn.microsoft.com', 'is not a whole address'],
  ['https://learn.microsoft.com/a b', 'is not a whole address'],
  ['https:\\\\learn.microsoft.com', 'is not a whole address'],
  ['https://learn.microsoft.com\u200b/', 'is not a whole address'],
  ['', 'is not a whole address'],
  ['https://ada@learn.microsoft.com/', 'holds a name or password'],
  ['https://:secret@learn.microsoft.com/', 'holds a name or password'],
  ['https://learn.microsoft.com:8443/', 'names a port'],
  ['https://learn.microsoft.com:80/', 'names a port'],
  ['https://127.0.0.1/', 'names a machine by its number'],
  ['https://8.8.8.8/', 'names a machine by its number'],
  ['https://0x7f.1/', 'names a machine by its number'],
  ['https://2130706433/', 'names a machine by its number'],
  ['https://[::1]/', 'names a machine by its number'],
  ['https://localhost/', 'names no host of the internet'],
  ['https://localhost./', 'names no host of the internet'],
  ['https://intranet/', 'names no host of the internet'],
])('the form of %j: %s', async (address, problem) => {
  expect(addressProblem(address)).toBe(problem)
  if (problem === undefined || !URL.canParse(address) || problem === 'is not a whole address') return
  const net = aNet([v4('93.184.215.14')])
  await expect(ask(net, address)).rejects.toThrow(problem)
  expect(net.resolve).not.toHaveBeenCalled()
})

test('the request goes to the addresses that were looked at, whatever the name server says next', async () => {
  const net = aNet([v4('93.184.215.14')], [v4('127.0.0.1')])
  await ask(net)
  expect(net.resolve).toHaveBeenCalledTimes(1)
  expect(net.request).toHaveBeenCalledWith(
    new URL('https://praxam.example/'),
    expect.objectContaining({ addresses: [v4('93.184.215.14')], method: 'HEAD' }),
  )
  await expect(ask(net)).rejects.toThrow('stands on 127.0.0.1, which is not on the public internet')
})

test('a name server or a site that does not answer is given up', async () => {
  const forever = () => new Promise<never>(() => undefined)
  const signal = () => AbortSignal.timeout(5)
  await expect(ask({ ...aNet(), resolve: forever }, 'https://praxam.example/', signal())).rejects.toThrow(/timeout/)
  await expect(ask({ ...aNet([v4('8.8.8.8')]), request: forever }, 'https://praxam.example/', signal())).rejects.toThrow(/timeout/)
})

test('the internet is asked at the given address under the name, which nobody looks up', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`https://nobody.invalid:${(server.address() as AddressInfo).port}/`)
  const hello = once(server, 'connection').then(async ([socket]) => {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return bytes.toString('latin1')
  })
  const asked = internet.request(url, { method: 'HEAD', addresses: [v4('127.0.0.1')], signal: never })
  await expect(asked).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await hello).toContain('nobody.invalid')
  server.close()
})
