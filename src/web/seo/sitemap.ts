/**
 * `GET /sitemap.xml`: the public pages for search engines. Each entry has the day of the last change, if it is known, and the
 * addresses of its translations, if there are any. Format: https://www.sitemaps.org/protocol.html
 */
import { escapeHtml } from '#exam/plain-text.ts'
import { calibration } from '#exam/readiness/calibration.ts'
import { addressIn, defaultLanguage, languages } from '#exam/languages.ts'
import { publicPages, type SitemapRoute } from '#exam/public-pages.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { legal } from '#text/legal.ts'
import type { Route } from './+types/sitemap.ts'
import { findCatalogChange, listCertificationChanges, newestDay } from '#server/catalogue/index.ts'
import { listLatestChanges } from '#server/challenges/index.ts'

/** `path` has a leading slash and no language. A page exists in every language, unless `isTranslated` is `false`. */
type SitemapPage = { path: string; changedOn: string | undefined; isTranslated?: boolean }

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
    // An empty change log is of no use to search engines.
    'certifications/:certificationId/changes': () =>
      [...changes].map(([id, changedOn]) => ({ path: `/certifications/${id}/changes`, changedOn })),
    'seo/:slug': () =>
      guides.map(({ slug, published, modified }): SitemapPage => ({
        path: `/seo/${slug}`,
        changedOn: newestDay([published, modified], now),
        isTranslated: false,
      })),
    privacy: () => [{ path: '/privacy', changedOn: legal.privacy.changedOn }],
    terms: () => [{ path: '/terms', changedOn: legal.terms.changedOn }],
    'legal-notice': () => [{ path: '/legal-notice', changedOn: undefined }],
    readiness: () => [{ path: '/readiness', changedOn: calibration.checkedOn }],
    contact: () => [{ path: '/contact', changedOn: legal.contact.changedOn }],
  }
  const pages = publicPages.flatMap((page) => (page.isInSitemap ? listPages[page.route]() : []))
  const xml = printSitemap(context.get(originContext), pages)
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}

function printSitemap(origin: string, pages: readonly SitemapPage[]): string {
  const addressOf = (path: string) => escapeHtml(new URL(path, origin).href)
  const alternate = (language: string, path: string) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${addressOf(path)}"/>`
  const printPage = (address: string, changedOn: string | undefined, alternates: readonly string[]) =>
    [
      '  <url>',
      `    <loc>${addressOf(address)}</loc>`,
      ...(changedOn ? [`    <lastmod>${changedOn}</lastmod>`] : []),
      ...alternates,
      '  </url>',
    ].join('\n')
  // Search engines require that each page lists itself and all its translations.
  const printPages = ({ path, changedOn, isTranslated = true }: SitemapPage) => {
    if (!isTranslated) return [printPage(path, changedOn, [])]
    const alternates = [
      ...languages.map((language) => alternate(language, addressIn(language, path))),
      alternate('x-default', addressIn(defaultLanguage, path)),
    ]
    return languages.map((language) => printPage(addressIn(language, path), changedOn, alternates))
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages.flatMap(printPages),
    '</urlset>',
    '',
  ].join('\n')
}
