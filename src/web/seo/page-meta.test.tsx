import { renderToStaticMarkup } from 'react-dom/server'
import { Meta, createRoutesStub } from 'react-router'
import { describe, expect, test } from 'vitest'
import { withHashes } from '#server/http/csp.ts'
import { pageMeta, type PageMeta } from '#web/seo/page-meta.ts'

const origin = 'https://praxam.example'
const matches = [{ id: 'root', loaderData: { origin, year: 2026 } }]

function metaOf(values: Partial<PageMeta> = {}): Record<string, unknown>[] {
  return pageMeta({ title: 'A title', description: 'A description', path: '/here', matches, ...values })
}

const contentOf = (meta: Record<string, unknown>[], name: string) =>
  meta.find((one) => one['name'] === name || one['property'] === name)?.['content']

describe('the meta tags of a page', () => {
  test('have its address and its share image', () => {
    const meta = metaOf()
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${origin}/here` })
    expect(contentOf(meta, 'robots')).toBe('index, follow')
    expect(contentOf(meta, 'og:url')).toBe(`${origin}/here`)
    expect(contentOf(meta, 'og:image')).toBe(`${origin}/cards/praxam.png`)
    expect(contentOf(meta, 'og:locale')).toBe('en_US')
    expect(contentOf(meta, 'twitter:card')).toBe('summary_large_image')
  })

  test('without a path or a root are only its title and noindex', () => {
    expect(pageMeta({ title: 'A title', matches })).toEqual([{ title: 'A title' }, { name: 'robots', content: 'noindex' }])
    expect(metaOf({ matches: [] })).toEqual([
      { title: 'A title' },
      { name: 'description', content: 'A description' },
      { name: 'robots', content: 'noindex' },
    ])
  })

  test('of an unlisted page have a preview and noindex', () => {
    const meta = metaOf({ isListed: false, image: '/results/token/card.png' })
    expect(contentOf(meta, 'robots')).toBe('noindex')
    expect(contentOf(meta, 'og:image')).toBe(`${origin}/results/token/card.png`)
    expect(meta.some((one) => one['rel'] === 'canonical')).toBe(false)
  })

  test('have the dates of an article', () => {
    const meta = metaOf({ kind: 'article', published: '2025-01-01', modified: '2026-11-21', image: '/cards/guides-a.png' })
    expect(contentOf(meta, 'og:type')).toBe('article')
    expect(contentOf(meta, 'og:image')).toBe(`${origin}/cards/guides-a.png`)
    expect(contentOf(meta, 'article:published_time')).toBe('2025-01-01')
    expect(contentOf(meta, 'article:modified_time')).toBe('2026-11-21')
  })

  test('have structured data as one graph', () => {
    const node = { '@type': 'Organization', name: 'Praxam' }
    expect(metaOf({ data: [node] })).toContainEqual({ 'script:ld+json': { '@context': 'https://schema.org', '@graph': [node] } })
    expect(metaOf().some((one) => 'script:ld+json' in one)).toBe(false)
  })
})

test('a page links to itself in every language, unless it is listed nowhere or has no translation', () => {
  const alternatesOf = (values: Partial<PageMeta>) => metaOf(values).filter((one) => one['rel'] === 'alternate')
  expect(alternatesOf({})).toEqual([
    { tagName: 'link', rel: 'alternate', href: `${origin}/here`, hrefLang: 'en' },
    { tagName: 'link', rel: 'alternate', href: `${origin}/fr/here`, hrefLang: 'fr' },
    { tagName: 'link', rel: 'alternate', href: `${origin}/here`, hrefLang: 'x-default' },
  ])
  expect(alternatesOf({ isListed: false })).toEqual([])
  expect(alternatesOf({ isTranslated: false })).toEqual([])
})

test('a name entered by an administrator cannot end the script element', () => {
  const name = '</script><script>alert(1)</script><!--'
  const data = [{ '@type': 'Organization', name }]
  const meta = () => pageMeta({ title: name, description: name, path: '/', matches, data })
  const Page = createRoutesStub([{ path: '/', id: 'page', Component: Meta, meta }])
  const html = renderToStaticMarkup(<Page initialEntries={['/']} hydrationData={{ loaderData: { page: null } }} />)
  const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/g)]
  expect(scripts.map(([, attributes]) => attributes)).toEqual([' type="application/ld+json"'])
  expect(JSON.parse(scripts[0]?.[2] ?? '')).toMatchObject({ '@graph': data })
  expect(html).not.toContain('alert(1)</')
  // Data is not executed, so the policy of the page needs no hash for it.
  expect(withHashes(html, 'a nonce').policy).not.toContain('sha256')
})
