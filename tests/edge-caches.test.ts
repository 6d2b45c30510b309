/** Shared caches in front of the site keep it readable while it is away. Runs with the programs that are installed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listEdgeProxies, purgeToken, type EdgeProxy } from '#tests/edge-proxies.ts'
import { findFreePort } from '#tests/free-port.ts'
import { serve } from '#tests/http-server.ts'

const proxies = listEdgeProxies()
const immutablePath = '/assets/a-B1a2.js'
const page = '/exam/mb-800'
const chunk = '/chunks/mb-800/1Zb8aT-x3_9k.json'
const chunkContent = Buffer.from(JSON.stringify({ questions: [{ text: 'What is posted?' }] }))

/** A site behind a shared cache. Its pages say how often they were rendered. */
async function openSite(proxy: EdgeProxy, edgeCacheSeconds = 1) {
  const port = await findFreePort()
  let renderings = 0
  const application = async (request: Request) => {
    const { pathname } = new URL(request.url)
    renderings += 1
    const headers: Record<string, string> = { 'Content-Type': 'text/html' }
    if (pathname === '/robots.txt') headers['Cache-Control'] = 'public, max-age=3600'
    return new Response(`${pathname} for ${request.headers.get('Cookie') ?? 'everyone'}, rendering ${renderings}`, { headers })
  }
  let contentVersion = 1
  const site = await serve({
    application,
    files: { [immutablePath]: 'let a = 1' },
    findChunk: async (address) => (address === chunk ? chunkContent : undefined),
    edgeCacheSeconds,
    publicOrigin: `http://127.0.0.1:${port}`,
    readContentVersion: async () => contentVersion,
  })
  const program = await proxy.start(port, site.port, '/robots.txt')
  onTestFinished(() => program.stop())
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const closeSite = async () => {
    site.server.closeAllConnections()
    await new Promise((resolve) => site.server.close(resolve))
  }
  return { read, closeSite, port, changeContent: () => void (contentVersion += 1) }
}

/** Longer than shared caches may send a page without asking the site. */
const untilStale = () => pause(1_500)

test('the documented configurations are those that the tests run', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
  for (const path of ['operations/nginx-cache.conf', 'operations/varnish.vcl']) expect(guide).toContain(path)
})

describe.each(proxies)('behind $name', (proxy) => {
  test('public pages and immutable files are stored, and members’ pages are not', async () => {
    const { read } = await openSite(proxy)
    const first = await read(page)
    expect(first.text).toContain('for everyone')
    // These are only for the cache.
    for (const name of ['Surrogate-Key', 'Cache-Tag']) expect(first.headers.get(name)).toBeNull()
    expect((await read(page, { Cookie: 'session=camille' })).text).toBe(first.text)
    const own = await read('/profile', { Cookie: 'session=camille' })
    expect(own.text).toContain('/profile for session=camille')
    expect((await read('/profile', { Cookie: 'session=noor' })).text).toContain('/profile for session=noor')
    expect((await read('/profile')).text).toContain('/profile for everyone')
  })

  test('public pages, immutable files and chunks of questions survive while the site is away, and personal pages fail', async () => {
    const { read, closeSite } = await openSite(proxy)
    const before = [await read(page), await read(immutablePath), await read(chunk)]
    expect(before[2]?.text).toBe(String(chunkContent))
    expect((await read(`${page}.data`)).status).toBe(200)
    await closeSite()
    await untilStale()
    for (let visits = 0; visits < 3; visits++) {
      const after = [await read(page, { Cookie: 'session=camille' }), await read(immutablePath), await read(chunk)]
      expect(after.map(({ status, text }) => [status, text])).toEqual(before.map(({ text }) => [200, text]))
    }
    expect((await read('/profile')).status).toBeGreaterThanOrEqual(502)
    expect((await read(chunk.replace('1', '2'))).status).toBeGreaterThanOrEqual(502)
    // Data are not stored, because they must fit the scripts of the open page. The service worker loads the page instead.
    expect((await read(`${page}.data`)).status).toBeGreaterThanOrEqual(502)
  })

  test('a page is asked for again after its time, in the background', async () => {
    const { read, changeContent } = await openSite(proxy)
    const { text } = await read(page)
    changeContent()
    // The site itself notices a change after two seconds.
    await pause(2_500)
    expect((await read(page)).text).toBe(text)
    await expect.poll(async () => (await read(page)).text, { timeout: 5000 }).not.toBe(text)
  })
})

describe.each(proxies.filter(({ name }) => name === 'Varnish'))('a purge of $name', (proxy) => {
  const purge = (port: number, token: string, keys: string) =>
    fetch(`http://127.0.0.1:${port}/purge`, { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Surrogate-Key': keys } })

  test('replaces the pages with a key, and needs the token', async () => {
    const { read, changeContent, port } = await openSite(proxy, 3600)
    const { text } = await read(page)
    changeContent()
    // The site itself notices a change after two seconds.
    await pause(2_500)
    expect((await purge(port, 'guessed', 'content')).status).toBe(403)
    expect((await purge(port, purgeToken, 'certification-pl-300')).status).toBe(200)
    for (let visits = 0; visits < 3; visits++) {
      expect((await read(page)).text).toBe(text)
      await pause(100)
    }
    expect((await purge(port, purgeToken, 'other content')).status).toBe(200)
    await expect.poll(async () => (await read(page)).text, { timeout: 5000 }).not.toBe(text)
  })

  test('leaves the earlier pages readable while the site is away', async () => {
    const { read, closeSite, port } = await openSite(proxy, 3600)
    const before = await read(page)
    await closeSite()
    expect((await purge(port, purgeToken, 'content')).status).toBe(200)
    for (let visits = 0; visits < 3; visits++) expect(await read(page)).toMatchObject({ status: 200, text: before.text })
  })
})
