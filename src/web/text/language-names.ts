/** The name of each language in that language, for the link to the page in it. */
import type { Language } from '#exam/languages.ts'

export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' }
