import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildWhenNeeded } from '#server/operations/build.ts'
import { buildsKeptMax } from '#server/operations/create-build.ts'
import { findPrepared, preparedPath } from '#server/operations/prepared-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'praxam-build-'))
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'public'))
  for (const name of ['package.json', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts']) writeFileSync(join(root, name), '')
  change('first')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

/** Changes the sources, as an update does. */
const change = (text: string) => writeFileSync(join(root, 'src/page.ts'), text)

/** A build that copies the source into a file. */
const build = (count: { builds: number }) => async (_: string, folder: string) => {
  count.builds += 1
  mkdirSync(folder)
  writeFileSync(join(folder, 'page.js'), readFileSync(join(root, 'src/page.ts')))
}
const built = () => readdirSync(join(root, 'build')).filter((name) => name !== 'lock.sqlite')

describe('a build', () => {
  test('runs once per change, and earlier builds are kept', async () => {
    const count = { builds: 0 }
    const first = await buildWhenNeeded(root, build(count))
    expect(await buildWhenNeeded(root, build(count))).toBe(first)
    change('second')
    const second = await buildWhenNeeded(root, build(count))
    expect(count.builds).toBe(2)
    expect([first, second].map((folder) => readFileSync(join(folder, 'page.js'), 'utf8'))).toEqual(['first', 'second'])
    change('first')
    expect(await buildWhenNeeded(root, build(count))).toBe(first)
  })

  test('that fails leaves nothing, and the next one succeeds', async () => {
    const failing = async (_: string, folder: string) => {
      mkdirSync(folder)
      throw new Error('no memory')
    }
    await expect(buildWhenNeeded(root, failing)).rejects.toThrow('no memory')
    expect(built()).toEqual([])
    expect(basename(await buildWhenNeeded(root, build({ builds: 0 })))).toBe(built()[0])
  })

  test('removes the files of killed builds and of earlier releases, and all but the last builds', async () => {
    mkdirSync(join(root, 'build/client'), { recursive: true })
    mkdirSync(join(root, 'build/0123456789abcdef.partial-1'))
    const folders: string[] = []
    for (let number = 0; number < buildsKeptMax + 1; number += 1) {
      change(`release ${number}`)
      const folder = await buildWhenNeeded(root, build({ builds: 0 }))
      // One second apart, in this order.
      utimesSync(folder, number, number)
      folders.push(basename(folder))
    }
    expect(built().toSorted()).toEqual(folders.slice(1).toSorted())
  })

  test('keeps nothing locked while it waits, so that two processes never wait for each other', async () => {
    mkdirSync(join(root, 'build'))
    const reader = new DatabaseSync(join(root, 'build/lock.sqlite'))
    reader.exec('BEGIN; SELECT * FROM sqlite_schema')
    const waiting = buildWhenNeeded(root, build({ builds: 0 }))
    const tries = vi.spyOn(DatabaseSync.prototype, 'exec')
    await vi.waitFor(() => expect(tries).toHaveBeenCalled())
    reader.close()
    const other = new DatabaseSync(join(root, 'build/lock.sqlite'), { timeout: 0 })
    other.exec('BEGIN EXCLUSIVE')
    other.close()
    expect(basename(await waiting)).toBe(built()[0])
  })

  test('runs once when three processes start at the same time, and all of them get the complete files', async () => {
    const script = `
      import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
      import { join } from 'node:path'
      import { setTimeout } from 'node:timers/promises'
      import { buildWhenNeeded } from ${JSON.stringify(import.meta.resolve('./build.ts'))}
      const root = ${JSON.stringify(root)}
      const folder = await buildWhenNeeded(root, async (_, folder) => {
        appendFileSync(join(root, 'builds.txt'), 'build ')
        mkdirSync(folder)
        for (const name of ['one', 'two', 'three']) {
          await setTimeout(150)
          writeFileSync(join(folder, name), name)
        }
      })
      process.stdout.write(['one', 'two', 'three'].map((name) => readFileSync(join(folder, name), 'utf8')).join(' ') + ' ' + folder)`
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    const outputs = (await Promise.all([start(), start(), start()])).map(({ stdout }) => stdout.split('\n').at(-1))
    expect(new Set(outputs)).toEqual(new Set([`one two three ${join(root, 'build', built()[0] ?? '')}`]))
    expect(readFileSync(join(root, 'builds.txt'), 'utf8')).toBe('build ')
  })

  test('has a prepared file until a file that it was made from changes', async () => {
    mkdirSync(join(root, 'content/guides'), { recursive: true })
    mkdirSync(join(root, 'content/bank'))
    writeFileSync(join(root, 'content/certifications.json'), '[]')
    const folder = await buildWhenNeeded(root, build({ builds: 0 }))
    expect(await findPrepared(root, folder, 'guides')).toBeUndefined()
    const file = await preparedPath(root, folder, 'guides')
    writeFileSync(file, '[]')
    writeFileSync(join(root, 'content/bank/mb-800.json'), '[]')
    expect(await findPrepared(root, folder, 'guides')).toBe(file)
    writeFileSync(join(root, 'content/guides/one.md'), 'One')
    expect(await findPrepared(root, folder, 'guides')).toBeUndefined()
  })
})
