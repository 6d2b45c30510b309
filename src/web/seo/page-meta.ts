/** Creates the meta tags of a page, for search engines and link previews. */
import type { LinkDescriptor, MetaDescriptor } from 'react-router'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export type Language = 'en' | 'fr'

export type PageMeta = {
  title: string
  description?: string
  /** Canonical path, with a leading slash. A page without a path is not indexed. */
  path?: string
  /** `false` for a page that has a link preview but is not indexed. */
  isListed?: boolean
  matches: Matches
  language?: Language
  /** Path of the share image, 1200 × 630. */
  image?: string
  kind?: 'website' | 'article'
  /** ISO dates of an article. */
  published?: string
  modified?: string
  /** Path of the equivalent page in the other language. */
  counterpart?: string | undefined
  /** The Atom feed of the page. */
  feed?: { title: string; path: string }
  /** Structured data, created in the loader by `web/seo/structured-data.ts`. */
  data?: readonly object[]
}

const locales = { en: 'en_US', fr: 'fr_FR' }

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
  const { language = 'en', kind = 'website', image = '/cards/praxam.png', published, modified, counterpart, feed, data } = page
  return [
    ...common,
    robots,
    ...(isListed ? [link('canonical', origin + path)] : []),
    ...(counterpart ? alternates(origin, path, counterpart, language) : []),
    ...(feed ? [feedLink(feed.title, origin + feed.path)] : []),
    ...properties({
      'og:site_name': 'Praxam',
      'og:type': kind,
      'og:locale': locales[language],
      'og:url': origin + path,
      'og:title': title,
      'og:description': description,
      'og:image': origin + image,
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

/** The English page is the default for other languages. */
function alternates(origin: string, path: string, counterpart: string, language: Language): MetaDescriptor[] {
  const [english, french] = language === 'en' ? [path, counterpart] : [counterpart, path]
  return [
    link('alternate', origin + english, 'en'),
    link('alternate', origin + french, 'fr'),
    link('alternate', origin + english, 'x-default'),
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
