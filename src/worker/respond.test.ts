import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi, type Mock } from 'vitest'
import { buildHeader } from '#exam/public-pages.ts'
import { fetchPage } from './cached-pages.ts'
import { respondWithData } from './respond.ts'
import type { SiteCopy } from './site-copy.ts'
import { makeCaches, makeSite, openCopy } from './site-copy.test-setup.ts'

const origin = 'https://praxam.example'
const page = '/exam/mb-800'

beforeEach(() => void vi.stubGlobal('self', { location: { origin }, registration: { update: async () => undefined } }))
afterEach(() => void vi.unstubAllGlobals())

/** What a page gets that requests the data of a page: `document` if the router must load it as a document, otherwise the status. */
async function requestData({
  status = 502,
  build = 'a',
  pageStatus = 200,
  address = page,
  from = '/',
  isCached = false,
  read = vi.fn<SiteCopy['fetch']>(makeSite('a', { [address]: pageStatus === 'unreachable' ? pageStatus : { status: pageStatus } }).fetch),
}: {
  status?: number
  build?: string
  pageStatus?: number | 'unreachable'
  address?: string
  from?: string
  isCached?: boolean
  read?: Mock<SiteCopy['fetch']>
}) {
  const copy = openCopy(makeCaches(), makeSite('a'))
  if (isCached) await fetchPage(copy, address)
  // A proxy responds with 502 to 504 when it cannot reach the site. Its response does not name a build.
  const isFromProxy = status >= 502
  vi.stubGlobal('fetch', async () => new Response('data', { status, headers: isFromProxy ? {} : { [buildHeader]: build } }))
  const request = { referrer: origin + from, signal: { aborted: false } }
  const event = { request, waitUntil: () => undefined } as unknown as FetchEvent
  const response = await respondWithData({ ...copy, fetch: read }, event, address, isCached ? address : undefined)
  return { answer: response.headers.has('X-Remix-Reload-Document') ? 'document' : response.status, readings: read.mock.calls.length }
}

describe('the data of a page that a link leads to', () => {
  test('are passed on, and data of another build make the router load the document', async () => {
    expect((await requestData({ status: 200 })).answer).toBe(200)
    expect((await requestData({ status: 200, build: 'b' })).answer).toBe('document')
  })

  test.each([500, 502, 503, 504, 522])(
    'make the router load a public page from a shared cache if the site fails with %i',
    async (status) => {
      expect(await requestData({ status })).toEqual({ answer: 'document', readings: 1 })
    },
  )

  test('make the router load a page from this device, without asking for it first', async () => {
    expect(await requestData({ isCached: true, pageStatus: 502 })).toEqual({ answer: 'document', readings: 0 })
  })

  test.each([502, 404, 'unreachable'] as const)('fail inside the open page if no shared cache has the page (%s)', async (pageStatus) => {
    expect((await requestData({ pageStatus })).answer).toBe(502)
  })

  test('fail if the shared cache does not respond in three seconds, and the page is not downloaded twice', async () => {
    const timeout = new AbortController()
    const wait = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
    onTestFinished(() => wait.mockRestore())
    const cached = new Response('page')
    const read = vi.fn<SiteCopy['fetch']>().mockResolvedValueOnce(cached)
    expect((await requestData({ read })).answer).toBe('document')
    await expect(cached.text()).rejects.toThrow()

    read.mockImplementation(
      (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('Timeout')))),
    )
    const answer = requestData({ read })
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
    timeout.abort()
    expect((await answer).answer).toBe(502)
    expect(wait).toHaveBeenCalledWith(3_000)
  })

  test('fail for a page of a member, which no shared cache may have', async () => {
    expect(await requestData({ address: '/profile' })).toEqual({ answer: 502, readings: 0 })
  })

  test('fail for the open page, which must not be loaded again', async () => {
    expect(await requestData({ from: page, isCached: true })).toEqual({ answer: 502, readings: 0 })
  })

  test.each([403, 404, 410])('are passed on with status %i, which is an answer of the site', async (status) => {
    expect((await requestData({ status })).answer).toBe(status)
  })

  test('belong to a page with its query and language', async () => {
    expect((await requestData({ address: '/certifications?family=ERP' })).answer).toBe('document')
    expect((await requestData({ address: '/fr/exam/mb-800' })).answer).toBe('document')
  })
})
