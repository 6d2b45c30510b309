/** Checks what documents, the lockfile and the scripts say about the project's files and its version of Node. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkProgram } from '#tests/optional-programs.ts'
import { listDatabaseTests } from '../tools/database-tests.ts'

const root = join(import.meta.dirname, '..')

describe('docs', () => {
  const guides = [
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
    'README.md',
    'CONTRIBUTING.md',
  ]

  test('name only files and folders that exist', () => {
    const missing = guides
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/`((?:src|tests|tools|content)\/[\w./-]+)`/g)].flatMap(([, named = '']) =>
          existsSync(join(root, named)) || examples.includes(named) ? [] : [`${path} names ${named}`],
        ),
      )
    expect(missing).toEqual([])
  })
})

/** Paths that CONTRIBUTING.md uses as examples of files to create. */
const examples = ['src/web/progress/streak.tsx']

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
    // fsevents is only for development on macOS, and npm skips it elsewhere.
    expect(
      packages.filter(([path, { hasInstallScript }]) => hasInstallScript && !path.endsWith('/fsevents')).map(([path]) => path),
    ).toEqual([])
  })
})

test('npm scripts run on the Node that the project carries', () => {
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
})

describe('the tests that are repeated on PostgreSQL', () => {
  const files = listDatabaseTests()

  test('include those that are skipped without it', () => {
    const tests = ['src', 'tests']
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
      .filter((path) => /\.test\.tsx?$/.test(path))
    const skipped = tests.filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return /\.(?:skip|run)If\(/.test(text) && text.includes("process.env['DATABASE_URL']")
    })
    expect(skipped).toContain('tests/query-plans.test.ts')
    expect(skipped.filter((path) => !files.includes(path))).toEqual([])
  })

  test('include those that open a database through a module of the tests', () => {
    for (const path of ['tests/saving-paths.test.ts', 'src/web/sync/two-devices.test.ts']) expect(files).toContain(path)
  })
})

describe('a program that tests start', () => {
  test('is installed before the tests of the build, which require it', () => {
    const script = readFileSync(join(root, '.ci/run'), 'utf8')
    expect(script).toContain('.ci/install postgresql pgbouncer nginx varnish varnish-modules')
    expect(script).toMatch(/^REQUIRE_TEST_PROGRAMS=\w+ .*npm test/m)
  })

  test('fails the tests that need it if it is required and missing, and otherwise they are skipped', () => {
    vi.stubEnv('REQUIRE_TEST_PROGRAMS', 'yes')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(() => checkProgram('varnish', false)).toThrow('package varnish is not installed: .ci/install varnish')
    expect(checkProgram('varnish', true)).toBe(true)
    vi.stubEnv('REQUIRE_TEST_PROGRAMS', '')
    expect(checkProgram('varnish', false)).toBe(false)
  })
})
