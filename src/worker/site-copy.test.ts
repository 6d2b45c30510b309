import { describe, expect, test } from 'vitest'
import { fetchPage, findImage, findPage, updatePage } from './cached-pages.ts'
import { listSavedExams } from './exam-notes.ts'
import { findFile, hasEarlierFiles, installRelease, removeEarlierReleases } from './releases.ts'
import { findOutdatedExam, listAvailableExams, removeExam, saveExam } from './saved-exams.ts'
import { makeCaches, makeSite, openCopy, textOf } from './site-copy.test-setup.ts'

const day = 24 * 3_600_000

describe('a cached page', () => {
  test('is stored with its images and the certification page', async () => {
    const image = '/storage/questions/question-images/a.png'
    const site = makeSite('b1', { '/exam/mb-800': { html: `<img src="${image}">` } })
    const copy = openCopy(makeCaches(), site)
    await fetchPage(copy, '/exam/mb-800')
    expect(await textOf(findPage(copy, '/exam/mb-800'))).toContain(image)
    expect(await findImage(copy, image)).toBeDefined()
    expect(await findPage(copy, '/certifications/mb-800')).toBeDefined()
  })

  test.each([
    ['is personal', { caching: 'no-store' }],
    ['is from another build than the files', { build: 'b2' }],
    ['failed', { status: 500 }],
  ])('is not stored if it %s', async (_, page) => {
    const copy = openCopy(makeCaches(), makeSite('b1', { '/terms': page }))
    await fetchPage(copy, '/terms')
    expect(await findPage(copy, '/terms')).toBeUndefined()
  })

  test('is not stored if it was redirected, because a browser refuses it', async () => {
    const copy = openCopy(makeCaches(), makeSite('b1'))
    const response = await makeSite('b1').fetch('/terms')
    Object.defineProperty(response, 'redirected', { value: true })
    await updatePage(copy, '/terms', response)
    expect(await findPage(copy, '/terms')).toBeUndefined()
  })

  test('is removed when it no longer exists', async () => {
    const site = makeSite('b1')
    const copy = openCopy(makeCaches(), site)
    await fetchPage(copy, '/terms')
    site.special['/terms'] = { status: 404 }
    await fetchPage(copy, '/terms')
    expect(await findPage(copy, '/terms')).toBeUndefined()
  })

  test('of one family falls back to the list of all families', async () => {
    const copy = openCopy(makeCaches(), makeSite('b1'))
    await fetchPage(copy, '/certifications')
    expect(await textOf(findPage(copy, '/certifications?family=ERP'))).toContain('/certifications')
  })

  test('is removed after two dozen others were opened, unless its exam is saved', async () => {
    const copy = openCopy(makeCaches(), makeSite('b1'))
    await saveExam(copy, 'mb-800')
    await fetchPage(copy, '/terms')
    for (let i = 0; i < 24; i++) await fetchPage(copy, `/seo/guide-${i}`)
    expect(await findPage(copy, '/terms')).toBeUndefined()
    expect(await findPage(copy, '/seo/guide-0')).toBeDefined()
    expect(await findPage(copy, '/exam/mb-800')).toBeDefined()
  })

  test('replaces earlier pages when the device is full', async () => {
    const copy = openCopy(makeCaches(12), makeSite('b1'))
    for (let i = 0; i < 20; i++) await fetchPage(copy, `/seo/guide-${i}`)
    expect(await findPage(copy, '/seo/guide-19')).toBeDefined()
    expect(await findPage(copy, '/seo/guide-0')).toBeUndefined()
  })
})

describe('a saved exam', () => {
  test('is listed with its size and its time until it is removed', async () => {
    const copy = openCopy(makeCaches(), makeSite('b1'), () => 5)
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    expect(await listSavedExams(copy)).toEqual([{ id: 'mb-800', keptAt: 5, bytes: expect.any(Number) as number }])
    const addresses = ['/exam/mb-800', '/exam/mb-800/build', '/exam/mb-800/review', '/certifications/mb-800']
    for (const address of addresses) expect(await findPage(copy, address)).toBeDefined()
    await removeExam(copy, 'mb-800')
    expect(await listSavedExams(copy)).toEqual([])
    for (const address of addresses) expect(await findPage(copy, address)).toBeUndefined()
  })

  test.each([
    ['unreachable', { '/exam/mb-800': 'unreachable' }],
    ['unreachable', { '/certifications/mb-800': { status: 503 } }],
    ['unreachable', { '/exam/mb-800': { build: 'b2' } }],
    ['missing', { '/exam/mb-800': { status: 404 } }],
    ['unreachable', { '/exam/mb-800': { html: '/pictures/a.png' }, '/pictures/a.png': 'unreachable' }],
  ] as const)('is not listed if it is incomplete: %s', async (problem, special) => {
    const copy = openCopy(makeCaches(), makeSite('b1', special))
    expect(await saveExam(copy, 'mb-800')).toBe(problem)
    expect(await listSavedExams(copy)).toEqual([])
  })

  test('is not listed if the device is full', async () => {
    const copy = openCopy(makeCaches(1), makeSite('b1'))
    expect(await saveExam(copy, 'mb-800')).toBe('full')
    expect(await listSavedExams(copy)).toEqual([])
  })

  test('may lack an image that does not exist', async () => {
    const copy = openCopy(makeCaches(), makeSite('b1', { '/exam/mb-800': { html: '/pictures/a.png' }, '/pictures/a.png': { status: 404 } }))
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
  })

  test('has the time of the last download, and is outdated after one day', async () => {
    let now = 0
    const copy = openCopy(makeCaches(), makeSite('b1'), () => now)
    await saveExam(copy, 'mb-800')
    now = day
    expect(await findOutdatedExam(copy)).toBeUndefined()
    now += 1
    expect((await findOutdatedExam(copy))?.id).toBe('mb-800')
    await fetchPage(copy, '/exam/mb-800')
    expect(await findOutdatedExam(copy)).toBeUndefined()
  })

  test('is listed with its title among the available exams', async () => {
    const copy = openCopy(makeCaches(), makeSite('b1', { '/exam/mb-800': { html: '<title>Business &amp; more</title>' } }))
    await saveExam(copy, 'mb-800')
    expect(await listAvailableExams(copy)).toEqual([{ address: '/exam/mb-800', title: 'Business &amp; more' }])
  })
})

describe('a release', () => {
  test('installs its files, the offline pages, and a new copy of every cached page', async () => {
    const caches = makeCaches()
    const first = openCopy(caches, makeSite('b1'))
    await installRelease(first)
    await saveExam(first, 'mb-800')
    await fetchPage(first, '/terms')
    const second = openCopy(caches, makeSite('b2'))
    await installRelease(second)
    for (const path of ['/offline', '/offline/simulation', '/', '/certifications', '/exam/mb-800', '/terms'])
      expect(await textOf(findPage(second, path))).toContain('from build b2')
    expect(await textOf(findPage(first, '/terms')), 'before the new worker takes over').toContain('from build b1')
  })

  test('keeps the files of builds with open pages and removes others', async () => {
    const caches = makeCaches()
    for (const build of ['b1', 'b2', 'b3']) await installRelease(openCopy(caches, makeSite(build)))
    const copy = openCopy(caches, makeSite('b3'))
    expect(await hasEarlierFiles(copy)).toBe(true)
    await removeEarlierReleases(copy, undefined)
    expect(await findFile(copy, '/assets/own-b1.js'), 'the open pages are unknown').toBeDefined()
    await removeEarlierReleases(copy, new Set(['b2']))
    expect(await findFile(copy, '/assets/own-b1.js')).toBeUndefined()
    expect(await findFile(copy, '/assets/own-b2.js')).toBeDefined()
    await removeEarlierReleases(copy, new Set())
    expect(await hasEarlierFiles(copy)).toBe(false)
    expect(await findFile(copy, '/assets/own-b3.js')).toBeDefined()
  })

  test.each([
    ['a file is missing', { '/assets/own-b2.js': { status: 404 } }],
    ['the site becomes unreachable', { '/certifications': 'unreachable' }],
    ['an earlier release still responds', { '/terms': { build: 'b1' } }],
    ['a proxy cannot reach the server', { '/terms': { status: 502 } }],
  ] as const)('is not installed if %s', async (_, special) => {
    const caches = makeCaches()
    await fetchPage(openCopy(caches, makeSite('b1')), '/terms')
    await expect(installRelease(openCopy(caches, makeSite('b2', special)))).rejects.toThrow(/./)
  })

  // Regression: the page was skipped, the new worker removed the old copy, and the exam was still listed as saved.
  test.each([
    ['fails', { '/exam/mb-800': { status: 500 } }],
    ['is rate limited', { '/exam/mb-800/review': { status: 429 } }],
    ['is personal', { '/certifications/mb-800': { caching: 'no-store' } }],
    ['lacks an image', { '/exam/mb-800': { html: '/pictures/a.png' }, '/pictures/a.png': 'unreachable' }],
  ] as const)('is not installed if a page of a saved exam %s', async (_, special) => {
    const caches = makeCaches()
    const first = openCopy(caches, makeSite('b1'), () => 5)
    await saveExam(first, 'mb-800')
    await expect(installRelease(openCopy(caches, makeSite('b2', special), () => 6))).rejects.toThrow('belongs to a saved exam')
    expect(await textOf(findPage(first, '/exam/mb-800'))).toContain('from build b1')
    expect(await listSavedExams(first), 'the time of the page that is shown').toMatchObject([{ keptAt: 5 }])
    const leftovers = (await caches.keys()).filter((name) => name.endsWith('-b2'))
    expect(leftovers, 'the space is free for the next release').toEqual([])
    const later = openCopy(caches, makeSite('b2'), () => 7)
    await installRelease(later)
    expect(await textOf(findPage(later, '/exam/mb-800'))).toContain('from build b2')
    expect(await listSavedExams(later)).toMatchObject([{ keptAt: 7 }])
  })

  test('is not installed if the device has no space for a saved exam, which stays complete', async () => {
    const image = '/pictures/a.png'
    const first = makeSite('b1', { '/exam/mb-800': { html: image } })
    const caches = makeCaches(20)
    const copy = openCopy(caches, first)
    await installRelease(copy)
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    await expect(installRelease(openCopy(caches, makeSite('b2')))).rejects.toThrow('full')
    expect(await textOf(findPage(copy, '/exam/mb-800'))).toBe(image)
    expect(await findImage(copy, image)).toBeDefined()
  })

  test('is installed without a failing page that was only opened', async () => {
    const caches = makeCaches()
    await fetchPage(openCopy(caches, makeSite('b1')), '/terms')
    const copy = openCopy(caches, makeSite('b2', { '/terms': { status: 500 } }))
    await installRelease(copy)
    expect(await findPage(copy, '/terms')).toBeUndefined()
  })

  test.each([404, 410])('removes an exam that no longer exists: %i', async (status) => {
    const caches = makeCaches()
    await saveExam(openCopy(caches, makeSite('b1')), 'mb-800')
    const copy = openCopy(caches, makeSite('b2', { '/exam/mb-800': { status } }))
    await installRelease(copy)
    expect(await listSavedExams(copy)).toEqual([])
  })

  test('removes images that no page uses', async () => {
    const caches = makeCaches()
    const special = { '/exam/mb-800': { html: '/pictures/a.png /pictures/b.png' } }
    await saveExam(openCopy(caches, makeSite('b1', special)), 'mb-800')
    const copy = openCopy(caches, makeSite('b2', { '/exam/mb-800': { html: '/pictures/b.png' } }))
    await installRelease(copy)
    await removeEarlierReleases(copy, new Set())
    expect(await findImage(copy, '/pictures/a.png')).toBeUndefined()
    expect(await findImage(copy, '/pictures/b.png')).toBeDefined()
  })
})
