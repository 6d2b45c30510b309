/** The language of French pages, for what depends on it and is no text. */
import type { PageLanguage } from '#web/text/en/language.ts'

export const language: PageLanguage = { code: 'fr', locale: 'fr-FR' }
