import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { compressStaticFiles, readStaticFiles } from '#server/http/static-files.ts'

let folder: string
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the worker is revalidated on every visit and has a policy; files with a hash in their names are cached permanently', async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-files-'))
  await mkdir(join(folder, 'assets'))
  for (const name of ['sw.js', 'mark.svg', 'assets/exam-CVkVWyPN.js']) await writeFile(join(folder, name), 'content')
  const files = await readStaticFiles(folder)
  const headersOf = (address: string) => files.get(address)?.headers
  expect(headersOf('/sw.js')).toMatchObject({
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': expect.stringContaining("default-src 'self'"),
  })
  expect(headersOf('/mark.svg')?.['Cache-Control']).toBe('public, max-age=3600')
  expect(headersOf('/assets/exam-CVkVWyPN.js')?.['Cache-Control']).toBe('public, max-age=31536000, immutable')
  expect(headersOf('/assets/exam-CVkVWyPN.js')).not.toHaveProperty('Content-Security-Policy')
})

test('sends the versions of a file that were compressed at build time, which have no address of their own', async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-files-'))
  const script = 'content '.repeat(100)
  await writeFile(join(folder, 'sw.js'), script)
  await writeFile(join(folder, 'mark.svg'), 'small')
  await writeFile(join(folder, 'icon.png'), script)
  await compressStaticFiles(folder)
  const files = await readStaticFiles(folder)
  expect([...files.keys()].toSorted()).toEqual(['/icon.png', '/mark.svg', '/sw.js'])
  const { br, gzip, identity } = files.get('/sw.js')?.bodies ?? {}
  expect(identity?.body.toString()).toBe(script)
  expect(br && brotliDecompressSync(br.body).toString()).toBe(script)
  expect(br?.headers).toMatchObject({ 'Content-Encoding': 'br', 'Content-Length': br?.body.length })
  expect(gzip && gunzipSync(gzip.body).toString()).toBe(script)
  expect(Object.keys(files.get('/icon.png')?.bodies ?? {})).toEqual(['identity'])
})
