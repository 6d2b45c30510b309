/** The rules of the house that no other tool keeps. Lint keeps the import rules within each room. */
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function sourcesOf(room: string): { path: string; text: string }[] {
  return readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }))
}

const importsOf = (text: string) => [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)

describe('exam', () => {
  const own = sourcesOf('src/exam').filter(({ path }) => !path.includes('.test.'))

  test('imports only itself', () => {
    for (const { path, text } of own)
      expect([path, importsOf(text).filter((specifier) => !specifier.startsWith('#exam/'))]).toEqual([path, []])
  })

  test('has no clock and no chance of its own', () => {
    for (const { path, text } of own)
      expect([path, text.match(/Date\.now|new Date\(\)|Math\.random|performance\.|crypto\./g)]).toEqual([path, null])
  })
})

describe('worker', () => {
  test('imports only exam and itself', () => {
    for (const { path, text } of sourcesOf('src/worker').filter(({ path }) => !path.includes('.test.')))
      expect([path, importsOf(text).filter((specifier) => !/^(#exam|\.)\//.test(specifier))]).toEqual([path, []])
  })

  test('lends the web its messages and nothing else', () => {
    for (const { path, text } of sourcesOf('src/web'))
      expect([
        path,
        importsOf(text).filter((specifier) => specifier.startsWith('#worker/') && specifier !== '#worker/messages.ts'),
      ]).toEqual([path, []])
  })
})

describe('server', () => {
  test('is free of JSX and imports only exam, itself and packages', () => {
    for (const { path, text } of sourcesOf('src/server').filter(({ path }) => !path.includes('.test.'))) {
      expect(path).toMatch(/\.ts$/)
      expect([path, importsOf(text).filter((specifier) => /^(#web|#tests|\.\.)/.test(specifier))]).toEqual([path, []])
    }
  })
})

describe('web', () => {
  test('keeps words out of inline styles: the content policy refuses style attributes', () => {
    for (const { path, text } of sourcesOf('src/web')) expect([path, text.match(/\bstyle=/g)]).toEqual([path, null])
  })

  test('shows HTML in one place only', () => {
    const places = sourcesOf('src/web')
      .filter(({ text }) => text.includes('dangerouslySetInnerHTML'))
      .map(({ path }) => path)
    expect(places).toEqual(['src/web/ui/rich-text.tsx'])
  })
})

describe('every room', () => {
  test('imports with the extension', () => {
    for (const { path, text } of [...sourcesOf('src'), ...sourcesOf('tests'), ...sourcesOf('tools')]) {
      const bare = importsOf(text).filter((specifier) => /^(#|\.)/.test(specifier) && !/\.(tsx?|css|json|woff2)(\?url)?$/.test(specifier))
      expect([path, bare]).toEqual([path, []])
    }
  })
})

describe('the lockfile', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { optionalDependencies?: Record<string, string>; hasInstallScript?: boolean; resolved?: string; dev?: boolean }
    >
  }
  const packages = Object.entries(lock.packages)

  test('has an entry for every optional dependency it names, or npm ci fails', () => {
    const missing = packages.flatMap(([, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !packages.some(([path]) => path.endsWith(`node_modules/${name}`))),
    )
    expect(missing).toEqual([])
  })

  test('carries no download addresses', () => {
    expect(packages.filter(([, { resolved }]) => resolved?.startsWith('http')).map(([path]) => path)).toEqual([])
  })

  test('has no package with an install script that our platforms would run', () => {
    // fsevents is for macOS development only, and npm skips it elsewhere.
    expect(
      packages.filter(([path, { hasInstallScript }]) => hasInstallScript && !path.endsWith('/fsevents')).map(([path]) => path),
    ).toEqual([])
  })
})

test('npm scripts run on the Node that the project carries', () => {
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
})
