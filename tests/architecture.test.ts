import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function sourcesOf(room: string): { path: string; text: string }[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))
}

/** Whether a file is for tests only: a test file, or setup that the tests of one folder share. */
const isTest = (path: string) => /\.test(?:-setup)?\.tsx?$/.test(path)

const importsOf = (text: string) => [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)

describe('exam', () => {
  const own = sourcesOf('src/exam').filter(({ path }) => !isTest(path))

  test('imports only itself', () => {
    for (const { path, text } of own)
      expect([path, importsOf(text).filter((specifier) => !specifier.startsWith('#exam/'))]).toEqual([path, []])
  })

  test('has no clock and no randomness', () => {
    for (const { path, text } of own)
      expect([path, text.match(/Date\.now|new Date\(\)|Math\.random|performance\.|crypto\./g)]).toEqual([path, null])
  })
})

describe('worker', () => {
  test('imports only exam and itself', () => {
    for (const { path, text } of sourcesOf('src/worker').filter(({ path }) => !isTest(path)))
      expect([path, importsOf(text).filter((specifier) => !/^(#exam|\.)\//.test(specifier))]).toEqual([path, []])
  })

  test('shares only its messages with the web', () => {
    for (const { path, text } of sourcesOf('src/web'))
      expect([
        path,
        importsOf(text).filter((specifier) => specifier.startsWith('#worker/') && specifier !== '#worker/messages.ts'),
      ]).toEqual([path, []])
  })
})

describe('server', () => {
  test('is free of JSX and imports only exam, itself and packages', () => {
    for (const { path, text } of sourcesOf('src/server').filter(({ path }) => !isTest(path))) {
      expect(path).toMatch(/\.(?:ts|js)$/)
      expect([path, importsOf(text).filter((specifier) => /^(#web|#tests|\.\.)/.test(specifier))]).toEqual([path, []])
    }
  })
})

/** The modules and packages that are loaded when a module starts. Imports of types and imports on demand do not count. */
function listLoaded(start: string): string[] {
  const loaded = new Set([start])
  for (const path of loaded) {
    if (!/^(?:src|tools)\//.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^']*?from '([^']+)'/gm))
      loaded.add(name.startsWith('.') ? join(path, '..', name) : name.replace('#', 'src/'))
  }
  return [...loaded]
}

describe('the start', () => {
  // Each import starts a thread. When the thread also loaded accounts and queries, its start took three times as long.
  test('of the thread of an import loads no queries, no accounts, and no catalogue', () => {
    const loaded = listLoaded('src/server/bank/import/worker.ts')
    expect(loaded).toContain('src/server/bank/import/check-items.ts')
    expect(loaded.filter((name) => /^kysely$|^zod$|better-auth|server\/(?:accounts|catalogue)\//.test(name))).toEqual([])
  })

  // With the sign-in library, these commands loaded twice as many modules and took twice as long.
  test.each(['backup', 'content-edition', 'export-bank', 'import-bank', 'make-admin'])(
    'of %s does not load the library of sign-in',
    (command) => {
      const loaded = listLoaded(`tools/${command}.ts`)
      expect(loaded).toContain('src/server/accounts/administrators.ts')
      expect(loaded.filter((name) => name.includes('better-auth'))).toEqual([])
    },
  )
})

describe('transactions', () => {
  test('are opened in one module, which retries them', () => {
    const places = [...sourcesOf('src'), ...sourcesOf('tools')]
      .filter(({ path, text }) => !isTest(path) && /\.(?:transaction|startTransaction)\(\)/.test(text))
      .map(({ path }) => path)
    expect(places).toEqual(['src/server/db/transact.ts'])
  })
})

describe('web', () => {
  test('has no style attributes, which the content security policy refuses', () => {
    for (const { path, text } of sourcesOf('src/web')) expect([path, text.match(/\bstyle=/g)]).toEqual([path, null])
  })

  test('shows HTML in one place only', () => {
    const places = sourcesOf('src/web')
      .filter(({ text }) => text.includes('dangerouslySetInnerHTML'))
      .map(({ path }) => path)
    expect(places).toEqual(['src/web/ui/rich-text.tsx'])
  })

  test('gives every exported type a name of its own', () => {
    const names = sourcesOf('src').flatMap(({ text }) =>
      [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(([, name]) => name),
    )
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })
})

/**
 * Product areas. An area has the same folder name in `src/server` and `src/web`, but may have only one of the two folders. The
 * screens of administrators are in `src/web/admin/<area>`.
 */
const areas = [
  'accounts',
  'audit',
  'bank',
  'catalogue',
  'challenges',
  'contact',
  'exam-dates',
  'flashcards',
  'freshness',
  'guides',
  'home',
  'legal',
  'links',
  'notes',
  'offline',
  'operations',
  'practice',
  'profile',
  'progress',
  'readiness',
  'record',
  'reminders',
  'reports',
  'rescoring',
  'review',
  'settings',
  'share-images',
  'sharing',
  'simulation',
  'statistics',
  'sync',
  'today',
  'tutor',
]

/** Folders whose files every area may import. */
const sharedFolders = { server: ['db', 'http', 'mail', 'platform'], web: ['admin', 'http', 'layout', 'seo', 'styles', 'text', 'ui'] }

/** The only files outside a folder: they start the process or make up the frame of the site. */
const rootFiles = {
  server: [
    'config.ts',
    'dev.ts',
    'launch.js',
    'log.ts',
    'main.ts',
    'not-in-the-browser.ts',
    'prepare-build.ts',
    'serve-build.ts',
    'services.ts',
    'start.ts',
  ],
  web: ['context.ts', 'entry.client.tsx', 'entry.server.tsx', 'root.tsx', 'routes.ts'],
}

/** The areas that shared folders may import. For example, the header shows who is signed in. All other imports of areas are forbidden. */
const sharedMayUse: Record<string, string[]> = {
  'web/admin': ['accounts'],
  'web/layout': ['accounts'],
  'server/http': [],
}

/** `area` is undefined for files in the root or in a shared folder. Other folders must not import files inside `folder` directly. */
function placeOf(path: string): { room: 'server' | 'web'; folder: string; area: string | undefined } | undefined {
  const [, room, first = '', second = ''] = path.split('/')
  if (room !== 'server' && room !== 'web') return undefined
  if (room === 'web' && first === 'admin' && areas.includes(second)) return { room, folder: `admin/${second}`, area: `admin/${second}` }
  return { room, folder: first, area: areas.includes(first) ? first : undefined }
}

const aliases: Record<string, string> = { '#server/': 'src/server/', '#web/': 'src/web/' }

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.includes('/+types/')) return undefined
  if (specifier.startsWith('.')) return join(path, '..', specifier)
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix))
  return alias && `${aliases[alias]}${specifier.slice(alias.length)}`
}

/** Decides which accounts may write. It is imported directly, because the entry module of accounts also loads the sign-in library. */
const whoMayWrite = 'src/server/accounts/administrators.ts'

describe('areas', () => {
  const sources = [...sourcesOf('src/server'), ...sourcesOf('src/web')].filter(({ path }) => !isTest(path))
  const imports = sources.flatMap(({ path, text }) =>
    importsOf(text).flatMap((specifier) => {
      const [target, from] = [targetOf(path, specifier), placeOf(path)]
      const to = target && placeOf(target)
      return target && from && to ? [{ path, target, from, to }] : []
    }),
  )

  test('contain every file except those named here', () => {
    const outside = sources.flatMap(({ path }) => {
      const [, room = '', first = '', second] = path.split('/')
      if (room !== 'server' && room !== 'web') return []
      const isKnown = second === undefined ? rootFiles[room].includes(first) : [...areas, ...sharedFolders[room]].includes(first)
      return isKnown ? [] : [path]
    })
    expect(outside).toEqual([])
  })

  test('are imported only through their entry module', () => {
    const shortcuts = imports.filter(
      ({ path, target, from, to }) =>
        to.area !== undefined &&
        !(from.room === to.room && from.folder === to.folder) &&
        !/\/index(?:\.server)?\.ts$/.test(target) &&
        target !== whoMayWrite &&
        // The launcher must start fast, so it imports only what it needs.
        !['src/web/routes.ts', 'src/server/launch.js'].includes(path),
    )
    expect(shortcuts.map(({ path, target }) => `${path} imports ${target}`)).toEqual([])
  })

  test('have no import cycles', () => {
    for (const room of ['server', 'web'] as const) {
      const uses = new Map<string, Set<string>>()
      for (const { from, to } of imports)
        if (from.room === room && to.room === room && from.area && to.area && from.area !== to.area)
          uses.set(from.area, (uses.get(from.area) ?? new Set()).add(to.area))
      expect(findCycle(uses)).toEqual([])
    }
  })

  test('are not used by shared folders, with a few exceptions', () => {
    const climbing = imports.filter(
      ({ from, to }) =>
        from.area === undefined &&
        sharedFolders[from.room].includes(from.folder) &&
        to.area !== undefined &&
        from.room === to.room &&
        !sharedMayUse[`${from.room}/${from.folder}`]?.includes(to.area),
    )
    expect(climbing.map(({ path, target }) => `${path} imports ${target}`)).toEqual([])
  })
})

/** The names on one cycle of a graph, or an empty list. */
function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>()
  const visit = (name: string, trail: readonly string[]): string[] => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name]
    if (done.has(name)) return []
    for (const next of edges.get(name) ?? []) {
      const cycle = visit(next, [...trail, name])
      if (cycle.length > 0) return cycle
    }
    done.add(name)
    return []
  }
  for (const name of edges.keys()) {
    const cycle = visit(name, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

describe('every file', () => {
  test('imports with the extension', () => {
    for (const { path, text } of [...sourcesOf('src'), ...sourcesOf('tests'), ...sourcesOf('tools')]) {
      const bare = importsOf(text).filter(
        (specifier) => /^(#|\.)/.test(specifier) && !/\.(tsx?|js|css|json|woff2)(\?url)?$/.test(specifier),
      )
      expect([path, bare]).toEqual([path, []])
    }
  })
})
