/**
 * Texts on the server, where one process renders pages in all languages. The build of the server replaces each module `#text/<area>.ts` with one
 * whose exports choose the text by the language of the current request. The builds for the browser have the texts of one language.
 */
import type { Language } from '#exam/languages.ts'
import { currentLanguage } from '#server/platform/language.ts'

let canRead = false

/**
 * Allows reading texts. Until then, while modules load, reading a text throws: a constant of a module would keep the default language. A
 * constant with a group of texts is allowed, because it chooses when one of its texts is read.
 */
export function allowReading(): void {
  canRead = true
}

/** One export of a module of texts: a group of texts, or a function. `name` is for the error message. */
export function inEveryLanguage(name: string, versions: Record<Language, unknown>): unknown {
  const all = Object.values(versions)
  if (all.every((version) => typeof version === 'function')) return (...values: unknown[]) => choose(name, versions)(...values)
  if (all.every(isGroup)) return group(name, versions as Record<Language, Record<string, unknown>>)
  throw new Error(`${name} must be an object or a function in every language, because the server chooses when it is read`)
}

function choose(name: string, versions: Record<Language, unknown>): (...values: unknown[]) => unknown {
  return read(name, versions) as (...values: unknown[]) => unknown
}

/** An object with the same keys in every language. Texts in it are read from the current language, and groups in it are groups again. */
function group(name: string, versions: Record<Language, Record<string, unknown>>): object {
  const all = Object.values(versions)
  const keys = new Set(all.flatMap((version) => Object.keys(version)))
  const texts = {}
  for (const key of keys) {
    const values = mapValues(versions, (version) => version[key])
    const place = `${name}.${key}`
    const isNested = Object.values(values).every(isGroup)
    const nested = isNested ? group(place, values as Record<Language, Record<string, unknown>>) : undefined
    Object.defineProperty(texts, key, { enumerable: true, get: () => nested ?? read(place, values) })
  }
  return texts
}

function read(place: string, versions: Record<Language, unknown>): unknown {
  if (!canRead) throw new Error(`The text ${place} was read while a module was loaded. Read it in a function.`)
  return versions[currentLanguage()]
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function mapValues<To>(
  versions: Record<Language, Record<string, unknown>>,
  map: (version: Record<string, unknown>) => To,
): Record<Language, To> {
  return Object.fromEntries(Object.entries(versions).map(([language, version]) => [language, map(version)])) as Record<Language, To>
}
