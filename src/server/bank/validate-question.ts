/**
 * Validates every question and case study before it is saved or imported: parses the item, sanitizes its HTML, and checks
 * the content. A refusal prevents the save; a warning is shown and the administrator decides. Nothing here writes or throws.
 */
import {
  isRecord,
  lengthsMax,
  parseBankItem,
  parseRequiredText,
  quote,
  type BankQuestion,
  type ItemDefaults,
  type ParsedItem,
} from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { checkAnswerKeyLength, checkQuestion, error, warning, type CheckedCertification, type QuestionIssue } from '#exam/content-check.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type CaseStudy } from '#exam/question.ts'
import type { TranslatedFields } from '#exam/translation.ts'
import { examineHtml, type ExaminedHtml } from '#server/bank/sanitize-html.ts'

/** `reason` is a sentence fragment that fits after "field: ". */
export type ValidationIssue = { field: string; reason: string }

/** The certifications and case studies that questions may refer to. */
export type References = { certifications: ReadonlyMap<string, Certification & CheckedCertification>; caseStudyIds: ReadonlySet<string> }

type InvalidRecord = { ok: false; refusals: ValidationIssue[]; warnings: ValidationIssue[] }

/** A question with sanitized HTML, and the case study that its item includes. */
export type ValidatedQuestion =
  | { ok: true; question: BankQuestion; caseStudy: CaseStudy | undefined; warnings: ValidationIssue[] }
  | InvalidRecord
export type ValidatedCaseStudy = { ok: true; caseStudy: Pick<CaseStudy, 'title' | 'content'>; warnings: ValidationIssue[] } | InvalidRecord

/** One text of a question and what sanitizing found in it. `place` is its position in the field: `option B`, or `''`. */
export type ExaminedText = ExaminedHtml & { readonly field: string; readonly place: string; readonly lengthMax: number }

/** Validates an item of a bank file, in any of the shapes of `exam/bank-file/read.ts`. */
export function validateQuestion(item: unknown, references: References, defaults: ItemDefaults): ValidatedQuestion {
  return validateParsed(parseBankItem(item, defaults), references)
}

/** Like `validateQuestion`, for an item that is already parsed. */
export function validateParsed(parsed: ParsedItem, references: References): ValidatedQuestion {
  if (!parsed.question) return { ok: false, refusals: [...parsed.problems], warnings: [] }
  const { question, texts } = examineQuestion(parsed.question)
  const caseStudy = parsed.caseStudy && validateCaseStudy(parsed.caseStudy)
  const html = texts.flatMap(checkText)
  // After unsafe HTML was removed, the rest of a text must not cause further issues.
  const isComplete = ({ field }: QuestionIssue) => !html.some((issue) => issue.isError && issue.field === field)
  const issues = [...html, ...checkContent(question, references, parsed.caseStudy).filter(isComplete)]
  const refusals = [...select(issues, true), ...(caseStudy?.ok === false ? inCaseStudy(caseStudy.refusals) : [])]
  const warnings = [...select(issues, false), ...inCaseStudy(caseStudy?.warnings ?? [])]
  if (refusals.length > 0) return { ok: false, refusals, warnings }
  return {
    ok: true,
    question,
    caseStudy: parsed.caseStudy && caseStudy?.ok ? { ...parsed.caseStudy, ...caseStudy.caseStudy } : undefined,
    warnings,
  }
}

/** Validates title and content of a case study; other fields are ignored. */
export function validateCaseStudy(written: unknown): ValidatedCaseStudy {
  const { title, content } = isRecord(written) ? written : {}
  const refusals: ValidationIssue[] = []
  const refuse = (field: string, reason: string) => void refusals.push({ field, reason })
  const readTitle = parseRequiredText(title, 'title', lengthsMax.title, refuse).trim()
  const readContent = parseRequiredText(content, 'content', lengthsMax.text, refuse)
  if (refusals.length > 0) return { ok: false, refusals, warnings: [] }
  const examined = examineHtml(readContent)
  const issues = checkText({ ...examined, field: 'content', place: '', lengthMax: lengthsMax.text })
  refusals.push(...select(issues, true))
  const warnings = select(issues, false)
  if (refusals.length === 0 && isBlank(examined.html)) refuse('content', 'is blank')
  if (refusals.length > 0) return { ok: false, refusals, warnings }
  return { ok: true, caseStudy: { title: readTitle, content: examined.html }, warnings }
}

/** Why HTML in content files and in translations is rejected; `undefined` if it is allowed. */
export function findHtmlProblem({ issue, unsafeParts }: ExaminedHtml, place = ''): string | undefined {
  if (issue === 'unsafe') return atPlace(place, describeUnsafe(unsafeParts))
  if (!issue) return undefined
  return atPlace(place, 'contains HTML that is not allowed (the sanitizer would remove a tag, an attribute, or an address)')
}

/** The reasons for all texts of a question or translation. */
export function findHtmlProblems(texts: readonly ExaminedText[]): ValidationIssue[] {
  return texts.flatMap((text) => {
    const reason = findHtmlProblem(text, text.place)
    return reason === undefined ? [] : [{ field: text.field, reason }]
  })
}

function describeUnsafe(parts: readonly string[]): string {
  return `contains HTML that could run code, load content, or ask for input; remove this: ${parts.join('; ')}`
}

function atPlace(place: string, reason: string): string {
  return place ? `${place} ${reason}` : reason
}

/** The question, or a translation of one, with sanitized HTML, and what sanitizing found in each of its texts. */
export function examineQuestion<Kind extends TranslatedFields>(question: Kind): { question: Kind; texts: readonly ExaminedText[] } {
  const texts: ExaminedText[] = []
  const examine = (field: string, place: string, lengthMax: number, html: string): string => {
    const examined = examineHtml(html)
    texts.push({ ...examined, field, place, lengthMax })
    return examined.html
  }
  const option = (field: string) => (html: string, i: number) => examine(field, `option ${letterOf(i)}`, lengthsMax.option, html)
  const entry = (side: string) => (html: string, i: number) =>
    examine('pairs', `entry ${i + 1} of the ${side} side`, lengthsMax.option, html)
  const { pairs, completion } = question
  const sanitized = {
    ...question,
    text: examine('text', '', lengthsMax.text, question.text),
    options: question.options.map(option('options')),
    explanation: examine('explanation', '', lengthsMax.text, question.explanation),
    optionExplanations: question.optionExplanations.map((html, i) => (html && option('option_explanations')(html, i)) || null),
    pairs: pairs && { left: pairs.left.map(entry('left')), right: pairs.right.map(entry('right')) },
    ...(completion && {
      completion: { ...completion, content: examine('completion', 'the content', lengthsMax.text, completion.content) },
    }),
  }
  return { question: sanitized, texts }
}

function checkText({
  field,
  place,
  lengthMax,
  html,
  issue,
  unsafeParts,
  hasExternalImage,
  hasImageWithoutAlt,
}: ExaminedText): QuestionIssue[] {
  if (issue === 'unsafe') return [error(field, atPlace(place, describeUnsafe(unsafeParts)))]
  const removed = hasExternalImage
    ? 'contained an image from another site, which was removed; upload the image here'
    : 'contained unsupported markup, which was removed; the text is unchanged'
  return [
    // The limit applies to the escaped text, which can be longer, because it is what the next save validates.
    ...(html.length > lengthMax
      ? [error(field, atPlace(place, `is ${html.length} characters long including markup; the limit is ${lengthMax}`))]
      : []),
    ...(hasExternalImage || issue ? [warning(field, atPlace(place, removed))] : []),
    ...(hasImageWithoutAlt ? [warning(field, atPlace(place, 'contains an image without alternative text'))] : []),
  ]
}

function checkContent(question: BankQuestion, references: References, caseStudy: CaseStudy | undefined): QuestionIssue[] {
  const { examId, caseStudyId } = question
  const certification = references.certifications.get(examId)
  const isCaseStudyKnown = caseStudyId === null || caseStudy || references.caseStudyIds.has(caseStudyId)
  return [
    ...(certification ? [] : [error('exam_id', `is not a certification of this site: ${quote(examId)}`)]),
    ...(isCaseStudyKnown
      ? []
      : [error('case_study_id', `is not a case study of this site, and the question does not include it: ${quote(caseStudyId)}`)]),
    ...(certification ? [...checkQuestion(question, certification), ...checkAnswerKeyLength(question)] : []),
  ]
}

function select(issues: readonly QuestionIssue[], areErrors: boolean): ValidationIssue[] {
  return issues.filter(({ isError }) => isError === areErrors).map(({ field, reason }) => ({ field, reason }))
}

function inCaseStudy(issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map(({ field, reason }) => ({ field: `case_study.${field}`, reason }))
}

function isBlank(html: string): boolean {
  return plainText(html) === '' && !html.includes('<img')
}
