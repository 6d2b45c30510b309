/**
 * Every language has the same modules with the same exports. The type check compares their texts, because each module has the type of the
 * English one.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultLanguage, languages } from '#exam/languages.ts'

const texts = join(import.meta.dirname, '../src/web/text')
/** Texts for administrators are English only. `en.ts` is for tests. */
const onlyEnglish = /^admin[\\/]|^en\.ts$|\.test\.ts$/

function listModules(language: string): string[] {
  const names = readdirSync(join(texts, language), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts') && !onlyEnglish.test(name)).toSorted()
}

const read = (language: string, name: string) => readFileSync(join(texts, language, name), 'utf8')

describe.each(languages.filter((language) => language !== defaultLanguage))('the texts in %s', (language) => {
  test('have a module for every English one', () => {
    const own = listModules(language)
    expect(listModules(defaultLanguage).filter((name) => !own.includes(name))).toEqual([])
  })

  test('are typed as the English ones', () => {
    for (const name of listModules(defaultLanguage)) {
      const exported = [...read(defaultLanguage, name).matchAll(/^export const (\w+)/gm)].map(([, one = '']) => one)
      const untyped = exported.filter((one) => !new RegExp(`^export const ${one}: `, 'm').test(read(language, name)))
      expect([name, untyped]).toEqual([name, []])
    }
  })
})

test('modules of texts export only objects and functions, because the server chooses when a text is read', () => {
  for (const name of listModules(defaultLanguage)) {
    const others = [...read(defaultLanguage, name).matchAll(/^export (?!type |interface |const \w+(?:: [^=]+)? = \{|function )[^\n]*/gm)]
    expect([name, others.map(([line]) => line)]).toEqual([name, []])
  }
})
