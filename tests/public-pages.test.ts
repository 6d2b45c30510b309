import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { findPublicPage, publicPages } from '#exam/public-pages.ts'
import routes from '#web/routes.ts'

/** First path segments of addresses that depend on the visitor, or that are not pages. Add a public page to `publicPages` instead. */
const otherAddresses = new Set([
  'admin',
  'api',
  'cards',
  'health',
  'login',
  'profile',
  'reset-password',
  'results',
  'robots.txt',
  'seo',
  'sign-out',
  'signup',
  'sitemap.xml',
  'storage',
  'unsubscribe',
  'verify-email',
  '.well-known',
  '*',
])

function listRoutes(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join('/')
    return [path, ...listRoutes(entry.children ?? [], path)]
  })
}

describe('the list of public pages', () => {
  const known = publicPages.map(({ route }): string => route)
  const paths = [...new Set(listRoutes(routes))]

  test('contains every route that is not personal', () => {
    const unclassified = paths.filter((path) => !known.includes(path) && !otherAddresses.has(path.split('/', 1)[0] ?? ''))
    expect(unclassified).toEqual([])
  })

  test('contains only routes of the site', () => {
    expect(known.filter((route) => !paths.includes(route))).toEqual([])
  })

  test('finds the page of each guide', () => {
    for (const file of readdirSync(join(import.meta.dirname, '../content/guides/fr')))
      expect(findPublicPage(`/seo/${file.replace(/\.md$/, '')}`)?.page.route).toBe('seo/:slug')
  })
})
