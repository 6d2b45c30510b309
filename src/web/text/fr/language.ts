/** The language of French pages, for code that depends on it. */
import type { PageLanguage } from '#web/text/en/language.ts'

export const language: PageLanguage = { code: 'fr', locale: 'fr-FR' }
