/**
 * Finds English on a page in another language, outside of elements that are marked as English. A passage counts as English if it is a text
 * of an English module, or if it contains two common English words.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Language } from '#exam/languages.ts'

const texts = join(import.meta.dirname, '../../src/web/text')
const englishWords = /\b(?:the|of|and|to|with|your|you|is|are|this|that|from|not|it|was|has|have|what|when|which|by|be|can|for|in)\b/gi

/** The English passages on the page that are not marked with `lang`. */
export async function findEnglish(page: Page, language: Language): Promise<string[]> {
  const english = await listEnglishTexts(language)
  const passages = await page.evaluate(readPassages, language)
  return [...new Set(passages)].filter((passage) => {
    const words = new Set(passage.match(englishWords)?.map((word) => word.toLowerCase()))
    return words.size > 1 || english.has(passage)
  })
}

/** Runs in the page. The texts and the labels of elements in the language of the page. */
function readPassages(language: string): string[] {
  const isOwn = (element: Element | null) =>
    element?.closest('[lang]')?.getAttribute('lang') === language && !element.closest('script, style')
  const found: string[] = []
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (isOwn(walker.currentNode.parentElement)) found.push(walker.currentNode.textContent ?? '')
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [data-name], [data-label]'))
    if (isOwn(element))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-name', 'data-label'])
        found.push(element.getAttribute(name) ?? '')
  found.push(document.querySelector('meta[name=description]')?.getAttribute('content') ?? '')
  const isAddress = (text: string) => /^[\w.]+\/\S+$/.test(text)
  return found.map((text) => text.trim()).filter((text) => text.length > 2 && !isAddress(text))
}

const known = new Map<Language, Promise<ReadonlySet<string>>>()

/** The English texts that differ from the texts in the other language. Words such as `Question` may be the same in both. */
function listEnglishTexts(language: Language): Promise<ReadonlySet<string>> {
  const read =
    known.get(language) ??
    Promise.all([listTexts('en'), listTexts(language)]).then(([en, own]) => new Set([...en].filter((text) => !own.has(text))))
  known.set(language, read)
  return read
}

async function listTexts(language: Language): Promise<Set<string>> {
  const names = readdirSync(join(texts, language), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('admin'),
  )
  const modules: unknown[] = await Promise.all(names.map((name) => import(join(texts, language, name))))
  return new Set(modules.flatMap(listStrings))
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 2 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
