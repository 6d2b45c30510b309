import { describe, expect, test } from 'vitest'
import { findChunk, keepChunk } from './cached-chunks.ts'
import { fetchPage, findImage } from './cached-pages.ts'
import { listSavedExams } from './exam-notes.ts'
import { installRelease, removeEarlierReleases } from './releases.ts'
import { removeExam, saveExam } from './saved-exams.ts'
import { removeUnused } from './storage.ts'
import { makeCaches, makeSite, openCopy, textOf, type TestSite } from './site-copy.test-setup.ts'

describe('the chunks of an exam', () => {
  const chunk = (hash: string) => `/chunks/mb-800/${hash.padEnd(12, '_')}.json`
  const pageWith = (...hashes: string[]) => ({ html: `<title>MB-800</title>["${hashes.map(chunk).join('","')}"]` })

  /** A site that records which chunks were requested. */
  function recordChunks(site: TestSite) {
    const asked: string[] = []
    const fetch = async (path: string) => {
      if (path.startsWith('/chunks/')) asked.push(path)
      return site.fetch(path)
    }
    return { site: { ...site, fetch }, asked }
  }

  test('are saved with the exam, with the images of their questions, and count for its size', async () => {
    const image = '/pictures/in-a-chunk.png'
    const site = makeSite('b1', { '/exam/mb-800': pageWith('a', 'b'), [chunk('a')]: { html: `{"text":"<img src=\\"${image}\\">"}` } })
    const copy = openCopy(makeCaches(), site)
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    expect(await findChunk(copy, chunk('a'))).toBeDefined()
    expect(await findChunk(copy, chunk('b'))).toBeDefined()
    expect(await findImage(copy, image)).toBeDefined()
    const [exam] = await listSavedExams(copy)
    const other = openCopy(makeCaches(), makeSite('b1', { '/exam/mb-800': { html: pageWith('a', 'b').html }, [chunk('a')]: { html: '' } }))
    await saveExam(other, 'mb-800')
    expect(exam?.bytes).toBeGreaterThan((await listSavedExams(other))[0]?.bytes ?? Infinity)
    await saveExam(copy, 'mb-800')
    expect((await listSavedExams(copy))[0]?.bytes, 'nothing is downloaded again').toBe(exam?.bytes)
    await removeExam(copy, 'mb-800')
    expect(await findChunk(copy, chunk('a'))).toBeUndefined()
    expect(await findImage(copy, image)).toBeUndefined()
  })

  test.each([
    ['with translations', 'fr', [6 / 9, 1]],
    ['without translations', undefined, [6 / 8, 1]],
  ])('report how much is saved, %s', async (_, language, expected) => {
    const hashes = Array.from({ length: 8 }, (_, i) => String(i))
    const chunks = Object.fromEntries(hashes.map((hash) => [chunk(hash), { html: '' }]))
    const french = { '/api/banks/mb-800/translations/fr': { html: `{"chunks":["${chunk('french')}"]}` }, [chunk('french')]: { html: '' } }
    const copy = openCopy(makeCaches(), makeSite('b1', { '/exam/mb-800': pageWith(...hashes), ...chunks, ...french }))
    const shares: number[] = []
    expect(await saveExam(copy, 'mb-800', language, (share) => shares.push(share))).toBeUndefined()
    expect(shares).toEqual(expected)
  })

  // Regression: measuring an exam of 20,000 questions and removing unused files took 15 s after the last chunk was stored.
  test('are read once to save an exam, and only until all images are found to remove unused files', async () => {
    let count = 0
    const caches = makeCaches(Infinity, (path) => (count += path.startsWith('/chunks/') ? 1 : 0))
    const hashes = Array.from({ length: 120 }, (_, i) => String(i))
    const special = { '/exam/mb-800': pageWith(...hashes), [chunk('0')]: { html: '/pictures/a.png' } }
    const copy = openCopy(caches, makeSite('b1', special))
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    expect(count, 'one look-up before the download of a chunk, and one after it').toBe(2 * hashes.length)
    count = 0
    await removeUnused(copy)
    expect(count).toBeLessThan(hashes.length)
    expect(await findImage(copy, '/pictures/a.png')).toBeDefined()
  })

  test('with translations are saved in the chosen language, again without being asked, and removed with the exam', async () => {
    const list = '/api/banks/mb-800/translations/fr'
    const special = { '/exam/mb-800': pageWith('a'), [list]: { html: JSON.stringify({ language: 'fr', chunks: [chunk('fr')] }) } }
    const { site, asked } = recordChunks(makeSite('b1', special))
    const copy = openCopy(makeCaches(), site)
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    expect([await findChunk(copy, list), asked]).toEqual([undefined, [chunk('a')]])
    const [{ bytes } = { bytes: 0 }] = await listSavedExams(copy)
    expect(await saveExam(copy, 'mb-800', 'fr')).toBeUndefined()
    expect(await textOf(findChunk(copy, list))).toContain(chunk('fr'))
    expect(await findChunk(copy, chunk('fr'))).toBeDefined()
    const [saved] = await listSavedExams(copy)
    expect([saved?.language, (saved?.bytes ?? 0) > bytes]).toEqual(['fr', true])
    site.special[list] = { html: JSON.stringify({ language: 'fr', chunks: [chunk('new')] }) }
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    await removeUnused(copy)
    expect([await findChunk(copy, chunk('fr')), await textOf(findChunk(copy, chunk('new')))]).toEqual([undefined, expect.any(String)])
    site.special[list] = { status: 503 }
    expect(await saveExam(copy, 'mb-800')).toBe('unreachable')
    await removeExam(copy, 'mb-800')
    expect([await findChunk(copy, list), await findChunk(copy, chunk('new'))]).toEqual([undefined, undefined])
  })

  test('are downloaded again only if they have changed, and removed when no page needs them', async () => {
    const { site, asked } = recordChunks(makeSite('b1', { '/exam/mb-800': pageWith('a', 'b', 'c') }))
    const copy = openCopy(makeCaches(), site)
    await saveExam(copy, 'mb-800')
    site.special['/exam/mb-800'] = pageWith('a', 'new', 'c')
    asked.length = 0
    expect(await saveExam(copy, 'mb-800')).toBeUndefined()
    expect(asked).toEqual([chunk('new')])
    await removeUnused(copy)
    expect(await findChunk(copy, chunk('b'))).toBeUndefined()
    expect(await findChunk(copy, chunk('c'))).toBeDefined()
  })

  test.each([
    ['unreachable', 'unreachable'],
    // The bank changed after the page was sent, so the exam can only be saved a moment later.
    ['unreachable', { status: 404 }],
  ] as const)('must all be there: %s', async (problem, response) => {
    const copy = openCopy(makeCaches(), makeSite('b1', { '/exam/mb-800': pageWith('a', 'b'), [chunk('b')]: response }))
    expect(await saveExam(copy, 'mb-800')).toBe(problem)
    expect(await listSavedExams(copy)).toEqual([])
  })

  test('that an opened exam has here are replaced with its page, and no others are downloaded', async () => {
    const { site, asked } = recordChunks(makeSite('b1', { '/exam/mb-800': pageWith('a', 'b', 'c', 'd') }))
    const copy = openCopy(makeCaches(), site)
    await fetchPage(copy, '/exam/mb-800')
    expect(asked).toEqual([])
    await keepChunk(copy, chunk('b'), new Response('{}'))
    site.special['/exam/mb-800'] = pageWith('a2', 'b2', 'c2', 'd2')
    await fetchPage(copy, '/exam/mb-800')
    expect(asked).toEqual([chunk('b2')])
    expect(await findChunk(copy, chunk('b2'))).toBeDefined()
    // The bank has grown: each chunk was split.
    site.special['/exam/mb-800'] = pageWith('1', '2', '3', '4', '5', '6', '7', '8')
    await fetchPage(copy, '/exam/mb-800')
    expect(asked.slice(1)).toEqual([chunk('3'), chunk('4')])
  })

  test('belong to a release: those of a saved exam of an earlier release without chunks are downloaded', async () => {
    const caches = makeCaches()
    await saveExam(openCopy(caches, makeSite('b1', { '/exam/mb-800': { html: 'all questions' } })), 'mb-800')
    const copy = openCopy(caches, makeSite('b2', { '/exam/mb-800': pageWith('a', 'b') }))
    await installRelease(copy)
    expect(await findChunk(copy, chunk('a'))).toBeDefined()
    expect(await findChunk(copy, chunk('b'))).toBeDefined()
  })

  test('stop the installation of a release if a saved exam lacks one', async () => {
    const caches = makeCaches()
    await saveExam(openCopy(caches, makeSite('b1')), 'mb-800')
    const special = { '/exam/mb-800': pageWith('a'), [chunk('a')]: 'unreachable' } as const
    await expect(installRelease(openCopy(caches, makeSite('b2', special)))).rejects.toThrow('belongs to a saved exam')
  })

  test('of an opened exam are those of its new page after a release', async () => {
    const caches = makeCaches()
    const first = openCopy(caches, makeSite('b1', { '/exam/mb-800': pageWith('a', 'b') }))
    await fetchPage(first, '/exam/mb-800')
    await keepChunk(first, chunk('a'), new Response('{}'))
    const second = openCopy(caches, makeSite('b2', { '/exam/mb-800': pageWith('a2', 'b2') }))
    await installRelease(second)
    await removeEarlierReleases(second, new Set())
    expect(await findChunk(second, chunk('a2'))).toBeDefined()
    expect(await findChunk(second, chunk('a'))).toBeUndefined()
    expect(await findChunk(second, chunk('b2'))).toBeUndefined()
  })
})
