import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readStaticFiles } from '#server/http/static-files.ts'

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
