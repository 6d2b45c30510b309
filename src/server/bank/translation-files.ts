/** Reads and checks the translation files of a bank. `exam/bank-file/translation.ts` documents their format. */
import { parseCaseStudyTranslations, parseTranslationFile, printOriginalFields, type RawObject } from '#exam/bank-file/index.ts'
import { printOriginalCaseStudy, type TranslationLanguage } from '#exam/translation.ts'
import type { StoredCaseStudyTranslation } from '#server/bank/case-study-translations.ts'
import type { ContentBank, ParseResult } from '#server/bank/content-files.ts'
import { hashOriginal, hashOriginalCaseStudy, hashText } from '#server/bank/original-hash.ts'
import type { StoredTranslation } from '#server/bank/translations.ts'
import { examineHtml, sanitize } from '#server/bank/sanitize-html.ts'
import { examineQuestion, findHtmlProblem, findHtmlProblems } from '#server/bank/validate-question.ts'

export type ContentTranslations = {
  readonly certificationId: string
  readonly language: TranslationLanguage
  readonly translations: readonly StoredTranslation[]
  readonly caseStudies: readonly StoredCaseStudyTranslation[]
}

/** `items`: the items of the bank file, in the order of the questions. */
export function readTranslations(
  json: unknown,
  language: TranslationLanguage,
  { certificationId, questions }: ContentBank,
  items: readonly RawObject[],
): ParseResult<ContentTranslations> {
  const read = parseTranslationFile(
    json,
    questions.map((question, i) => ({ question, hash: hashText(printOriginalFields(items[i] ?? {})) })),
  )
  if (!read.ok)
    return { ok: false, problems: read.problems.map(({ index, id, field, reason }) => formatProblem(id ?? `${index}`, field, reason)) }
  const originals = new Map(questions.map((question) => [question.id, question]))
  const problems: string[] = []
  const translations = read.translations.map(({ of, isCurrent, ...translation }) => {
    const { question: sanitized, texts } = examineQuestion(translation)
    for (const { field, reason } of findHtmlProblems(texts)) problems.push(formatProblem(translation.id, field, reason))
    const original = originals.get(translation.id)
    // The hash of an earlier original never equals the hash of a stored question, so this translation stays out of date.
    return { ...sanitized, originalHash: isCurrent && original ? hashOriginal(examineQuestion(original).question) : of }
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { certificationId, language, translations, caseStudies: [] } }
}

/** The translations of case studies, which are in a separate file. */
export function readCaseStudyTranslations(
  json: unknown,
  language: TranslationLanguage,
  { certificationId, caseStudies: originals }: ContentBank,
): ParseResult<ContentTranslations> {
  const read = parseCaseStudyTranslations(
    json,
    originals.map((caseStudy) => ({ caseStudy, hash: hashText(printOriginalCaseStudy(caseStudy)) })),
  )
  const name = (id: string) => `case study ${id}`
  if (!read.ok)
    return {
      ok: false,
      problems: read.problems.map(({ index, id, field, reason }) => formatProblem(id ?? `${index}`, field, reason, name)),
    }
  const problems = read.caseStudies.flatMap(({ id, content }) => {
    const reason = findHtmlProblem(examineHtml(content))
    return reason ? [formatProblem(id, 'content', reason, name)] : []
  })
  const byId = new Map(originals.map((original) => [original.id, original]))
  const caseStudies = read.caseStudies.map(({ id, title, content, of, isCurrent }) => {
    const original = byId.get(id)
    const stored = original && { ...original, content: sanitize(original.content) }
    return { id, title, content: sanitize(content), originalHash: isCurrent && stored ? hashOriginalCaseStudy(stored) : of }
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { certificationId, language, translations: [], caseStudies } }
}

function formatProblem(id: string, field: string, reason: string, name = (question: string) => `question ${question}`): string {
  return [`${name(id)}: `, field && `${field}: `, reason].join('')
}
