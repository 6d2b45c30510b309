import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { buildServiceWorker } from '#server/operations/build-service-worker.ts'
import type { SiteManifests } from '#server/operations/site-manifests.ts'

let folder: string
afterEach(() => rm(folder, { recursive: true, force: true }))

const page = (name: string, parentId?: string, path?: string) => ({
  ...(path !== undefined && { path }),
  ...(parentId && { parentId }),
  module: `/assets/${name}-1.js`,
  imports: ['/assets/shared-1.js'],
  hasDefaultExport: true,
})

test('the worker contains the build and the files for offline use, and no pages of administrators or members', async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-worker-'))
  await mkdir(join(folder, 'assets'))
  const manifest = {
    version: '1a2b3c4d',
    url: '/assets/manifest-1a2b3c4d.js',
    entry: { module: '/assets/entry-1.js', imports: [], css: [] },
    routes: {
      root: page('root'),
      exam: page('exam', 'root', 'exam/:certificationId'),
      login: page('login', 'root', 'login'),
      profile: page('profile', 'root', 'profile/history'),
      admin: page('admin', 'root', 'admin'),
      bank: { ...page('bank', 'admin', 'images'), css: ['/assets/bank-1.css'] },
      api: { ...page('api', 'root', 'api/questions'), hasDefaultExport: false },
    },
  }
  const others = [
    'assets/styles-1.css',
    'assets/radio-canada-latin-wdth-normal-1.woff2',
    'assets/radio-canada-vietnamese-wdth-normal-1.woff2',
  ]
  await writeFile(join(folder, 'assets/exam-1.js'), 'import("./leave-1.js")')
  await writeFile(join(folder, 'assets/leave-1.js'), 'import "./sender-1.js"')
  await writeFile(join(folder, 'assets/sender-1.js'), 'name="nowhere-1.js"')
  for (const name of [...others, 'mark.svg', 'icon-512.png']) await writeFile(join(folder, name), '')
  const french = { ...manifest, url: '/assets/manifest-fr-1a2b3c4d.js' }
  await buildServiceWorker(join(import.meta.dirname, '../../..'), folder, { en: manifest, fr: french } as unknown as SiteManifests)
  const worker = await readFile(join(folder, 'sw.js'), 'utf8')
  expect(worker).toContain('1a2b3c4d')
  const files = new Set(worker.match(/\/(?:assets\/[\w-]+|[\w-]+)\.(?:js|css|woff2|svg|png)/g))
  expect([...files].toSorted()).toEqual([
    '/assets/entry-1.js',
    '/assets/exam-1.js',
    '/assets/leave-1.js',
    '/assets/manifest-1a2b3c4d.js',
    '/assets/manifest-fr-1a2b3c4d.js',
    '/assets/radio-canada-latin-wdth-normal-1.woff2',
    '/assets/root-1.js',
    '/assets/sender-1.js',
    '/assets/shared-1.js',
    '/assets/styles-1.css',
    '/mark.svg',
  ])
})
