/** The words of French pages. Those of the exam and the catalogue are English on purpose: the exams are. */
import { en } from '#web/text/en/en.ts'
import { site } from '#web/text/fr/site.ts'
import type { Texts } from '#web/text/texts.ts'

export const fr: Texts = { ...en, site }
