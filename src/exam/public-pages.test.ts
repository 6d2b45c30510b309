import { describe, expect, test } from 'vitest'
import { findPublicPage } from '#exam/public-pages.ts'

describe('finding a public page', () => {
  test.each([
    ['/', '', undefined],
    ['/certifications', 'certifications', undefined],
    ['/certifications/pl-900', 'certifications/:certificationId', 'pl-900'],
    ['/exam/mb-800', 'exam/:certificationId', 'mb-800'],
    ['/exam/mb-800/simulation', 'exam/:certificationId/simulation', 'mb-800'],
    ['/seo/questions-certification-dynamics', 'seo/:slug', 'questions-certification-dynamics'],
    ['/offline/simulation', 'offline/simulation', undefined],
    ['/fr', '', undefined],
    ['/fr/exam/mb-800', 'exam/:certificationId', 'mb-800'],
  ])('matches %s', (path, route, parameter) => {
    const found = findPublicPage(path)
    expect([found?.page.route, found?.parameter]).toEqual([route, parameter])
  })

  test.each([
    '',
    '/fr/',
    '/fr/seo/reussir',
    '/fr/profile',
    '/profile',
    '/exam',
    '/exam/MB-800',
    '/exam/mb-8000',
    '/exam/mb-800/',
    '/exam/mb-800/other',
    '/terms/',
    '/sitemap.xml',
  ])('does not match %j', (path) => expect(findPublicPage(path)).toBeUndefined())
})
