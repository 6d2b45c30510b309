import { describe, expect, test } from 'vitest'
import { buildHeader, openSiteCopy } from './site-copy.ts'

const origin = 'https://praxam.example'
const day = 24 * 3_600_000

/** Caches as browsers have them, in memory. `room` is how many answers they hold in all. */
function makeCaches(room = Infinity): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()
  const count = () => [...stores.values()].reduce((sum, store) => sum + store.size, 0)
  const pathOf = (asked: RequestInfo) => (typeof asked === 'string' ? asked : asked.url).replace(origin, '')
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (asked: RequestInfo) => store.get(pathOf(asked))?.clone(),
      matchAll: async () => [...store.values()].map((answer) => answer.clone()),
      put: async (asked: RequestInfo, answer: Response) => {
        store.delete(pathOf(asked))
        if (count() >= room) throw new DOMException('No room', 'QuotaExceededError')
        store.set(pathOf(asked), answer)
      },
      delete: async (asked: RequestInfo) => store.delete(pathOf(asked)),
      keys: async () => [...store.keys()].map((path) => ({ url: origin + path })),
    }
  }
  const match = async (asked: RequestInfo) => {
    for (const name of stores.keys()) {
      const found = await (await open(name)).match(asked)
      if (found) return found
    }
    return undefined
  }
  return {
    open,
    match,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage
}

type Page = { status?: number; html?: string; build?: string; caching?: string }

/** A site on which every page is there, unless said otherwise, and says which build made it. */
function makeSite(build: string, special: Record<string, Page | 'unreachable'> = {}) {
  const asked: string[] = []
  const fetch = async (path: string) => {
    asked.push(path)
    const page = special[path] ?? {}
    if (page === 'unreachable') throw new TypeError('Failed to fetch')
    const html = page.html ?? `<title>${path}</title> made by ${build}`
    return new Response(html, {
      status: page.status ?? 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': page.caching ?? 'public, no-cache',
        [buildHeader]: page.build ?? build,
      },
    })
  }
  return { build, fetch, asked, special }
}

function open(caches: CacheStorage, { build, fetch }: ReturnType<typeof makeSite>, now = () => 0) {
  return openSiteCopy({ caches, fetch, build, files: [`/assets/own-${build}.js`, '/mark.svg'], now })
}

const textOf = async (answer: Promise<Response | undefined>) => (await answer)?.text()

describe('a page', () => {
  test('enters with what its exam needs: images, and the page behind it', async () => {
    const image = '/storage/questions/question-images/a.png'
    const site = makeSite('b1', { '/exam/mb-800': { html: `<img src="${image}">` } })
    const copy = open(makeCaches(), site)
    await copy.fetchPage('/exam/mb-800')
    expect(await textOf(copy.findPage('/exam/mb-800'))).toContain(image)
    expect(await copy.findImage(image)).toBeDefined()
    expect(await copy.findPage('/certifications/mb-800')).toBeDefined()
  })

  test.each([
    ['is for one person', { caching: 'no-store' }],
    ['is of another build than the files here', { build: 'b2' }],
    ['failed', { status: 500 }],
  ])('stays out when it %s', async (_, page) => {
    const copy = open(makeCaches(), makeSite('b1', { '/terms': page }))
    await copy.fetchPage('/terms')
    expect(await copy.findPage('/terms')).toBeUndefined()
  })

  test('stays out when it answers for another address: nobody can be shown that', async () => {
    const copy = open(makeCaches(), makeSite('b1'))
    const answer = await makeSite('b1').fetch('/terms')
    Object.defineProperty(answer, 'redirected', { value: true })
    await copy.takePage('/terms', answer)
    expect(await copy.findPage('/terms')).toBeUndefined()
  })

  test('leaves when there is none any more', async () => {
    const site = makeSite('b1')
    const copy = open(makeCaches(), site)
    await copy.fetchPage('/terms')
    site.special['/terms'] = { status: 404 }
    await copy.fetchPage('/terms')
    expect(await copy.findPage('/terms')).toBeUndefined()
  })

  test('that lists one family is replaced by the list of all', async () => {
    const copy = open(makeCaches(), makeSite('b1'))
    await copy.fetchPage('/certifications')
    expect(await textOf(copy.findPage('/certifications?family=ERP'))).toContain('/certifications')
  })

  test('goes when two dozen others were opened since, unless its exam is kept', async () => {
    const copy = open(makeCaches(), makeSite('b1'))
    await copy.keepExam('mb-800')
    await copy.fetchPage('/terms')
    for (let i = 0; i < 24; i++) await copy.fetchPage(`/seo/guide-${i}`)
    expect(await copy.findPage('/terms')).toBeUndefined()
    expect(await copy.findPage('/seo/guide-0')).toBeDefined()
    expect(await copy.findPage('/exam/mb-800')).toBeDefined()
  })

  test('of today takes the room of earlier ones when there is no other', async () => {
    const copy = open(makeCaches(12), makeSite('b1'))
    for (let i = 0; i < 20; i++) await copy.fetchPage(`/seo/guide-${i}`)
    expect(await copy.findPage('/seo/guide-19')).toBeDefined()
    expect(await copy.findPage('/seo/guide-0')).toBeUndefined()
  })
})

describe('a kept exam', () => {
  test('is noted with its size and its day, until it is removed', async () => {
    const copy = open(makeCaches(), makeSite('b1'), () => 5)
    expect(await copy.keepExam('mb-800')).toBeUndefined()
    expect(await copy.listKept()).toEqual([{ id: 'mb-800', keptAt: 5, bytes: expect.any(Number) as number }])
    const places = ['/exam/mb-800', '/exam/mb-800/build', '/exam/mb-800/review', '/certifications/mb-800']
    for (const place of places) expect(await copy.findPage(place)).toBeDefined()
    await copy.removeExam('mb-800')
    expect(await copy.listKept()).toEqual([])
    for (const place of places) expect(await copy.findPage(place)).toBeUndefined()
  })

  test.each([
    ['unreachable', { '/exam/mb-800': 'unreachable' }],
    ['unreachable', { '/certifications/mb-800': { status: 503 } }],
    ['unreachable', { '/exam/mb-800': { build: 'b2' } }],
    ['missing', { '/exam/mb-800': { status: 404 } }],
    ['unreachable', { '/exam/mb-800': { html: '/pictures/a.png' }, '/pictures/a.png': 'unreachable' }],
  ] as const)('is not noted when it is not whole: %s', async (problem, special) => {
    const copy = open(makeCaches(), makeSite('b1', special))
    expect(await copy.keepExam('mb-800')).toBe(problem)
    expect(await copy.listKept()).toEqual([])
  })

  test('is not noted when there is no room', async () => {
    const copy = open(makeCaches(1), makeSite('b1'))
    expect(await copy.keepExam('mb-800')).toBe('full')
    expect(await copy.listKept()).toEqual([])
  })

  test('may lack an image that is nowhere', async () => {
    const copy = open(makeCaches(), makeSite('b1', { '/exam/mb-800': { html: '/pictures/a.png' }, '/pictures/a.png': { status: 404 } }))
    expect(await copy.keepExam('mb-800')).toBeUndefined()
  })

  test('is as of the day on which its page was last fetched, and is to be looked at after one day', async () => {
    let now = 0
    const copy = open(makeCaches(), makeSite('b1'), () => now)
    await copy.keepExam('mb-800')
    now = day
    expect(await copy.findAged()).toBeUndefined()
    now += 1
    expect((await copy.findAged())?.id).toBe('mb-800')
    await copy.fetchPage('/exam/mb-800')
    expect(await copy.findAged()).toBeUndefined()
  })

  test('is named by its title among those that can be practised', async () => {
    const copy = open(makeCaches(), makeSite('b1', { '/exam/mb-800': { html: '<title>Business &amp; more</title>' } }))
    await copy.keepExam('mb-800')
    expect(await copy.listExams()).toEqual([{ place: '/exam/mb-800', title: 'Business &amp; more' }])
  })
})

describe('a release', () => {
  test('brings its files, the pages for want of a network, and anew every page that was here', async () => {
    const caches = makeCaches()
    const first = open(caches, makeSite('b1'))
    await first.takeRelease()
    await first.keepExam('mb-800')
    await first.fetchPage('/terms')
    const second = open(caches, makeSite('b2'))
    await second.takeRelease()
    for (const path of ['/offline', '/offline/simulation', '/', '/certifications', '/exam/mb-800', '/terms'])
      expect(await textOf(second.findPage(path))).toContain('made by b2')
    expect(await textOf(first.findPage('/terms')), 'until it takes over').toContain('made by b1')
  })

  test('keeps files of a build whose pages are open, and lets go of others', async () => {
    const caches = makeCaches()
    for (const build of ['b1', 'b2', 'b3']) await open(caches, makeSite(build)).takeRelease()
    const copy = open(caches, makeSite('b3'))
    expect(await copy.hasEarlierFiles()).toBe(true)
    await copy.tidy(undefined)
    expect(await copy.findFile('/assets/own-b1.js'), 'nobody knows who is there').toBeDefined()
    await copy.tidy(new Set(['b2']))
    expect(await copy.findFile('/assets/own-b1.js')).toBeUndefined()
    expect(await copy.findFile('/assets/own-b2.js')).toBeDefined()
    await copy.tidy(new Set())
    expect(await copy.hasEarlierFiles()).toBe(false)
    expect(await copy.findFile('/assets/own-b3.js')).toBeDefined()
  })

  test.each([
    ['a file is missing', { '/assets/own-b2.js': { status: 404 } }],
    ['the site goes away', { '/certifications': 'unreachable' }],
    ['an earlier release still answers', { '/terms': { build: 'b1' } }],
    ['a proxy has nobody to ask', { '/terms': { status: 502 } }],
  ] as const)('does not take over when %s', async (_, special) => {
    const caches = makeCaches()
    await open(caches, makeSite('b1')).fetchPage('/terms')
    await expect(open(caches, makeSite('b2', special)).takeRelease()).rejects.toThrow(/./)
  })

  // Found in review: such a page was left out, the new worker took over and let go of the old one, and the note said that it was kept.
  test.each([
    ['fails', { '/exam/mb-800': { status: 500 } }],
    ['is asked for too often', { '/exam/mb-800/review': { status: 429 } }],
    ['is for one person', { '/certifications/mb-800': { caching: 'no-store' } }],
    ['lacks an image', { '/exam/mb-800': { html: '/pictures/a.png' }, '/pictures/a.png': 'unreachable' }],
  ] as const)('does not take over when a page of a kept exam %s', async (_, special) => {
    const caches = makeCaches()
    const first = open(caches, makeSite('b1'), () => 5)
    await first.keepExam('mb-800')
    await expect(open(caches, makeSite('b2', special), () => 6).takeRelease()).rejects.toThrow('is kept')
    expect(await textOf(first.findPage('/exam/mb-800'))).toContain('made by b1')
    expect(await first.listKept(), 'as of the page that is shown').toMatchObject([{ keptAt: 5 }])
    const ofIt = (await caches.keys()).filter((name) => name.endsWith('-b2'))
    expect(ofIt, 'nothing takes the room of the next release').toEqual([])
    const later = open(caches, makeSite('b2'), () => 7)
    await later.takeRelease()
    expect(await textOf(later.findPage('/exam/mb-800'))).toContain('made by b2')
    expect(await later.listKept()).toMatchObject([{ keptAt: 7 }])
  })

  test('does not take over when there is no room for a kept exam, which stays whole as it was', async () => {
    const image = '/pictures/a.png'
    const first = makeSite('b1', { '/exam/mb-800': { html: image } })
    const caches = makeCaches(20)
    const copy = open(caches, first)
    await copy.takeRelease()
    expect(await copy.keepExam('mb-800')).toBeUndefined()
    await expect(open(caches, makeSite('b2')).takeRelease()).rejects.toThrow('full')
    expect(await textOf(copy.findPage('/exam/mb-800'))).toBe(image)
    expect(await copy.findImage(image)).toBeDefined()
  })

  test('takes over without a page that was only opened, should it fail', async () => {
    const caches = makeCaches()
    await open(caches, makeSite('b1')).fetchPage('/terms')
    const copy = open(caches, makeSite('b2', { '/terms': { status: 500 } }))
    await copy.takeRelease()
    expect(await copy.findPage('/terms')).toBeUndefined()
  })

  test.each([404, 410])('forgets an exam that is no longer there: %i', async (status) => {
    const caches = makeCaches()
    await open(caches, makeSite('b1')).keepExam('mb-800')
    const copy = open(caches, makeSite('b2', { '/exam/mb-800': { status } }))
    await copy.takeRelease()
    expect(await copy.listKept()).toEqual([])
  })

  test('leaves images that no page shows any more behind', async () => {
    const caches = makeCaches()
    const special = { '/exam/mb-800': { html: '/pictures/a.png /pictures/b.png' } }
    await open(caches, makeSite('b1', special)).keepExam('mb-800')
    const copy = open(caches, makeSite('b2', { '/exam/mb-800': { html: '/pictures/b.png' } }))
    await copy.takeRelease()
    await copy.tidy(new Set())
    expect(await copy.findImage('/pictures/a.png')).toBeUndefined()
    expect(await copy.findImage('/pictures/b.png')).toBeDefined()
  })
})
