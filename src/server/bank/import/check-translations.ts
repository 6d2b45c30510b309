/** Reads the translations in the items of an imported file, in the format that our exports write. Runs in the worker thread. */
import { isDeepStrictEqual } from 'node:util'
import { isRecord, parseCaseStudyTranslation, parseTranslation, printOriginalFields, type BankQuestion } from '#exam/bank-file/index.ts'
import type { CaseStudy } from '#exam/question.ts'
import { printOriginalCaseStudy, translationLanguages } from '#exam/translation.ts'
import type { StoredCaseStudyTranslation } from '#server/bank/case-study-translations.ts'
import { hashOriginal, hashOriginalCaseStudy, hashText } from '#server/bank/original-hash.ts'
import { examineHtml } from '#server/bank/sanitize-html.ts'
import type { StoredTranslation } from '#server/bank/translations.ts'
import { examineQuestion, findHtmlProblem, findHtmlProblems, type ValidationIssue } from '#server/bank/validate-question.ts'

type InLanguage = { readonly language: string }
export type ImportedTranslation = StoredTranslation & InLanguage
export type ImportedCaseStudyTranslation = StoredCaseStudyTranslation & InLanguage

type Read<Translation> = { translations: Translation[]; problems: ValidationIssue[] }

/** `item`: the imported item, with missing fields taken from the stored question. `question`: the item as it will be stored. */
export function readItemTranslations(item: unknown, question: BankQuestion): Read<ImportedTranslation> {
  const read: Read<ImportedTranslation> = { translations: [], problems: [] }
  if (!isRecord(item) || !isRecord(item['translations'])) return read
  const hash = hashText(printOriginalFields(item))
  for (const language of translationLanguages) {
    const written = item['translations'][language]
    if (!isRecord(written)) continue
    const report = (field: string, reason: string) => void read.problems.push({ field: `translations.${language}.${field}`, reason })
    const { of, isCurrent, ...translation } = parseTranslation(written, { question, hash }, report)
    const { question: sanitized, texts } = examineQuestion(translation)
    for (const { field, reason } of findHtmlProblems(texts)) report(field, reason)
    read.translations.push({ ...sanitized, language, originalHash: isCurrent ? hashOriginal(question) : of })
  }
  return read
}

/** `written`: the object with title and content in the file. `caseStudy`: as it will be stored. */
export function readCaseStudyTranslations(written: unknown, caseStudy: CaseStudy): Read<ImportedCaseStudyTranslation> {
  const read: Read<ImportedCaseStudyTranslation> = { translations: [], problems: [] }
  if (!isRecord(written) || !isRecord(written['translations'])) return read
  const { title, content } = written
  const hash = hashText(printOriginalCaseStudy({ title: String(title), content: String(content) }))
  for (const language of translationLanguages) {
    const own = written['translations'][language]
    if (!isRecord(own)) continue
    const report = (field: string, reason: string) =>
      void read.problems.push({ field: `case_study.translations.${language}.${field}`, reason })
    const { of, isCurrent, ...texts } = parseCaseStudyTranslation(own, { caseStudy, hash }, report)
    const content = examineHtml(texts.content)
    const reason = findHtmlProblem(content)
    if (reason) report('content', reason)
    read.translations.push({
      ...texts,
      content: content.html,
      language,
      originalHash: isCurrent ? hashOriginalCaseStudy(caseStudy) : of,
    })
  }
  return read
}

/** The imported translations that are new or differ from the stored ones. */
export async function findChangedTranslations<Translation extends InLanguage & { readonly id: string }>(
  imported: readonly Translation[],
  listStored: (ids: readonly string[]) => Promise<Translation[]>,
): Promise<Translation[]> {
  if (imported.length === 0) return []
  const stored = await listStored([...new Set(imported.map(({ id }) => id))])
  return imported.filter((one) => !stored.some((other) => other.id === one.id && isDeepStrictEqual(other, one)))
}
