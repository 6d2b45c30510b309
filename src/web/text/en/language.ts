/** The language of the page, for what depends on it and is no text. */
import type { Language } from '#exam/languages.ts'

export const language: PageLanguage = { code: 'en', locale: 'en-US', openGraph: 'en_US' }

/** `locale` is for `Intl`, `openGraph` for `og:locale`. */
export type PageLanguage = { code: Language; locale: string; openGraph: string }
