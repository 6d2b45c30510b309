/**
 * `GET /sitemap.xml`: every public page with the day its content last changed, where that is known, and the same page in
 * the other language, where there is one. Form: https://www.sitemaps.org/protocol.html
 */
import { escapeHtml } from '#exam/plain-text.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { pairOf } from '#web/seo/counterpart.ts'
import type { Pair } from '#web/seo/counterpart.ts'
import { legal } from '#web/text/en/legal.ts'
import type { Route } from './+types/sitemap.ts'
import { findCatalogueChange, listCertificationChanges, newestDay } from '#server/catalogue/index.ts'
import type { Guide } from '#server/guides/index.ts'

/** `path` begins with a slash. */
type Page = { path: string; changedOn: string | undefined }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, guides } = context.get(servicesContext)
  const now = new Date()
  const certifications = await listCertificationChanges(db, now)
  const catalogueChange = await findCatalogueChange(db, certifications, now)
  const pages: Page[] = [
    // Both show all certifications with the sizes of their banks.
    { path: '/', changedOn: catalogueChange },
    { path: '/certifications', changedOn: catalogueChange },
    ...certifications.map(({ id, changedOn }) => ({ path: `/certifications/${id}`, changedOn })),
    ...guides.map(({ slug, published, modified }) => ({ path: `/seo/${slug}`, changedOn: newestDay([published, modified], now) })),
    ...(['privacy', 'terms', 'contact'] as const).map((name) => ({ path: `/${name}`, changedOn: legal[name].changedOn })),
  ]
  const xml = printSitemap(context.get(originContext), pages, pairPages(guides, new Set(certifications.map(({ id }) => id))))
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

/** The pairs by both of their paths: each page names the other, as search engines ask. */
function pairPages(guides: readonly Guide[], certificationIds: ReadonlySet<string>): ReadonlyMap<string, Pair> {
  return new Map(
    guides
      .flatMap((guide) => pairOf(guide, certificationIds) ?? [])
      .flatMap((pair) => [
        [pair.en, pair],
        [pair.fr, pair],
      ]),
  )
}

function printSitemap(origin: string, pages: readonly Page[], pairs: ReadonlyMap<string, Pair>): string {
  const addressOf = (path: string) => escapeHtml(new URL(path, origin).href)
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
