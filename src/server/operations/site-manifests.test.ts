import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseManifest } from '#exam/react-router-internals.ts'
import { readManifests, writeManifests } from '#server/operations/site-manifests.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxam-manifests-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const english = {
  version: '1a2b3c4d',
  url: '/assets/manifest-1a2b3c4d.js',
  entry: { module: '/assets/entry-en.js', imports: ['/assets/shared-en.js'], css: [] },
  routes: {
    root: { path: '', module: '/assets/root-en.js', imports: ['/assets/shared-en.js'], css: ['/assets/root.css'], hasDefaultExport: true },
    'home/home': { parentId: 'root', module: '/assets/home-en.js', imports: [], css: [], hasDefaultExport: true },
    'api/notes': { path: 'api/notes', parentId: 'root', module: '/assets/notes.js', imports: [], css: [], hasAction: true },
  },
}
const routeFiles = { root: { file: 'root.tsx' }, 'home/home': { file: 'home/home.tsx' }, 'api/notes': { file: 'notes/api/notes.ts' } }
const mark = '?__react-router-build-client-route'
const french = {
  'src/web/entry.client.tsx': { file: 'assets/entry-fr.js', imports: ['_shared.js'] },
  [`src/web/root.tsx${mark}`]: { file: 'assets/root-fr.js' },
  [`src/web/home/home.tsx${mark}`]: { file: 'assets/home-fr.js', imports: ['_list.js'] },
  [`src/web/notes/api/notes.ts${mark}`]: { file: 'assets/notes.js' },
  '_list.js': { file: 'assets/list-fr.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-fr.js' },
}

async function write(chunks: object): Promise<void> {
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await mkdir(join(folder, 'client/.vite'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'client/assets/manifest-1a2b3c4d.js'), `window.__reactRouterManifest=${JSON.stringify(english)};`)
  await writeFile(join(folder, 'client/.vite/fr.json'), JSON.stringify(chunks))
}

test('each language has the same routes and styles with its own scripts, and all have one version', async () => {
  await write(french)
  await writeManifests(folder, 'src/web', routeFiles)
  const { en, fr } = await readManifests(folder)
  expect(en.routes).toEqual(english.routes)
  expect(fr.entry).toEqual({ module: '/assets/entry-fr.js', imports: ['/assets/shared-fr.js'], css: [] })
  // The root route loads the same files as the entry.
  expect(fr.routes['root']).toEqual({ ...english.routes.root, module: '/assets/root-fr.js', imports: ['/assets/shared-fr.js'] })
  expect(fr.routes['home/home']).toMatchObject({ module: '/assets/home-fr.js', imports: ['/assets/list-fr.js', '/assets/shared-fr.js'] })
  expect(fr.version).toBe(en.version)
  expect(await readdir(join(folder, 'client'))).toEqual(['assets'])
  expect((await readdir(join(folder, 'client/assets'))).toSorted()).toEqual([en.url, fr.url].map((url) => url.replace('/assets/', '')))
  const script = parseManifest(await readFile(join(folder, 'client', fr.url), 'utf8'))
  expect([script.version, script.url, Object.keys(script.routes)]).toEqual([fr.version, fr.url, ['root', 'home/home']])
})

test('a change of the texts of one language changes the version of all', async () => {
  await write(french)
  const before = await writeManifests(folder, 'src/web', routeFiles)
  await rm(folder, { recursive: true })
  await write({ ...french, '_list.js': { file: 'assets/list-fr-2.js' } })
  const after = await writeManifests(folder, 'src/web', routeFiles)
  expect(after.en.version).not.toBe(before.en.version)
})

test('a script that the build lacks is an error', async () => {
  await write({ ...french, [`src/web/home/home.tsx${mark}`]: undefined })
  await expect(writeManifests(folder, 'src/web', routeFiles)).rejects.toThrow('The browser build has no src/web/home/home.tsx')
})
