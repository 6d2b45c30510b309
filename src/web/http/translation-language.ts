/** Reads the language of translations from an address. */
import { translationLanguages, type TranslationLanguage } from '#exam/translation.ts'
import { problem } from '#web/http/problem.ts'

/** @throws a response with status 404 for a language into which questions are not translated */
export function readTranslationLanguage(text: string | null): TranslationLanguage {
  const language = translationLanguages.find((one) => one === text)
  if (!language) throw problem(404, 'No such language', `Questions are translated into: ${translationLanguages.join(', ')}.`)
  return language
}
