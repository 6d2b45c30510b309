/**
 * `GET /sitemap.xml`: every public page with the day its content last changed, where that is known, and the same page in
 * the other language, where there is one. Form: https://www.sitemaps.org/protocol.html
 */
import type { Guide } from '#server/guides.ts'
import { listCertificationChanges, newestDay } from '#server/last-changes.ts'
import type { CertificationChange } from '#server/last-changes.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { legal } from '#web/text/en/legal.ts'
import type { Route } from './+types/sitemap.ts'

/** `path` begins with a slash. */
type Page = { path: string; changedOn: string | undefined }
/** Paths of two pages that say the same. */
type Counterparts = { en: string; fr: string }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, guides } = context.get(servicesContext)
  const now = new Date()
  const pages = listPages(await listCertificationChanges(db, now), guides, now)
  const xml = printSitemap(context.get(originContext), pages, pairPages(pages, guides))
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

function listPages(certifications: readonly CertificationChange[], guides: readonly Guide[], now: Date): Page[] {
  const newest = newestDay(
    certifications.map(({ changedOn }) => changedOn),
    now,
  )
  return [
    // Both show all certifications with the sizes of their banks.
    { path: '/', changedOn: newest },
    { path: '/certifications', changedOn: newest },
    ...certifications.map(({ id, changedOn }) => ({ path: `/certifications/${id}`, changedOn })),
    ...guides.map(({ slug, modified }) => ({ path: `/seo/${slug}`, changedOn: modified })),
    ...(['privacy', 'terms', 'contact'] as const).map((name) => ({ path: `/${name}`, changedOn: legal[name].changedOn })),
  ]
}

/** Both pages of a pair name each other, as search engines ask. A counterpart that is gone makes no pair. */
function pairPages(pages: readonly Page[], guides: readonly Guide[]): ReadonlyMap<string, Counterparts> {
  const paths = new Set(pages.map(({ path }) => path))
  const pairs = new Map<string, Counterparts>()
  for (const { slug, counterpart: en } of guides) {
    // One English page has one French one, which is that of the first guide.
    if (en === null || !paths.has(en) || pairs.has(en)) continue
    const pair = { en, fr: `/seo/${slug}` }
    pairs.set(pair.en, pair).set(pair.fr, pair)
  }
  return pairs
}

function printSitemap(origin: string, pages: readonly Page[], pairs: ReadonlyMap<string, Counterparts>): string {
  const addressOf = (path: string) => escape(new URL(path, origin).href)
  const alternate = (language: string, path: string) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${addressOf(path)}"/>`
  const printPage = ({ path, changedOn }: Page) => {
    const pair = pairs.get(path)
    return [
      '  <url>',
      `    <loc>${addressOf(path)}</loc>`,
      ...(changedOn ? [`    <lastmod>${changedOn}</lastmod>`] : []),
      ...(pair ? [alternate('en', pair.en), alternate('fr', pair.fr), alternate('x-default', pair.en)] : []),
      '  </url>',
    ].join('\n')
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages.map(printPage),
    '</urlset>',
    '',
  ].join('\n')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
