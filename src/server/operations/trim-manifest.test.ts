import { expect, test } from 'vitest'
import { trimManifest } from '#server/operations/trim-manifest.ts'

test('the list of routes that pages download has only pages and actions, no addresses of the API, and no imports of pages', () => {
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
  const { notes: _, download: __, exam, ...routes } = manifest.routes
  const { imports: _imports, ...trimmedExam } = exam
  expect(trimManifest(manifest)).toEqual({ ...manifest, routes: { ...routes, exam: trimmedExam } })
})
