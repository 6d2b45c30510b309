/** Runs the `check-pages` command as a maintainer does. No test changes the content files. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-pages-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...words: string[]) {
  const tool = join(import.meta.dirname, '../tools/check-pages.ts')
  return spawnSync(process.execPath, [tool, ...words], { encoding: 'utf8' })
}

test('pages of repositories that are not in the folder are not compared', () => {
  const { stdout, stderr, status } = run(folder)
  const counts = [...stdout.matchAll(/^Not compared: (\S+) is not in the folder \(questions: (\d+)\)$/gm)]
  expect(counts.map(([, repository]) => repository)).toContain('MicrosoftDocs/power-platform')
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBeGreaterThan(600)
  expect([stdout.split('\n').at(-2), stderr, status]).toEqual(['Found 0 differences.', '', 0])
})

test('a missing or unknown folder is an error', () => {
  expect(run()).toMatchObject({ stderr: expect.stringContaining('Usage: npm run check-pages'), status: 1 })
  expect(run(join(folder, 'gone'))).toMatchObject({ stderr: expect.stringContaining('There is no folder'), status: 1 })
})
