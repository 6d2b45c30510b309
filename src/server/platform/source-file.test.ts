import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSourceFile } from '#server/platform/source-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxam-source-file-'))
  mkdirSync(join(folder, 'server'))
  const lines = [
    'import a from "a"',
    '// src/server/notes/save.ts',
    'function save() {',
    '  // src of it',
    '}',
    '// node_modules/pg/lib/client.js',
    'a()',
  ]
  writeFileSync(join(folder, 'server/main.js'), lines.join('\n'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a frame of a stack', () => {
  const frame = (name: string, line: number) => `at save (${pathToFileURL(join(folder, name)).href}:${line}:3)`

  test.each([
    [3, 'src/server/notes/save.ts'],
    [5, 'src/server/notes/save.ts'],
    [7, 'node_modules/pg/lib/client.js'],
  ])('in line %i of the built server has its source file', (line, path) => {
    const built = frame('server/main.js', line)
    expect(withSourceFile(built)).toBe(`${built} in ${path}`)
  })

  test('of anything else stays the same', () => {
    const others = [frame('server/main.js', 1), frame('server/gone.js', 1), frame('save.ts', 3), 'at node:internal/process:1:1']
    expect(others.map(withSourceFile)).toEqual(others)
  })
})
