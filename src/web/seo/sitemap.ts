/**
 * `GET /sitemap.xml`: the public pages for search engines. Each entry has the day of the last change and the page in the other
 * language, if they are known. Format: https://www.sitemaps.org/protocol.html
 */
import { escapeHtml } from '#exam/plain-text.ts'
import { calibration } from '#exam/readiness/calibration.ts'
import { publicPages, type SitemapRoute } from '#exam/public-pages.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { findPagePair, type PagePair } from '#web/seo/counterpart.ts'
import { legal } from '#web/text/en/legal.ts'
import type { Route } from './+types/sitemap.ts'
import { findCatalogChange, listCertificationChanges, newestDay } from '#server/catalogue/index.ts'
import { listLatestChanges } from '#server/challenges/index.ts'
import type { Guide } from '#server/guides/index.ts'

/** `path` has a leading slash. */
type SitemapPage = { path: string; changedOn: string | undefined }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, guides } = context.get(servicesContext)
  const now = new Date()
  const certifications = await listCertificationChanges(db, now)
  const catalogueChange = await findCatalogChange(db, certifications, now)
  const changes = await listLatestChanges(db)
  const listPages: Record<SitemapRoute, () => SitemapPage[]> = {
    // The home page and the list show all certifications with their numbers of questions.
    '': () => [{ path: '/', changedOn: catalogueChange }],
    certifications: () => [{ path: '/certifications', changedOn: catalogueChange }],
    'certifications/:certificationId': () => certifications.map(({ id, changedOn }) => ({ path: `/certifications/${id}`, changedOn })),
    // An empty change log says nothing to search engines.
    'certifications/:certificationId/changes': () =>
      [...changes].map(([id, changedOn]) => ({ path: `/certifications/${id}/changes`, changedOn })),
    'seo/:slug': () =>
      guides.map(({ slug, published, modified }) => ({ path: `/seo/${slug}`, changedOn: newestDay([published, modified], now) })),
    privacy: () => [{ path: '/privacy', changedOn: legal.privacy.changedOn }],
    terms: () => [{ path: '/terms', changedOn: legal.terms.changedOn }],
    readiness: () => [{ path: '/readiness', changedOn: calibration.checkedOn }],
    contact: () => [{ path: '/contact', changedOn: legal.contact.changedOn }],
  }
  const pages = publicPages.flatMap((page) => (page.isInSitemap ? listPages[page.route]() : []))
  const xml = printSitemap(context.get(originContext), pages, pairPages(guides, new Set(certifications.map(({ id }) => id))))
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

/** The language pairs by both of their paths. Search engines require that each page of a pair names the other. */
function pairPages(guides: readonly Guide[], certificationIds: ReadonlySet<string>): ReadonlyMap<string, PagePair> {
  return new Map(
    guides
      .flatMap((guide) => findPagePair(guide, certificationIds) ?? [])
      .flatMap((pair) => [
        [pair.en, pair],
        [pair.fr, pair],
      ]),
  )
}

function printSitemap(origin: string, pages: readonly SitemapPage[], pairs: ReadonlyMap<string, PagePair>): string {
  const addressOf = (path: string) => escapeHtml(new URL(path, origin).href)
  const alternate = (language: string, path: string) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${addressOf(path)}"/>`
  const printPage = ({ path, changedOn }: SitemapPage) => {
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
