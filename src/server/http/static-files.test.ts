import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compressStaticFiles, openStaticFiles, readStaticFile } from '#server/http/static-files.ts'

let folder: string
const servers: Server[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-files-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Serves the folder, from memory first. Returns a function that requests a file; it was `cached` if it was in memory. */
async function serveFolder(readOne = readStaticFile) {
  const files = await openStaticFiles(folder, readOne)
  const server = createServer((request, response) => {
    response.setHeader('X-Cached', 'yes')
    if (files.sendCached(request, response)) return
    response.removeHeader('X-Cached')
    void files.send(request, response).then(
      (isSent) => isSent || response.writeHead(404).end(),
      () => response.writeHead(500).end(),
    )
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return async (path: string, encoding = 'identity', method = 'GET') => {
    const sent = get({ port, path, method, agent: false, headers: { 'Accept-Encoding': encoding } })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await buffer(response)
    return { status: response.statusCode, headers: response.headers, body, isCached: response.headers['x-cached'] === 'yes' }
  }
}

test('the worker is revalidated on every visit and has a policy; files with a hash in their names are cached permanently', async () => {
  await mkdir(join(folder, 'assets'))
  for (const name of ['sw.js', 'mark.svg', 'assets/exam-CVkVWyPN.js']) await writeFile(join(folder, name), 'content')
  const ask = await serveFolder()
  expect((await ask('/sw.js')).headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
  expect((await ask('/mark.svg')).headers['cache-control']).toBe('public, max-age=3600')
  const asset = await ask('/assets/exam-CVkVWyPN.js?v=1')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers).not.toHaveProperty('content-security-policy')
})

test('sends the versions of a file that were compressed at build time, which have no address of their own', async () => {
  const script = 'content '.repeat(100)
  await writeFile(join(folder, 'sw.js'), script)
  await writeFile(join(folder, 'mark.svg'), 'small')
  await writeFile(join(folder, 'icon.png'), script)
  await compressStaticFiles(folder)
  const ask = await serveFolder()
  const statuses = ['/icon.png', '/mark.svg', '/sw.js', '/sw.js.br', '/sw.js.gz'].map(async (path) => (await ask(path)).status)
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404])
  expect((await ask('/sw.js')).body.toString()).toBe(script)
  const br = await ask('/sw.js', 'br')
  expect(brotliDecompressSync(br.body).toString()).toBe(script)
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(br.body.length) })
  expect(gunzipSync((await ask('/sw.js', 'gzip')).body).toString()).toBe(script)
  expect((await ask('/icon.png', 'br, gzip')).headers).not.toHaveProperty('content-encoding')
})

test('reads a file when it is first requested, and then sends it from memory, even if the build was removed', async () => {
  for (const name of ['sw.js', 'mark.svg']) await writeFile(join(folder, name), 'content')
  const ask = await serveFolder()
  const first = await ask('/sw.js', 'identity', 'HEAD')
  expect([first.isCached, first.body.length, first.headers['content-length']]).toEqual([false, 0, '7'])
  await rm(folder, { recursive: true })
  const second = await ask('/sw.js')
  expect([second.isCached, second.body.toString(), second.headers.etag]).toEqual([true, 'content', first.headers.etag])
  expect((await ask('/mark.svg')).status).toBe(404)
  expect((await ask('/sw.js', 'identity', 'DELETE')).status).toBe(404)
})

test('reads a file once for all requests that arrive before it is in memory', async () => {
  await writeFile(join(folder, 'sw.js'), 'content')
  const readOne = vi.fn<typeof readStaticFile>(readStaticFile)
  const ask = await serveFolder(readOne)
  const responses = await Promise.all(Array.from({ length: 50 }, () => ask('/sw.js')))
  expect(new Set(responses.map(({ body }) => body.toString()))).toEqual(new Set(['content']))
  expect(readOne).toHaveBeenCalledOnce()
})

test.each(['sw.js', 'sw.js.br'])(
  'does not treat %s as missing while it cannot be read, and tries again with the next request',
  async (name) => {
    await writeFile(join(folder, 'sw.js'), 'content '.repeat(100))
    await compressStaticFiles(folder)
    const ask = await serveFolder()
    await rename(join(folder, name), join(folder, 'moved'))
    await mkdir(join(folder, name))
    expect((await ask('/sw.js', 'br')).status).toBe(500)
    await rm(join(folder, name), { recursive: true })
    await rename(join(folder, 'moved'), join(folder, name))
    const later = await ask('/sw.js', 'br')
    expect([later.status, later.headers['content-encoding']]).toEqual([200, 'br'])
  },
)
