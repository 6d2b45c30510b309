import type { APIRequestContext } from '@playwright/test'
import sharp from 'sharp'
import { languages, splitLanguage } from '#exam/languages.ts'
import { expect, test } from '#tests/journeys/fixtures.ts'
import { findProblems, typesIn } from '#tests/schema-org.ts'

/** What a crawler reads in the head of a page. */
type Head = {
  title: string
  meta: ReadonlyMap<string, string>
  canonical: string[]
  /** Addresses by language. */
  alternates: ReadonlyMap<string, string>
  /** Contents of the scripts with structured data. */
  data: string[]
}

const plain = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

function readHead(html: string): Head {
  const [head = ''] = html.split('</head>', 1)
  const elements = [...head.matchAll(/<(meta|link) ([^>]*)>/g)].map(([, , attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), plain(value)]),
    ),
  )
  const named = elements.flatMap((one) =>
    (one['name'] ?? one['property']) ? [[one['name'] ?? one['property'] ?? '', one['content'] ?? '']] : [],
  )
  return {
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta: new Map(named as [string, string][]),
    canonical: elements.filter(({ rel }) => rel === 'canonical').map(({ href = '' }) => href),
    alternates: new Map(
      elements.flatMap(({ rel, hreflang, href = '' }) =>
        rel === 'alternate' && hreflang !== undefined ? [[hreflang, href] as const] : [],
      ),
    ),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, content = '']) => content),
  }
}

async function listPublicPaths(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

async function readPages(request: APIRequestContext, paths: readonly string[]): Promise<Map<string, Head>> {
  const pages = new Map<string, Head>()
  for (const path of paths) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['x-robots-tag'], path).toBeUndefined()
    pages.set(path, readHead(await answer.text()))
  }
  return pages
}

const pathOf = (address: string | undefined) => new URL(address ?? '').pathname
const languageOf = (path: string) => splitLanguage(path).language

test.describe('A search engine', () => {
  test('finds the metadata of each public page, valid and different from every other', async ({ request }) => {
    const paths = await listPublicPaths(request)
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/certifications', '/certifications/mb-800', '/privacy', '/fr', '/fr/certifications/mb-800']),
    )
    const pages = await readPages(request, paths)
    for (const [path, { title, meta, canonical, data }] of pages) {
      expect.soft(canonical.map(pathOf), path).toEqual([path])
      expect.soft(meta.get('robots'), path).toBe('index, follow')
      expect.soft(title, path).toMatch(path.startsWith('/seo/') ? /^.{10,90}$/ : /^.{10,70}$/)
      expect.soft(meta.get('description'), path).toMatch(/^.{50,170}$/)
      expect.soft(pathOf(meta.get('og:url')), path).toBe(path)
      expect.soft(meta.get('og:title'), path).toBe(title)
      expect.soft(meta.get('og:locale'), path).toBe(languageOf(path) === 'fr' ? 'fr_FR' : 'en_US')
      for (const content of data) expect.soft(findProblems(content), path).toEqual([])
    }
    // Titles are compared within each language, because the names of exams are the same in every language.
    for (const language of languages) {
      const own = [...pages].filter(([path]) => languageOf(path) === language).map(([, head]) => head)
      expect(new Set(own.map(({ title }) => title)).size).toBe(own.length)
      expect(new Set(own.map(({ meta }) => meta.get('description'))).size).toBe(own.length)
    }
  })

  test('learns the type of content of a page', async ({ request }) => {
    const pages = await readPages(request, ['/', '/certifications', '/certifications/mb-800', '/certifications/mb-200', '/exam/mb-800'])
    const types = [...pages].map(([path, { data }]) => [path, data.map(typesIn)])
    expect(types).toEqual([
      ['/', [['WebSite', 'Organization']]],
      ['/certifications', [['CollectionPage', 'BreadcrumbList', 'Organization']]],
      ['/certifications/mb-800', [['EducationalOccupationalCredential', 'Quiz', 'BreadcrumbList', 'Organization']]],
      ['/certifications/mb-200', [['EducationalOccupationalCredential', 'Quiz', 'BreadcrumbList', 'Organization']]],
      // The exam page has no structured data, because the certification page describes both.
      ['/exam/mb-800', []],
    ])
    expect(pages.get('/exam/mb-800')?.canonical.map(pathOf)).toEqual(['/certifications/mb-800'])
    const guides = (await listPublicPaths(request)).filter((path) => path.startsWith('/seo/'))
    for (const [path, { data }] of await readPages(request, guides))
      expect(data.map(typesIn), path).toEqual([[expect.stringMatching(/^(FAQPage|Article)$/), 'BreadcrumbList', 'Organization']])
  })

  test('finds the same page in the other language, and back', async ({ request }) => {
    const pages = await readPages(request, await listPublicPaths(request))
    const inTwo = [...pages].filter(([, { alternates }]) => alternates.size > 0)
    expect(inTwo.map(([path]) => path)).toEqual([...pages.keys()].filter((path) => !path.startsWith('/seo/')))
    for (const [path, { alternates }] of inTwo) {
      expect([...alternates.keys()], path).toEqual(['en', 'fr', 'x-default'])
      expect(pathOf(alternates.get(languageOf(path))), path).toBe(path)
      expect(alternates.get('x-default')).toBe(alternates.get('en'))
      for (const address of alternates.values()) expect(pages.get(pathOf(address))?.alternates, path).toEqual(alternates)
    }
  })

  test('finds a share image for every page', async ({ request }) => {
    const pages = await readPages(request, await listPublicPaths(request))
    const cards = new Set([...pages.values()].map(({ meta }) => pathOf(meta.get('og:image'))))
    expect(cards.size).toBeGreaterThan(13)
    for (const card of cards) {
      const answer = await request.get(card)
      expect(answer.status(), card).toBe(200)
      expect(await sharp(await answer.body()).metadata(), card).toMatchObject({ format: 'png', width: 1200, height: 630 })
    }
  })

  test.describe('is kept out of', () => {
    for (const path of ['/login', '/login/email', '/signup', '/reset-password', '/nothing/here', '/certifications/zz-999', '/seo/nothing'])
      test(path, async ({ request }) => {
        const answer = await request.get(path)
        const html = await answer.text()
        expect(readHead(html).canonical).toEqual([])
        expect(html.match(/<meta name="robots"[^>]*>/g)).toEqual(['<meta name="robots" content="noindex"/>'])
        expect(answer.status() === 404 || answer.headers()['x-robots-tag'] === 'noindex').toBe(true)
      })

    for (const path of ['/api/certifications', '/api/viewer', '/certifications.data', '/health/live'])
      test(path, async ({ request }) => {
        expect((await request.get(path)).headers()['x-robots-tag']).toBe('noindex')
      })
  })
})

test('A visitor who continues leaves no metadata of the previous page', async ({ page }) => {
  await page.goto('/certifications/mb-800')
  const canonical = page.locator('link[rel=canonical]')
  const data = page.locator('script[type="application/ld+json"]')
  await expect(canonical).toHaveAttribute('href', /\/certifications\/mb-800$/)
  await page.getByRole('link', { name: 'Certifications', exact: true }).first().click()
  await expect(canonical).toHaveAttribute('href', /\/certifications$/)
  await expect(data).toHaveCount(1)
  expect(typesIn((await data.textContent()) ?? '')).toContain('CollectionPage')
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /praxam\.png$/)
  await expect(page.locator('link[rel=alternate][type]')).toHaveCount(0)
  await expect(page.locator('link[hreflang=fr]')).toHaveAttribute('href', /\/fr\/certifications$/)
})
