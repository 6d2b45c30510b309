import { globSync, readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { toAscii } from '#server/operations/ascii-output.ts'

const evaluate = (code: string): unknown => runInThisContext(`(${code})`)

describe('a program in ASCII', () => {
  test.each([
    `'Révisez l’examen… 🎓'`,
    '`Réponse${1}–\\n\\\\é`',
    `'\\\\é \\é \\\\\\é'`,
    `({ clé: 1, 'œuvre': 2 })`,
    `'a–b'.replace(/\\–/, '-')`,
    `'é—🎓x'.match(/[é–—]+|[🎓-🎖]/gu).join()`,
    `'🎓'.split(/\\🎓/).length`,
  ])('has the same value: %s', (code) => {
    const ascii = toAscii(code)
    expect(ascii).toMatch(/^[\0-\x7f]+$/)
    expect(evaluate(ascii)).toEqual(evaluate(code))
  })

  test('has other characters in templates with `String.raw` only in these modules, which use them in patterns', () => {
    const modules = globSync('src/**/*.{ts,tsx}').filter((path) => !/\.test\./.test(path))
    const found = modules.filter((path) => /String\.raw`[^`]*[^\0-\x7f`]/.test(readFileSync(path, 'utf8')))
    expect(found.toSorted()).toEqual([
      'src/exam/reports/question-report.ts',
      'src/exam/tutor/citations.ts',
      'src/exam/tutor/verdict-rules.ts',
    ])
  })
})
