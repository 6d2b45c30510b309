/**
 * Reads translations of case studies: `content/bank/<language>/<certification>-case-studies.json`, a list of objects with `id`, `of`,
 * `title`, and `content`. `of` is the hash of {@link printOriginalCaseStudy}, as for questions in `translation.ts`.
 */
import { isRecord, lengthsMax, parseRequiredText, quote, type RawObject, type ReportProblem } from '#exam/bank-file/fields.ts'
import type { BankFileProblem } from '#exam/bank-file/read.ts'
import type { CaseStudy } from '#exam/question.ts'
import { compareCaseStudy } from '#exam/translation-check.ts'

/** `isCurrent`: whether the translation was made from the version in the bank file. */
export type ReadCaseStudyTranslation = CaseStudy & { readonly of: string; readonly isCurrent: boolean }

export type CaseStudyTranslationFile =
  | { ok: true; caseStudies: readonly ReadCaseStudyTranslation[] }
  | { ok: false; problems: readonly (BankFileProblem & { readonly id?: string })[] }

/** A case study of the bank, and the hash of its fields. */
export type OriginalCaseStudy = { readonly caseStudy: CaseStudy; readonly hash: string }

/** `originals`: the case studies of the bank. */
export function parseCaseStudyTranslations(json: unknown, originals: readonly OriginalCaseStudy[]): CaseStudyTranslationFile {
  if (!Array.isArray(json)) return { ok: false, problems: [{ index: -1, field: '', reason: 'is not a list of translations' }] }
  const found = new Map(originals.map((original) => [original.caseStudy.id, original]))
  const problems: (BankFileProblem & { id?: string })[] = []
  const caseStudies: ReadCaseStudyTranslation[] = []
  for (const [index, item] of json.entries()) {
    const id = isRecord(item) && typeof item['id'] === 'string' ? item['id'] : undefined
    const report: ReportProblem = (field, reason) => void problems.push({ index, field, reason, ...(id !== undefined && { id }) })
    const original = found.get(id ?? '')
    if (!isRecord(item)) report('', 'is not an object')
    else if (!original) report('id', 'is not the id of a case study in the bank file')
    else if (caseStudies.some((one) => one.id === id)) report('id', 'appears twice in the file')
    else caseStudies.push(parseCaseStudyTranslation(item, original, report))
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, caseStudies }
}

/** Parses the translation of one case study. */
export function parseCaseStudyTranslation(
  item: RawObject,
  { caseStudy, hash }: OriginalCaseStudy,
  report: ReportProblem,
): ReadCaseStudyTranslation {
  let hasProblem = false
  const reportHere: ReportProblem = (field, reason) => {
    hasProblem = true
    report(field, reason)
  }
  const of = typeof item['of'] === 'string' ? item['of'] : ''
  if (!/^[\da-f]{16}$/.test(of)) reportHere('of', `is not a hash of 16 hexadecimal digits: ${quote(of)}`)
  const translated = {
    id: caseStudy.id,
    title: parseRequiredText(item['title'], 'title', lengthsMax.title, reportHere),
    content: parseRequiredText(item['content'], 'content', lengthsMax.text, reportHere),
  }
  const isCurrent = of === hash
  if (isCurrent && !hasProblem) for (const { field, reason } of compareCaseStudy(caseStudy, translated)) report(field, reason)
  return { ...translated, of, isCurrent }
}
