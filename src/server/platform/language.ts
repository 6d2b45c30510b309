/** The language of the current request and of the work that it starts. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultLanguage, type Language } from '#exam/languages.ts'

const current = new AsyncLocalStorage<Language>()

/** Runs `work` with the given language as the current language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return current.run(language, work)
}

/** English outside of {@link inLanguage}, for example in jobs. */
export function currentLanguage(): Language {
  return current.getStore() ?? defaultLanguage
}
