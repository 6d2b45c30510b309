/** Creates the meta tags of a page, for search engines and link previews. */
import type { LinkDescriptor, MetaDescriptor } from 'react-router'
import { addressIn, defaultLanguage, languages } from '#exam/languages.ts'
import { language } from '#text/language.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export type PageMeta = {
  title: string
  description?: string
  /** Canonical path, with a leading slash and without the language. A page without a path is not indexed. */
  path?: string
  /** `false` for a page that has a link preview but is not indexed. */
  isListed?: boolean
  matches: Matches
  /** `false` for a page that exists in one language only. */
  isTranslated?: boolean
  /** Path of the share image, 1200 × 630, without the language. */
  image?: string
  kind?: 'website' | 'article'
  /** ISO dates of an article. */
  published?: string
  modified?: string
  /** The Atom feed of the page. Its path has no language. */
  feed?: { title: string; path: string }
  /** Structured data, created in the loader by `web/seo/structured-data.ts`. */
  data?: readonly object[]
}

/** The path of a share image. `server/share-images/share-images.ts` finds its content. */
export function shareImagePath(kind: 'certifications' | 'guides', name: string): string {
  return `/cards/${kind}-${name}.png`
}

/** The `meta` of a route. A page without a path has only a title, an optional description, and `noindex`. */
export function pageMeta({ title, description, path, isListed = true, matches, ...page }: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  const common = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])]
  const robots = { name: 'robots', content: path && root && isListed ? 'index, follow' : 'noindex' }
  if (!path || !root) return [...common, robots]
  const { origin } = root
  const { isTranslated = true, kind = 'website', image = '/cards/praxam.png', published, modified, feed, data } = page
  const address = (path: string) => origin + addressIn(language.code, path)
  return [
    ...common,
    robots,
    ...(isListed ? [link('canonical', address(path))] : []),
    ...(isListed && isTranslated ? alternates(origin, path) : []),
    ...(feed ? [feedLink(feed.title, address(feed.path))] : []),
    ...properties({
      'og:site_name': 'Praxam',
      'og:type': kind,
      'og:locale': language.locale.replace('-', '_'),
      'og:url': address(path),
      'og:title': title,
      'og:description': description,
      'og:image': address(image),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'article:published_time': published,
      'article:modified_time': modified,
    }),
    // Social networks use the Open Graph tags above for everything else.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data } } as MetaDescriptor] : []),
  ]
}

/** The page in every language. The English page is the default for other languages. */
function alternates(origin: string, path: string): MetaDescriptor[] {
  return [
    ...languages.map((one) => link('alternate', origin + addressIn(one, path), one)),
    link('alternate', origin + addressIn(defaultLanguage, path), 'x-default'),
  ]
}

function feedLink(title: string, href: string): MetaDescriptor {
  return { tagName: 'link', ...({ rel: 'alternate', type: 'application/atom+xml', title, href } as LinkDescriptor) }
}

function link(rel: 'canonical' | 'alternate', href: string, hrefLang?: string): MetaDescriptor {
  return { tagName: 'link', ...({ rel, href, ...(hrefLang && { hrefLang }) } as LinkDescriptor) }
}

function properties(values: Record<string, string | undefined>): MetaDescriptor[] {
  return Object.entries(values).flatMap(([property, content]) => (content ? [{ property, content }] : []))
}
