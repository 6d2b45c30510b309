/** Computes hashes of original texts, which show whether a translation is out of date. Equal texts have equal hashes. */
import { createHash } from 'node:crypto'
import type { CaseStudy } from '#exam/question.ts'
import { printOriginal, printOriginalCaseStudy, type TranslatedFields } from '#exam/translation.ts'

/** Hash of the texts of a question as it is stored. It depends on nothing but these texts. */
export function hashOriginal(question: TranslatedFields): string {
  return hashText(printOriginal(question))
}

export function hashOriginalCaseStudy(caseStudy: CaseStudy): string {
  return hashText(printOriginalCaseStudy(caseStudy))
}

/** The first 16 hexadecimal digits of the SHA-256 of a text. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
