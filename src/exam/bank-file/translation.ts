/**
 * Reads translation files: `content/bank/<language>/<certification>.json`. A file is a list in the order of the bank file, and it may leave
 * out questions.
 *
 * | field                 | shape                                                                                                 |
 * |-----------------------|-------------------------------------------------------------------------------------------------------|
 * | `id`                  | id of the question                                                                                    |
 * | `of`                  | hash of the original: the first 16 hexadecimal digits of the SHA-256 of {@link printOriginalFields}   |
 * | `text`, `explanation` | HTML                                                                                                  |
 * | `options`, `pairs`, `completion`, `option_explanations` | as in the bank file, with the same lengths; missing where the original has none |
 *
 * Keys, references, areas, and dates are not repeated. In a translation of the current original, each text has the same number of bold
 * terms, the same numbers, and the same marks as the original. A translation of an earlier original is out of date; only its shape is
 * checked.
 */
import { parseCompletion } from '#exam/bank-file/completion.ts'
import {
  isRecord,
  lengthsMax,
  parseOptionalTexts,
  parseRequiredText,
  quote,
  type RawObject,
  type ReportProblem,
} from '#exam/bank-file/fields.ts'
import { nameOption, parseOptions, parsePairs } from '#exam/bank-file/question-fields.ts'
import type { BankFileProblem, BankQuestion } from '#exam/bank-file/read.ts'
import { compareTranslation } from '#exam/translation-check.ts'
import type { QuestionTranslation } from '#exam/translation.ts'

/** `isCurrent`: whether the translation was made from the version in the bank file. */
export type ReadTranslation = QuestionTranslation & { readonly of: string; readonly isCurrent: boolean }

export type TranslationFile =
  | { ok: true; translations: readonly ReadTranslation[] }
  | { ok: false; problems: readonly (BankFileProblem & { readonly id?: string })[] }

/** A question in the bank, and the hash of its fields in the bank file. */
export type Original = { readonly question: BankQuestion; readonly hash: string }

/** The text that is hashed for `of`: the translatable fields as they are in the bank file. */
export function printOriginalFields(item: RawObject): string {
  const { text, options, pairs, completion, explanation, option_explanations } = item
  return JSON.stringify([text, options ?? null, pairs ?? null, completion ?? null, explanation, option_explanations ?? null])
}

/** The object in a translation file, without its id. `of`: hash of the original. */
export function toTranslationItem({ text, options, pairs, completion, explanation, optionExplanations }: QuestionTranslation, of: string) {
  return {
    of,
    text,
    ...(options.length > 0 && { options }),
    ...(pairs && { pairs }),
    ...(completion && { completion }),
    explanation,
    ...(optionExplanations.length > 0 && { option_explanations: optionExplanations }),
  }
}

/** `originals` are in the order of the bank file. */
export function parseTranslationFile(json: unknown, originals: readonly Original[]): TranslationFile {
  if (!Array.isArray(json)) return { ok: false, problems: [{ index: -1, field: '', reason: 'is not a list of translations' }] }
  const positions = new Map(originals.map(({ question }, position) => [question.id, position]))
  const problems: (BankFileProblem & { id?: string })[] = []
  const translations: ReadTranslation[] = []
  let latest = -1
  for (const [index, item] of json.entries()) {
    const id = isRecord(item) && typeof item['id'] === 'string' ? item['id'] : undefined
    const report: ReportProblem = (field, reason) => void problems.push({ index, field, reason, ...(id !== undefined && { id }) })
    const position = positions.get(id ?? '')
    const original = originals[position ?? -1]
    if (!isRecord(item)) report('', 'is not an object')
    else if (!original || position === undefined)
      report('id', id === undefined ? 'is missing' : 'is not the id of a question in the bank file')
    else if (position === latest) report('id', 'appears twice in the file')
    else if (position < latest) report('id', 'is not in the order of the bank file')
    else translations.push(parseTranslation(item, original, report))
    latest = Math.max(latest, position ?? -1)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, translations }
}

/** Parses the translation of one question. */
export function parseTranslation(item: RawObject, { question, hash }: Original, report: ReportProblem): ReadTranslation {
  let hasProblem = false
  const reportHere: ReportProblem = (field, reason) => {
    hasProblem = true
    report(field, reason)
  }
  const { type } = question
  const of = typeof item['of'] === 'string' ? item['of'] : ''
  if (!/^[\da-f]{16}$/.test(of)) reportHere('of', `is not a hash of 16 hexadecimal digits: ${quote(of)}`)
  const completion = parseCompletion(item['completion'], type, reportHere)
  const translated = {
    id: question.id,
    text: parseRequiredText(item['text'], 'text', lengthsMax.text, reportHere),
    options: parseOptions(item['options'] ?? [], type, reportHere),
    pairs: parsePairs(item['pairs'], reportHere),
    ...(completion && { completion }),
    explanation: parseRequiredText(item['explanation'], 'explanation', lengthsMax.text, reportHere),
    optionExplanations: parseOptionalTexts(item['option_explanations'] ?? [], 'option_explanations', nameOption, reportHere),
  }
  const isCurrent = of === hash
  if (isCurrent && !hasProblem) for (const { field, reason } of compareTranslation(question, translated)) report(field, reason)
  return { ...translated, of, isCurrent }
}
