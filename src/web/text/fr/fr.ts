/** Texts of French pages. Exam and catalog texts are English on purpose, because the exams are in English. */
import { en } from '#web/text/en/en.ts'
import { site } from '#web/text/fr/site.ts'
import type { Texts } from '#web/text/texts.ts'

export const fr: Texts = { ...en, site }
