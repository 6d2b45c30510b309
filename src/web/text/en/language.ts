/** The language of the page, for what depends on it but is not a text. */
import type { Language } from '#exam/languages.ts'

export const language: PageLanguage = { code: 'en', locale: 'en-US' }

/** `locale` is for `Intl` and `og:locale`. */
export type PageLanguage = { code: Language; locale: string }
