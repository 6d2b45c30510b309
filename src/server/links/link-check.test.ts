import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkAddresses, type LinkCheckLimits, type LinkVerdict } from '#server/links/link-check.ts'
import type { ResponseHead, HttpMethod } from '#server/links/safe-fetch.ts'

type SimulatedResponse = Partial<ResponseHead> | 'timeout' | Error
/** Successive responses by address. The last one is repeated. */
type Sites = Record<string, SimulatedResponse[]>

const quick: LinkCheckLimits = { parallelRequestsMax: 4, gapMs: 500, timeoutMs: 20, retryMs: 5_000, retryMaxMs: 60_000 }
const home = 'https://a.example/'

/** A network with these sites. All have a public IP address, except `inside.example`. */
function aNetwork(sites: Sites) {
  const requests: string[] = []
  const waits: number[] = []
  const network = {
    resolve: async (host: string) => [{ address: host === 'inside.example' ? '192.168.0.10' : '93.184.215.14', family: 4 }],
    request: async ({ href }: URL, { method }: { method: HttpMethod }): Promise<ResponseHead> => {
      requests.push(method === 'GET' ? `GET ${href}` : href)
      const responses = sites[href] ?? [{ status: 404 }]
      const response = (responses.length > 1 ? responses.shift() : responses[0]) ?? {}
      if (response === 'timeout') return new Promise<never>(() => undefined)
      if (response instanceof Error) throw response
      return { status: 200, location: undefined, retryAfter: undefined, ...response }
    },
    wait: async (ms: number) => void waits.push(ms),
    now: () => new Date('2026-11-24T12:00:00Z'),
  }
  return { network, requests, waits }
}

async function check(sites: Sites, address = home): Promise<{ verdict: LinkVerdict | undefined; requests: string[]; waits: number[] }> {
  const { network, requests, waits } = aNetwork(sites)
  const verdicts = await checkAddresses([address], network, quick)
  return { verdict: verdicts.get(address), requests, waits: waits.filter((ms) => ms !== quick.gapMs) }
}

const to = (location: string, status = 302): SimulatedResponse[] => [{ status, location }]

describe('an address', () => {
  test('that responds is fine, and is requested once', async () => {
    expect(await check({ [home]: [{}] })).toEqual({ verdict: { kind: 'fine' }, requests: [home], waits: [] })
  })

  test.each([404, 410])('that responds with %i to HEAD and GET is dead', async (status) => {
    const { verdict, requests } = await check({ [home]: [{ status }] })
    expect([verdict, requests]).toEqual([{ kind: 'dead', reason: `responds with ${status}` }, [home, `GET ${home}`]])
  })

  test.each([404, 405, 501])('that responds with %i only to HEAD is fine', async (status) => {
    expect((await check({ [home]: [{ status }, {}] })).verdict).toEqual({ kind: 'fine' })
  })

  test.each([401, 403, 418])('that responds with %i is unclear', async (status) => {
    expect((await check({ [home]: [{ status }] })).verdict).toEqual({ kind: 'unclear', reason: `responds with ${status}` })
  })

  test('that does not respond in time is unclear', async () => {
    expect((await check({ [home]: ['timeout'] })).verdict).toEqual({ kind: 'unclear', reason: 'does not respond in time' })
  })

  test('that cannot be reached is unclear', async () => {
    const failure = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    expect((await check({ [home]: [failure] })).verdict).toEqual({ kind: 'unclear', reason: 'cannot be reached (ENOTFOUND)' })
  })

  test.each(['https://inside.example/', 'http://a.example/', 'https://10.0.0.1/', 'https://a.example:8080/'])(
    'like %s is not requested',
    async (address) => {
      const { verdict, requests } = await check({ [address]: [{}] }, address)
      expect([verdict?.kind, requests]).toEqual(['refused', []])
    },
  )

  test('does not hide our own errors', async () => {
    await expect(check({ [home]: [new TypeError('bug')] })).rejects.toThrow('bug')
  })
})

describe('a busy site', () => {
  test.each([
    ['after the default pause', undefined, 5_000],
    ['after its number of seconds', '7', 7_000],
    ['at its date', 'Tue, 24 Nov 2026 12:00:30 GMT', 30_000],
    ['immediately for a past date', 'Tue, 24 Nov 2026 11:00:00 GMT', 0],
    ['after at most a minute', '3600', 60_000],
    ['after the default pause for an invalid header', 'soon', 5_000],
  ])('is requested again %s', async (_, retryAfter, ms) => {
    expect(await check({ [home]: [{ status: 429, retryAfter }, {}] })).toEqual({
      verdict: { kind: 'fine' },
      requests: [home, home],
      waits: [ms],
    })
  })

  test('is requested at most twice', async () => {
    const { verdict, requests } = await check({ [home]: [{ status: 503 }] })
    expect([verdict, requests]).toEqual([{ kind: 'unclear', reason: 'responds with 503' }, [home, home]])
  })
})

describe('a redirect', () => {
  const b = 'https://b.example/'
  const c = 'https://c.example/'

  test('that is temporary is fine, and a permanent one is reported with the new address', async () => {
    expect((await check({ [home]: to(b), [b]: [{}] })).verdict).toEqual({ kind: 'fine' })
    expect((await check({ [home]: to('/new', 301), [`${home}new`]: [{}] })).verdict).toEqual({ kind: 'moved', to: `${home}new` })
    expect((await check({ [home]: to(b, 308), [b]: to(c, 301), [c]: [{}] })).verdict).toEqual({ kind: 'moved', to: c })
    expect((await check({ [home]: to(b, 301), [b]: to(c), [c]: [{}] })).verdict).toEqual({ kind: 'moved', to: b })
    expect((await check({ [home]: to(b), [b]: to(c, 301), [c]: [{}] })).verdict).toEqual({ kind: 'fine' })
  })

  test('to a missing page is dead', async () => {
    expect((await check({ [home]: to(b, 301) })).verdict).toEqual({ kind: 'dead', reason: 'responds with 404' })
  })

  test.each([
    ['https://inside.example/', 'which resolves to 192.168.0.10, which is not on the public internet'],
    ['http://b.example/', 'which does not start with https://'],
    ['https://169.254.169.254/latest/', 'which contains an IP address instead of a name'],
    ['https://[::1]/', 'which contains an IP address instead of a name'],
    ['https://b.example:8443/', 'which contains a port'],
    ['https://ada:secret@b.example/', 'which contains a user name or password'],
    ['file:///etc/passwd', 'which does not start with https://'],
  ])('to %s is not followed', async (location, reason) => {
    const { verdict, requests } = await check({ [home]: to(location), [location]: [{}] })
    expect([verdict, requests]).toEqual([{ kind: 'refused', reason: `redirects to ${location}, ${reason}` }, [home]])
  })

  test('in a loop is followed five times', async () => {
    const { verdict, requests } = await check({ [home]: to(b), [b]: to(home) })
    expect([verdict, requests.length]).toEqual([{ kind: 'unclear', reason: 'redirects more than 5 times' }, 6])
  })

  test('without an address is unclear', async () => {
    expect((await check({ [home]: [{ status: 302 }] })).verdict).toEqual({ kind: 'unclear', reason: 'responds with 302' })
    expect((await check({ [home]: to('https://') })).verdict).toEqual({ kind: 'unclear', reason: 'responds with 302' })
  })
})

describe('many addresses', () => {
  afterEach(() => void vi.useRealTimers())
  const addresses = Array.from({ length: 10 }, (_, i) => `${home}${i}`)

  test('are requested once each and reported in the given order', async () => {
    const { network, requests } = aNetwork(Object.fromEntries(addresses.map((address) => [address, [{}]])))
    const verdicts = await checkAddresses([...addresses, ...addresses], network, quick)
    expect([...verdicts]).toEqual(addresses.map((address) => [address, { kind: 'fine' }]))
    expect(requests.toSorted()).toEqual(addresses)
  })

  // Regression: a slow host received several requests at the same time.
  test('of one host are requested sequentially with a pause, and other hosts in parallel up to the limit', async () => {
    vi.useFakeTimers({ now: 0 })
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const startedAt: number[] = []
    let open = 0
    let openMax = 0
    const { network } = aNetwork({})
    const slow = {
      ...network,
      wait: sleep,
      request: async ({ hostname }: URL): Promise<ResponseHead> => {
        if (hostname === 'a.example') startedAt.push(Date.now())
        openMax = Math.max(openMax, ++open)
        await sleep(200)
        open -= 1
        return { status: 200, location: undefined, retryAfter: undefined }
      },
    }
    const others = Array.from({ length: 8 }, (_, i) => `https://h${i}.example/`)
    const checked = checkAddresses([...others, ...addresses.slice(0, 4)], slow, { ...quick, parallelRequestsMax: 3, timeoutMs: 60_000 })
    await vi.runAllTimersAsync()
    await checked
    expect(openMax).toBe(3)
    // Three rounds of three requests include the eight other hosts and the first of these addresses.
    expect(startedAt).toEqual([400, 1_100, 1_800, 2_500])
  })

  test('of a host that does not respond are requested sequentially, too', async () => {
    const { network, requests, waits } = aNetwork(Object.fromEntries(addresses.map((address) => [address, ['timeout' as const]])))
    const verdicts = await checkAddresses(addresses.slice(0, 3), network, quick)
    expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['unclear', 'unclear', 'unclear'])
    expect([requests, waits]).toEqual([addresses.slice(0, 3), [500, 500, 500]])
  })
})
