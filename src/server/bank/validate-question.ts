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
import { checkAnswerKeyLength, checkQuestion } from '#exam/content-check.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type CaseStudy } from '#exam/question.ts'
import type { Db } from '#server/db/tables.ts'
import { examineHtml, type ExaminedHtml } from '#server/bank/sanitize-html.ts'
import { findCaseStudy } from '#server/bank/questions.ts'
import { listCertificationRows, lockReferencedCertification, readCertification } from '#server/catalogue/index.ts'

/** `reason` is a sentence fragment that fits after "field: ". */
export type ValidationIssue = { field: string; reason: string }

/** The certifications and case studies that questions may refer to. */
export type References = { certifications: ReadonlyMap<string, Certification>; caseStudyIds: ReadonlySet<string> }

type InvalidRecord = { ok: false; refusals: ValidationIssue[]; warnings: ValidationIssue[] }

/** A question with sanitized HTML, and the case study that its item includes. */
export type ValidatedQuestion =
  | { ok: true; question: BankQuestion; caseStudy: CaseStudy | undefined; warnings: ValidationIssue[] }
  | InvalidRecord
export type ValidatedCaseStudy = { ok: true; caseStudy: Pick<CaseStudy, 'title' | 'content'>; warnings: ValidationIssue[] } | InvalidRecord

/** One text of a question and what sanitizing found in it. `place` is its position in the field: `option B`, or `''`. */
export type ExaminedText = ExaminedHtml & { readonly field: string; readonly place: string; readonly lengthMax: number }

/** All certifications with their outlines, and all case studies. Read them once to validate many questions. */
export async function readReferences(db: Db): Promise<References> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  const caseStudies = await db.selectFrom('case_studies').select('id').execute()
  return {
    certifications: new Map(certifications.map((one) => [one.id, one])),
    caseStudyIds: new Set(caseStudies.map(({ id }) => id)),
  }
}

/** Validates an item of a bank file, in any of the shapes of `exam/bank-file/read.ts`. */
export function validateQuestion(item: unknown, references: References, defaults: ItemDefaults): ValidatedQuestion {
  return validateParsed(parseBankItem(item, defaults), references)
}

/** The same for a single item, with the references that it names. The outline cannot change until the transaction ends. */
export async function validateSingleQuestion(transaction: Db, item: unknown, defaults: ItemDefaults): Promise<ValidatedQuestion> {
  const parsed = parseBankItem(item, defaults)
  return validateParsed(parsed, await findReferences(transaction, parsed.question))
}

async function findReferences(transaction: Db, question: BankQuestion | undefined): Promise<References> {
  const row = question && (await lockReferencedCertification(transaction, question.examId))
  const caseStudy = question?.caseStudyId ? await findCaseStudy(transaction, question.caseStudyId) : undefined
  return {
    certifications: new Map(row && [[row.id, readCertification(row)]]),
    caseStudyIds: new Set(caseStudy && [caseStudy.id]),
  }
}

function validateParsed(parsed: ParsedItem, references: References): ValidatedQuestion {
  if (!parsed.question) return { ok: false, refusals: [...parsed.problems], warnings: [] }
  const { question, texts } = examineQuestion(parsed.question)
  const caseStudy = parsed.caseStudy && validateCaseStudy(parsed.caseStudy)
  const html = checkTexts(texts)
  const content = checkContent(question, references, parsed.caseStudy)
  // After unsafe HTML was removed, the rest of a text must not cause further issues.
  const isComplete = ({ field }: ValidationIssue) => !html.refusals.some((refusal) => refusal.field === field)
  const refusals = [
    ...html.refusals,
    ...content.refusals.filter(isComplete),
    ...(caseStudy?.ok === false ? inCaseStudy(caseStudy.refusals) : []),
  ]
  const warnings = [...html.warnings, ...content.warnings.filter(isComplete), ...inCaseStudy(caseStudy?.warnings ?? [])]
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
  const html = checkTexts([{ ...examined, field: 'content', place: '', lengthMax: lengthsMax.text }])
  if (html.refusals.length === 0 && isBlank(examined.html)) refuse('content', 'is blank')
  refusals.push(...html.refusals)
  if (refusals.length > 0) return { ok: false, refusals, warnings: html.warnings }
  return { ok: true, caseStudy: { title: readTitle, content: examined.html }, warnings: html.warnings }
}

/** The question with sanitized HTML, and what sanitizing found in each of its texts. */
export function examineQuestion(question: BankQuestion): { question: BankQuestion; texts: readonly ExaminedText[] } {
  const texts: ExaminedText[] = []
  const examine = (field: string, place: string, lengthMax: number, html: string): string => {
    const examined = examineHtml(html)
    texts.push({ ...examined, field, place, lengthMax })
    return examined.html
  }
  const option = (field: string) => (html: string, i: number) => examine(field, `option ${letterOf(i)}`, lengthsMax.option, html)
  const entry = (side: string) => (html: string, i: number) =>
    examine('pairs', `entry ${i + 1} of the ${side} side`, lengthsMax.option, html)
  const { pairs } = question
  const sanitized = {
    ...question,
    text: examine('text', '', lengthsMax.text, question.text),
    options: question.options.map(option('options')),
    explanation: examine('explanation', '', lengthsMax.text, question.explanation),
    optionExplanations: question.optionExplanations.map((html, i) => (html && option('option_explanations')(html, i)) || null),
    pairs: pairs && { left: pairs.left.map(entry('left')), right: pairs.right.map(entry('right')) },
  }
  return { question: sanitized, texts }
}

type CheckedContent = { refusals: ValidationIssue[]; warnings: ValidationIssue[] }

function checkTexts(texts: readonly ExaminedText[]): CheckedContent {
  const refusals: ValidationIssue[] = []
  const warnings: ValidationIssue[] = []
  for (const { field, place, lengthMax, html, issue, hasExternalImage, hasImageWithoutAlt } of texts) {
    const add = (list: ValidationIssue[], reason: string) => list.push({ field, reason: place ? `${place} ${reason}` : reason })
    if (issue === 'unsafe') {
      add(refusals, 'contains unsafe HTML that could run code, load content, or ask for input')
      continue
    }
    // Escaping makes a text longer, and the escaped text is saved again later.
    if (html.length > lengthMax) add(refusals, `is ${html.length} characters long including markup; the limit is ${lengthMax}`)
    if (hasExternalImage) add(warnings, 'contained an image from another site, which was removed; upload the image here')
    else if (issue) add(warnings, 'contained unsupported markup, which was removed; the text is unchanged')
    if (hasImageWithoutAlt) add(warnings, 'contains an image without alternative text')
  }
  return { refusals, warnings }
}

function checkContent(question: BankQuestion, references: References, caseStudy: CaseStudy | undefined): CheckedContent {
  const refusals: ValidationIssue[] = []
  const warnings: ValidationIssue[] = []
  const certification = references.certifications.get(question.examId)
  if (!certification) refusals.push({ field: 'exam_id', reason: `is not a certification of this site: ${quote(question.examId)}` })
  const { caseStudyId } = question
  if (caseStudyId !== null && !caseStudy && !references.caseStudyIds.has(caseStudyId))
    refusals.push({
      field: 'case_study_id',
      reason: `is not a case study of this site, and the question does not include it: ${quote(caseStudyId)}`,
    })
  if (!certification) return { refusals, warnings }
  for (const { isError, ...issue } of [...checkQuestion(question, certification), ...checkAnswerKeyLength(question)])
    (isError ? refusals : warnings).push(issue)
  return { refusals, warnings }
}

function inCaseStudy(issues: readonly ValidationIssue[]): ValidationIssue[] {
  return issues.map(({ field, reason }) => ({ field: `case_study.${field}`, reason }))
}

function isBlank(html: string): boolean {
  return plainText(html) === '' && !html.includes('<img')
}
