/** What a page says of itself to search engines, and to whoever is sent its address. */
import type { LinkDescriptor, MetaDescriptor } from 'react-router'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export type Language = 'en' | 'fr'

export type PageMeta = {
  title: string
  description?: string
  /** Canonical address, beginning with a slash. A page without one is kept out of search engines. */
  path?: string
  /** `false` for a page that is shown to whoever is sent its address, and kept out of search engines all the same. */
  isListed?: boolean
  matches: Matches
  language?: Language
  /** Path of the card that stands for the page where it is shared, 1200 × 630. */
  image?: string
  kind?: 'website' | 'article'
  /** ISO days of an article. */
  published?: string
  modified?: string
  /** Path of the page that says the same in the other language. */
  counterpart?: string | undefined
  /** Structured data, made in the loader by `web/seo/structured-data.ts`. */
  data?: readonly object[]
}

const locales = { en: 'en_GB', fr: 'fr_FR' }

/** Address of the card that `server/share-images/share-images.ts` draws. */
export function shareImagePath(kind: 'certifications' | 'guides', name: string): string {
  return `/cards/${kind}-${name}.png`
}

/** The `meta` of a route. A page that is not to be found has a title and, if it wants, a description. */
export function pageMeta({ title, description, path, isListed = true, ...more }: PageMeta): MetaDescriptor[] {
  const root = more.matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  const said = [{ title }, ...(description ? [{ name: 'description', content: description }] : [])]
  const robots = { name: 'robots', content: path && root && isListed ? 'index, follow' : 'noindex' }
  if (!path || !root) return [...said, robots]
  const { origin } = root
  return [
    ...said,
    robots,
    ...(isListed ? [link('canonical', origin + path)] : []),
    ...publicMeta(origin, { title, description, path, ...more }),
  ]
}

type IndexedPage = Omit<PageMeta, 'description' | 'path' | 'isListed'> & { description: string | undefined; path: string }

function publicMeta(
  origin: string,
  { title, description, path, image = '/cards/praxam.png', data, ...page }: IndexedPage,
): MetaDescriptor[] {
  const { language = 'en', kind = 'website', published, modified, counterpart } = page
  const card = origin + image
  return [
    ...(counterpart ? alternates(origin, path, counterpart, language) : []),
    ...properties({
      'og:site_name': 'Praxam',
      'og:type': kind,
      'og:locale': locales[language],
      'og:url': origin + path,
      'og:title': title,
      'og:description': description,
      'og:image': card,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'article:published_time': published,
      'article:modified_time': modified,
    }),
    // What the networks do not find under their own names they read from those above.
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data } } as MetaDescriptor] : []),
  ]
}

/** Those who read neither language are sent to the English page. */
function alternates(origin: string, path: string, counterpart: string, language: Language): MetaDescriptor[] {
  const [english, french] = language === 'en' ? [path, counterpart] : [counterpart, path]
  return [
    link('alternate', origin + english, 'en'),
    link('alternate', origin + french, 'fr'),
    link('alternate', origin + english, 'x-default'),
  ]
}

function link(rel: 'canonical' | 'alternate', href: string, hrefLang?: string): MetaDescriptor {
  return { tagName: 'link', ...({ rel, href, ...(hrefLang && { hrefLang }) } as LinkDescriptor) }
}

function properties(values: Record<string, string | undefined>): MetaDescriptor[] {
  return Object.entries(values).flatMap(([property, content]) => (content ? [{ property, content }] : []))
}
