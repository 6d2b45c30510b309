import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseManifest } from '#exam/react-router-internals.ts'
import { trimManifest } from '#server/operations/trim-manifest.ts'

test('the list of routes that pages download has only pages and actions, no addresses of the API, and no imports of pages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'praxam-manifest-'))
  try {
    await mkdir(join(folder, 'assets'))
    const file = join(folder, 'assets/manifest-1a2b3c4d.js')
    const route = { module: '/assets/a.js', hasDefaultExport: true, hasAction: false }
    const manifest = {
      version: '1a2b3c4d',
      url: '/assets/manifest-1a2b3c4d.js',
      entry: { module: '/assets/entry.js', imports: [], css: [] },
      routes: {
        root: { ...route, path: '' },
        exam: { ...route, path: 'exam/:id', parentId: 'root', imports: ['/assets/c.js', '/assets/b.js'] },
        signOut: { ...route, path: 'sign-out', parentId: 'root', hasDefaultExport: false, hasAction: true },
        download: { ...route, path: 'profile/my-data.json', parentId: 'root', hasDefaultExport: false },
        notes: { ...route, path: 'api/notes', parentId: 'root', hasDefaultExport: false, hasAction: true },
      },
    }
    await writeFile(file, `window.__reactRouterManifest=${JSON.stringify(manifest)};`)
    await trimManifest(folder)
    const { root, exam, signOut } = manifest.routes
    const { imports: _, ...trimmedExam } = exam
    expect(parseManifest(await readFile(file, 'utf8'))).toEqual({ ...manifest, routes: { root, exam: trimmedExam, signOut } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
