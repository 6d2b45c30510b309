import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadContent } from '#server/bank/load-content.ts'
import type { Guide } from '#server/guides/guides.ts'
import { ThemeColors } from '#web/layout/theme-colors.tsx'
import { loader as robots } from '#web/seo/robots.ts'
import { loader as sitemap } from '#web/seo/sitemap.ts'
import { contentFolder, openTestServices, type TestServices } from '#tests/services.ts'
import { callRoute, type Handler } from '#tests/site-routes.ts'
import { openVisitor } from '#tests/visitor.ts'

const origin = 'https://praxam.example'
const publicFolder = join(import.meta.dirname, '../../../public')
let services: TestServices

beforeAll(async () => {
  services = await openTestServices({ publicOrigin: origin })
  await loadContent(services.db, contentFolder, new Date())
})
afterAll(() => services.close())

async function get(loader: Handler, address: string, values: Partial<TestServices> = {}): Promise<Response> {
  return (await callRoute(services, openVisitor(services), loader, { pattern: address, address, values })) as Response
}

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

/** Parses XML strictly, but supports only the syntax of a sitemap. */
function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const token = /<(\/?)([a-z:]+)((?: [a-z:]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>|([^<>&]|&(?:amp|lt|gt|quot);)+/gy
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const found = token.exec(body)
    if (!found) throw new Error(`Not well-formed: ${body.slice(at, at + 80)}`)
    const [text, closing, name = '', attributes = '', empty] = found
    const parent = open.at(-1) ?? root
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`)
    } else if (name) {
      const entries = [...attributes.matchAll(/([a-z:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescape(value)])
      const element = { name, attributes: Object.fromEntries(entries) as Record<string, string>, children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    } else parent.text += unescape(text)
  }
  const [urlset, ...more] = root.children
  if (!urlset || more.length > 0 || open.length > 1 || root.text.trim()) throw new Error('Not one element')
  return urlset
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

type Listed = { loc: string; lastmod: string | undefined; alternates: Record<string, string> }

/** The pages of a sitemap. Fails when the sitemap does not follow the schema of sitemaps.org. */
async function readSitemap(values: Partial<TestServices> = {}): Promise<Listed[]> {
  const response = await get(sitemap, '/sitemap.xml', values)
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const urlset = readXml(await response.text())
  expect([urlset.name, urlset.attributes]).toEqual([
    'urlset',
    { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9', 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' },
  ])
  return urlset.children.map(({ name, children }) => {
    expect([name, ...children.map((child) => child.name)].join(' ')).toMatch(/^url loc(?: lastmod)?(?: xhtml:link)*$/)
    const links = children.filter((child) => child.name === 'xhtml:link').map(({ attributes }) => attributes)
    for (const { rel } of links) expect(rel).toBe('alternate')
    const text = (wanted: string) => children.find((child) => child.name === wanted)?.text
    return {
      loc: text('loc') ?? '',
      lastmod: text('lastmod'),
      alternates: Object.fromEntries(links.map(({ hreflang = '', href = '' }) => [hreflang, href])),
    }
  })
}

const aGuide = (values: Partial<Guide>) => ({ published: '2026-10-01', modified: '2026-11-20', counterpart: null, ...values }) as Guide

describe('the sitemap', () => {
  test('lists every public page once, without practice, account and administration pages', async () => {
    const { guides } = services
    const paths = (await readSitemap()).map(({ loc }) => loc.slice(origin.length))
    const { db } = services
    const ids = (await db.selectFrom('certifications').select('id').execute()).map(({ id }) => id)
    expect(ids).toHaveLength(18)
    const english = [
      '/certifications',
      ...ids.map((id) => `/certifications/${id}`),
      '/privacy',
      '/readiness',
      '/terms',
      '/contact',
      '/legal-notice',
    ]
    const french = english.map((path) => `/fr${path}`)
    expect(paths.toSorted()).toEqual(['/', ...english, '/fr', ...french, ...guides.map(({ slug }) => `/seo/${slug}`)].toSorted())
  })

  test('has the day of the last change of each page, never in the future', async () => {
    const guides = [aGuide({ slug: 'quiz-mb-910', modified: '2026-10-05' }), aGuide({ slug: 'early', modified: '2999-01-01' })]
    const pages = await readSitemap({ guides })
    const today = new Date().toISOString().slice(0, 10)
    // A page with the operator's settings has no date.
    const dated = pages.filter(({ loc }) => !loc.endsWith('/legal-notice'))
    for (const { loc, lastmod } of dated) expect([loc, lastmod]).toEqual([loc, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
    for (const { lastmod = '' } of pages) expect(lastmod <= today).toBe(true)
    const dayOf = (path: string) => pages.find(({ loc }) => loc === origin + path)?.lastmod
    const days = pages.filter(({ loc }) => loc.includes('/certifications/')).map(({ lastmod = '' }) => lastmod)
    expect([dayOf('/seo/quiz-mb-910'), dayOf('/seo/early')]).toEqual(['2026-10-05', '2026-10-01'])
    expect(dayOf('/')).toBe(days.toSorted().at(-1))
    expect(dayOf('/certifications')).toBe(dayOf('/'))
  })

  test('lists each page in both languages on both, but guides alone', async () => {
    const pages = await readSitemap({ guides: [aGuide({ slug: 'quiz-mb-910', counterpart: '/certifications/mb-910' })] })
    const alternatesOf = (path: string) => pages.find(({ loc }) => loc === origin + path)?.alternates
    const en = `${origin}/certifications/mb-910`
    const fr = `${origin}/fr/certifications/mb-910`
    expect(alternatesOf('/certifications/mb-910')).toEqual({ en, fr, 'x-default': en })
    expect(alternatesOf('/fr/certifications/mb-910')).toEqual({ en, fr, 'x-default': en })
    expect(alternatesOf('/fr')).toEqual({ en: `${origin}/`, fr: `${origin}/fr`, 'x-default': `${origin}/` })
    expect(alternatesOf('/seo/quiz-mb-910')).toEqual({})
  })

  test('escapes special characters of an address', async () => {
    const pages = await readSitemap({ guides: [aGuide({ slug: 'a&b"<c>é' })] })
    expect(pages.map(({ loc }) => loc)).toContain(`${origin}/seo/a&b%22%3Cc%3E%C3%A9`)
  })
})

test('robots.txt excludes administration, profile and API, and contains the address of the sitemap', async () => {
  const response = await get(robots, '/robots.txt')
  expect([response.headers.get('Content-Type'), await response.text()]).toEqual([
    'text/plain; charset=utf-8',
    'User-agent: *\nDisallow: /admin\nDisallow: /api\nDisallow: /profile\nDisallow: /fr/profile\n\nSitemap: https://praxam.example/sitemap.xml\n',
  ])
})

describe('the web app manifest', () => {
  type ManifestImage = { src: string; sizes: string; type: string }
  type Manifest = Record<string, unknown> & {
    icons: (ManifestImage & { purpose: string })[]
    screenshots: (ManifestImage & { form_factor: string; label: string })[]
  }
  const manifest = JSON.parse(readFileSync(join(publicFolder, 'manifest.webmanifest'), 'utf8')) as Manifest

  test('has icons and screenshots of the declared sizes', async () => {
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
    expect(manifest.screenshots.map(({ form_factor: form }) => form)).toEqual(['narrow', 'wide'])
    for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
      const { width, height, format } = await sharp(join(publicFolder, src)).metadata()
      expect([src, `${width}x${height}`, `image/${format}`]).toEqual([src, sizes, type])
    }
  })

  test('has screenshots with labels and less than 100 KB each', () => {
    for (const { src, label } of manifest.screenshots) {
      expect(label).not.toBe('')
      expect([src, statSync(join(publicFolder, src)).size < 100_000]).toEqual([src, true])
    }
  })

  test('has the light color of the pages', () => {
    const html = renderToStaticMarkup(createElement(ThemeColors))
    const [, color] =
      /<meta(?=[^>]* name="theme-color")(?=[^>]* media="\(prefers-color-scheme: light\)")[^>]* content="([^"]+)"/.exec(html) ?? []
    expect(manifest['theme_color']).toBe(color)
    expect(manifest['background_color']).toBe(manifest['theme_color'])
  })
})
