import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { assetBuildsKeptMax, shareAssets, type AssetsClock } from '#server/http/shared-assets.ts'
import { compressStaticFiles, openStaticFiles } from '#server/http/static-files.ts'
import { createLog } from '#server/log.ts'
import { silentLog } from '#tests/services.ts'

vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof import('node:fs/promises')>()
  return { ...original, link: vi.fn<typeof original.link>(original.link) }
})

let root: string
const servers: Server[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praxam-assets-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true, force: true })
})

/** A clock that advances only while the process waits. A wait ends once `waitsFor` resolves. */
function aClock() {
  const clock = {
    ms: 0,
    waitsFor: Promise.resolve(),
    now: () => clock.ms,
    wait: async (ms: number) => {
      await clock.waitsFor
      clock.ms += ms
    },
  }
  return clock
}

/** A process of a build whose assets are these files. Returns its origin. */
async function startBuild(build: string, files: Record<string, string>, clock: AssetsClock = aClock()): Promise<string> {
  const client = join(root, 'builds', build, 'client')
  mkdirSync(join(client, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(client, 'assets', name), text)
  await compressStaticFiles(client)
  const ownFiles = await openStaticFiles(client)
  const shared = await shareAssets({ folder: join(root, 'shared'), build, assets: join(client, 'assets') }, silentLog, clock)
  const server = createServer((request, response) => {
    void ownFiles
      .send(request, response)
      .then(async (isSent) => isSent || (await shared.send(request, response)) || response.writeHead(404).end())
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
const script = (text: string) => `export default ${JSON.stringify(text.repeat(300))}`

describe('the assets of a build', () => {
  test('are served by processes of the next build and of the build before', async () => {
    const first = await startBuild('aaaa', { 'page-1.js': script('one'), 'same-1.js': script('same') })
    const second = await startBuild('bbbb', { 'page-2.js': script('two'), 'same-1.js': script('same') })
    for (const [origin, name, text] of [
      [second, 'page-1.js', 'one'],
      [second, 'page-2.js', 'two'],
      [first, 'page-1.js', 'one'],
      [first, 'page-2.js', 'two'],
    ] as const)
      expect(await (await fetch(`${origin}/assets/${name}`)).text()).toBe(script(text))
  })

  test('are copied if they cannot be linked, such as to another disk', async () => {
    vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error('cross-device link'), { code: 'EXDEV' }))
    await startBuild('aaaa', { 'page-1.js': 'one' })
    const second = await startBuild('bbbb', { 'page-2.js': 'two' })
    expect(await (await fetch(`${second}/assets/page-1.js`)).text()).toBe('one')
  })

  test('are all found by the requests of one page, which arrive together', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `part-${i}.js`)
    await startBuild('aaaa', Object.fromEntries(names.map((name) => [name, script(name)])))
    const second = await startBuild('bbbb', { 'page-2.js': script('two') })
    const statuses = await Promise.all(names.map((name) => statusOf(`${second}/assets/${name}`)))
    expect(statuses).toEqual(names.map(() => 200))
  })

  test('are found even if the folder was read shortly before they were added, and it is read at most once per second', async () => {
    const clock = aClock()
    const first = await startBuild('aaaa', { 'page-1.js': script('one') }, clock)
    expect(await statusOf(`${first}/assets/page-2.js`)).toBe(404)
    clock.ms = 400
    let onAdded = () => {}
    clock.waitsFor = new Promise<void>((resolve) => (onAdded = resolve))
    const early = statusOf(`${first}/assets/page-2.js`)
    await startBuild('bbbb', { 'page-2.js': script('two') })
    onAdded()
    expect([await early, clock.ms]).toEqual([200, 1000])
  })

  test('are compressed and never change', async () => {
    await startBuild('aaaa', { 'page-1.js': script('one') })
    const second = await startBuild('bbbb', { 'page-2.js': script('two') })
    const response = await fetch(`${second}/assets/page-1.js`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await response.text()).toBe(script('one'))
  })

  test('are the only files that are served', async () => {
    writeFileSync(join(root, 'secrets.json'), 'secret')
    const first = await startBuild('aaaa', { 'page-1.js': script('one') })
    for (const path of [
      '/assets/../../secrets.json',
      '/assets/%2e%2e/secrets.json',
      '/assets/',
      '/assets/aaaa',
      '/assets/page-1.js.gz',
      '/x.js',
    ])
      expect([path, await statusOf(first + path)]).toEqual([path, 404])
    expect(await statusOf(`${first}/assets/page-9.js`, { method: 'POST' })).toBe(404)
  })

  test('are kept for the last builds that were started', async () => {
    for (let number = 0; number < assetBuildsKeptMax; number += 1) {
      await startBuild(`a${number}`, { 'page.js': script('one') })
      utimesSync(join(root, 'shared', `a${number}`), number, number)
    }
    // Started again, so that the second build is the oldest one.
    await startBuild('a0', { 'page.js': script('one') })
    mkdirSync(join(root, 'shared/a9.partial-1'))
    utimesSync(join(root, 'shared/a9.partial-1'), 1, 1)
    await startBuild('b0', { 'page.js': script('one') })
    expect(readdirSync(join(root, 'shared')).toSorted()).toEqual(['a0', 'a2', 'a3', 'a4', 'b0'])
  })

  test('that cannot be copied are a warning', async () => {
    const lines: string[] = []
    writeFileSync(join(root, 'file'), '')
    const log = createLog('warn', { write: (line) => lines.push(line) })
    mkdirSync(join(root, 'assets'))
    await shareAssets({ folder: join(root, 'file/shared'), build: 'aaaa', assets: join(root, 'assets') }, log)
    expect(lines).toEqual([expect.stringContaining('could not be copied')])
  })
})
