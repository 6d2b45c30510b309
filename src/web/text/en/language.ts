/** The language of the page, for code that depends on it. */
import type { Language } from '#exam/languages.ts'

export const language: PageLanguage = { code: 'en', locale: 'en-US' }

/** `locale` is for `Intl` and `og:locale`. */
export type PageLanguage = { code: Language; locale: string }
