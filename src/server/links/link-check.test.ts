import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkAddresses } from '#server/links/link-check.ts'
import type { Manners, Verdict } from '#server/links/link-check.ts'
import type { Answer, Method } from '#server/links/safe-fetch.ts'

type Reply = Partial<Answer> | 'silence' | Error
/** Replies by address, one after another; the last one stays. */
type Sites = Record<string, Reply[]>

const quick: Manners = { requestsAtOnce: 4, gapMs: 500, timeoutMs: 20, retryMs: 5_000, retryMaxMs: 60_000 }
const home = 'https://a.example/'

/** A world with these sites, all on a public address, but `inside.example` is on a private one. */
function aWorld(sites: Sites) {
  const asked: string[] = []
  const waits: number[] = []
  const world = {
    resolve: async (host: string) => [{ address: host === 'inside.example' ? '192.168.0.10' : '93.184.215.14', family: 4 }],
    request: async ({ href }: URL, { method }: { method: Method }): Promise<Answer> => {
      asked.push(method === 'GET' ? `GET ${href}` : href)
      const replies = sites[href] ?? [{ status: 404 }]
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? {}
      if (reply === 'silence') return new Promise<never>(() => undefined)
      if (reply instanceof Error) throw reply
      return { status: 200, location: undefined, retryAfter: undefined, ...reply }
    },
    wait: async (ms: number) => void waits.push(ms),
    now: () => new Date('2026-11-24T12:00:00Z'),
  }
  return { world, asked, waits }
}

async function check(sites: Sites, address = home): Promise<{ verdict: Verdict | undefined; asked: string[]; waits: number[] }> {
  const { world, asked, waits } = aWorld(sites)
  const verdicts = await checkAddresses([address], world, quick)
  return { verdict: verdicts.get(address), asked, waits: waits.filter((ms) => ms !== quick.gapMs) }
}

const to = (location: string, status = 302): Reply[] => [{ status, location }]

describe('an address', () => {
  test('that answers is fine, and asked once', async () => {
    expect(await check({ [home]: [{}] })).toEqual({ verdict: { kind: 'fine' }, asked: [home], waits: [] })
  })

  test.each([404, 410])('that answers %i to HEAD and GET is dead', async (status) => {
    const { verdict, asked } = await check({ [home]: [{ status }] })
    expect([verdict, asked]).toEqual([{ kind: 'dead', reason: `answers ${status}` }, [home, `GET ${home}`]])
  })

  test.each([404, 405, 501])('that answers %i to HEAD alone is fine', async (status) => {
    expect((await check({ [home]: [{ status }, {}] })).verdict).toEqual({ kind: 'fine' })
  })

  test.each([401, 403, 418])('that answers %i is unclear', async (status) => {
    expect((await check({ [home]: [{ status }] })).verdict).toEqual({ kind: 'unclear', reason: `answers ${status}` })
  })

  test('that does not answer in time is unclear', async () => {
    expect((await check({ [home]: ['silence'] })).verdict).toEqual({ kind: 'unclear', reason: 'does not answer in time' })
  })

  test('that cannot be reached is unclear', async () => {
    const failure = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    expect((await check({ [home]: [failure] })).verdict).toEqual({ kind: 'unclear', reason: 'cannot be reached (ENOTFOUND)' })
  })

  test.each(['https://inside.example/', 'http://a.example/', 'https://10.0.0.1/', 'https://a.example:8080/'])(
    'like %s is not asked',
    async (address) => {
      const { verdict, asked } = await check({ [address]: [{}] }, address)
      expect([verdict?.kind, asked]).toEqual(['refused', []])
    },
  )

  test('leaves defects of ours to be found', async () => {
    await expect(check({ [home]: [new TypeError('ours')] })).rejects.toThrow('ours')
  })
})

describe('a busy site', () => {
  test.each([
    ['after a moment', undefined, 5_000],
    ['when it says, in seconds', '7', 7_000],
    ['when it says, as a date', 'Tue, 24 Nov 2026 12:00:30 GMT', 30_000],
    ['at once for a date that has been', 'Tue, 24 Nov 2026 11:00:00 GMT', 0],
    ['after a minute where it asks for an hour', '3600', 60_000],
    ['after a moment where it says nothing that can be read', 'soon', 5_000],
  ])('is asked again %s', async (_, retryAfter, ms) => {
    expect(await check({ [home]: [{ status: 429, retryAfter }, {}] })).toEqual({
      verdict: { kind: 'fine' },
      asked: [home, home],
      waits: [ms],
    })
  })

  test('is asked twice at most', async () => {
    const { verdict, asked } = await check({ [home]: [{ status: 503 }] })
    expect([verdict, asked]).toEqual([{ kind: 'unclear', reason: 'answers 503' }, [home, home]])
  })
})

describe('a redirect', () => {
  const b = 'https://b.example/'
  const c = 'https://c.example/'

  test('for a while is fine, one for good is named with the new address', async () => {
    expect((await check({ [home]: to(b), [b]: [{}] })).verdict).toEqual({ kind: 'fine' })
    expect((await check({ [home]: to('/new', 301), [`${home}new`]: [{}] })).verdict).toEqual({ kind: 'moved', to: `${home}new` })
    expect((await check({ [home]: to(b, 308), [b]: to(c, 301), [c]: [{}] })).verdict).toEqual({ kind: 'moved', to: c })
    expect((await check({ [home]: to(b, 301), [b]: to(c), [c]: [{}] })).verdict).toEqual({ kind: 'moved', to: b })
    expect((await check({ [home]: to(b), [b]: to(c, 301), [c]: [{}] })).verdict).toEqual({ kind: 'fine' })
  })

  test('to nothing is dead', async () => {
    expect((await check({ [home]: to(b, 301) })).verdict).toEqual({ kind: 'dead', reason: 'answers 404' })
  })

  test.each([
    ['https://inside.example/', 'which stands on 192.168.0.10, which is not on the public internet'],
    ['http://b.example/', 'which does not begin with https://'],
    ['https://169.254.169.254/latest/', 'which names a machine by its number'],
    ['https://[::1]/', 'which names a machine by its number'],
    ['https://b.example:8443/', 'which names a port'],
    ['https://ada:secret@b.example/', 'which holds a name or password'],
    ['file:///etc/passwd', 'which does not begin with https://'],
  ])('to %s is not followed', async (location, reason) => {
    const { verdict, asked } = await check({ [home]: to(location), [location]: [{}] })
    expect([verdict, asked]).toEqual([{ kind: 'refused', reason: `leads to ${location}, ${reason}` }, [home]])
  })

  test('that goes in a circle is left after five', async () => {
    const { verdict, asked } = await check({ [home]: to(b), [b]: to(home) })
    expect([verdict, asked.length]).toEqual([{ kind: 'unclear', reason: 'leads on more than 5 times' }, 6])
  })

  test('to no address is unclear', async () => {
    expect((await check({ [home]: [{ status: 302 }] })).verdict).toEqual({ kind: 'unclear', reason: 'answers 302' })
    expect((await check({ [home]: to('https://') })).verdict).toEqual({ kind: 'unclear', reason: 'answers 302' })
  })
})

describe('many addresses', () => {
  afterEach(() => void vi.useRealTimers())
  const addresses = Array.from({ length: 10 }, (_, i) => `${home}${i}`)

  test('are asked once each and answered in the order given', async () => {
    const { world, asked } = aWorld(Object.fromEntries(addresses.map((address) => [address, [{}]])))
    const verdicts = await checkAddresses([...addresses, ...addresses], world, quick)
    expect([...verdicts]).toEqual(addresses.map((address) => [address, { kind: 'fine' }]))
    expect(asked.toSorted()).toEqual(addresses)
  })

  // Found in review: a host that was slow to answer had several requests at once.
  test('of one host are asked one after another with a gap between, of others at once, but never too many', async () => {
    vi.useFakeTimers({ now: 0 })
    const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const startedAt: number[] = []
    let open = 0
    let openMax = 0
    const { world } = aWorld({})
    const slow = {
      ...world,
      wait: sleep,
      request: async ({ hostname }: URL): Promise<Answer> => {
        if (hostname === 'a.example') startedAt.push(Date.now())
        openMax = Math.max(openMax, ++open)
        await sleep(200)
        open -= 1
        return { status: 200, location: undefined, retryAfter: undefined }
      },
    }
    const others = Array.from({ length: 8 }, (_, i) => `https://h${i}.example/`)
    const checked = checkAddresses([...others, ...addresses.slice(0, 4)], slow, { ...quick, requestsAtOnce: 3, timeoutMs: 60_000 })
    await vi.runAllTimersAsync()
    await checked
    expect(openMax).toBe(3)
    // Three rounds of three take the others and the first of these.
    expect(startedAt).toEqual([400, 1_100, 1_800, 2_500])
  })

  test('of a host that does not answer are asked one after another, too', async () => {
    const { world, asked, waits } = aWorld(Object.fromEntries(addresses.map((address) => [address, ['silence' as const]])))
    const verdicts = await checkAddresses(addresses.slice(0, 3), world, quick)
    expect([...verdicts.values()].map(({ kind }) => kind)).toEqual(['unclear', 'unclear', 'unclear'])
    expect([asked, waits]).toEqual([addresses.slice(0, 3), [500, 500, 500]])
  })
})
