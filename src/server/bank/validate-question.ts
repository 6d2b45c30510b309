/**
 * The gate of the bank: whatever is saved or imported passes here first. It reads the shapes, takes out of the HTML what
 * may not be shown, and checks what a program can of the substance. A refusal keeps the question out; a warning is shown
 * and left to the person. Nothing here writes, and nothing throws, whatever comes.
 */
import { isRecord, lengthsMax, parseBankItem, parseRequiredText, quote } from '#exam/bank-file/index.ts'
import type { BankQuestion, ItemDefaults } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { checkAnswerKeyLength, checkQuestion } from '#exam/content-check.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf } from '#exam/question.ts'
import type { CaseStudy } from '#exam/question.ts'
import type { Db } from '#server/db/tables.ts'
import { examineHtml } from '#server/bank/sanitize-html.ts'
import type { ExaminedHtml } from '#server/bank/sanitize-html.ts'
import { findCaseStudy } from '#server/bank/questions.ts'
import { findCertificationRow, listCertificationRows, readCertification } from '#server/catalogue/index.ts'

/** `reason` is a sentence fragment that fits after "field: ". */
export type ValidationIssue = { field: string; reason: string }

/** What a question may refer to. */
export type References = { certifications: ReadonlyMap<string, Certification>; caseStudyIds: ReadonlySet<string> }

type Refused = { ok: false; refusals: ValidationIssue[]; warnings: ValidationIssue[] }

/** A question that may be written, its HTML sanitised, with the case study that the item brings along. */
export type GatedQuestion = { ok: true; question: BankQuestion; caseStudy: CaseStudy | undefined; warnings: ValidationIssue[] } | Refused
export type GatedCaseStudy = { ok: true; caseStudy: Pick<CaseStudy, 'title' | 'content'>; warnings: ValidationIssue[] } | Refused

/** One text of a question and what was found in it. `place` names it within its field: `option B`, or `''`. */
export type ExaminedText = ExaminedHtml & { readonly field: string; readonly place: string; readonly lengthMax: number }

/** Every certification with its outline, and every case study. To be read once for many questions; for one see `readKnownTo`. */
export async function readKnown(db: Db): Promise<References> {
  const certifications = (await listCertificationRows(db)).map(readCertification)
  const caseStudies = await db.selectFrom('case_studies').select('id').execute()
  return {
    certifications: new Map(certifications.map((one) => [one.id, one])),
    caseStudyIds: new Set(caseStudies.map(({ id }) => id)),
  }
}

/** The certification and the case study that an item names, as far as there are any. */
export async function readKnownTo(db: Db, item: unknown): Promise<References> {
  const { question } = parseBankItem(item, { makeId: () => '', createdAt: '' })
  const row = question && (await findCertificationRow(db, question.examId))
  const caseStudy = question?.caseStudyId ? await findCaseStudy(db, question.caseStudyId) : undefined
  return {
    certifications: new Map(row && [[row.id, readCertification(row)]]),
    caseStudyIds: new Set(caseStudy && [caseStudy.id]),
  }
}

/** Judges an item of a bank file, in any of the forms of `exam/bank-file/index.ts`. */
export function validateQuestion(item: unknown, known: References, fill: ItemDefaults): GatedQuestion {
  const read = parseBankItem(item, fill)
  if (!read.question) return { ok: false, refusals: [...read.problems], warnings: [] }
  const { question, texts } = examineQuestion(read.question)
  const caseStudy = read.caseStudy && gateCaseStudy(read.caseStudy)
  const html = judgeTexts(texts)
  const checked = checkAgainst(question, known, read.caseStudy)
  // What is left of a text after something unsafe was taken out says nothing about it.
  const isLeft = ({ field }: ValidationIssue) => !html.refusals.some((refusal) => refusal.field === field)
  const refusals = [
    ...html.refusals,
    ...checked.refusals.filter(isLeft),
    ...(caseStudy?.ok === false ? inCaseStudy(caseStudy.refusals) : []),
  ]
  const warnings = [...html.warnings, ...checked.warnings.filter(isLeft), ...inCaseStudy(caseStudy?.warnings ?? [])]
  if (refusals.length > 0) return { ok: false, refusals, warnings }
  return {
    ok: true,
    question,
    caseStudy: read.caseStudy && caseStudy?.ok ? { ...read.caseStudy, ...caseStudy.caseStudy } : undefined,
    warnings,
  }
}

/** Judges the texts of a case study, whatever else stands beside them. */
export function gateCaseStudy(written: unknown): GatedCaseStudy {
  const { title, content } = isRecord(written) ? written : {}
  const refusals: ValidationIssue[] = []
  const refuse = (field: string, reason: string) => void refusals.push({ field, reason })
  const readTitle = parseRequiredText(title, 'title', lengthsMax.title, refuse).trim()
  const readContent = parseRequiredText(content, 'content', lengthsMax.text, refuse)
  if (refusals.length > 0) return { ok: false, refusals, warnings: [] }
  const examined = examineHtml(readContent)
  const html = judgeTexts([{ ...examined, field: 'content', place: '', lengthMax: lengthsMax.text }])
  if (html.refusals.length === 0 && isBlank(examined.html)) refuse('content', 'is without words')
  refusals.push(...html.refusals)
  if (refusals.length > 0) return { ok: false, refusals, warnings: html.warnings }
  return { ok: true, caseStudy: { title: readTitle, content: examined.html }, warnings: html.warnings }
}

/** The question with its HTML sanitised, and what was found in each of its texts. */
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
  const sanitised = {
    ...question,
    text: examine('text', '', lengthsMax.text, question.text),
    options: question.options.map(option('options')),
    explanation: examine('explanation', '', lengthsMax.text, question.explanation),
    optionExplanations: question.optionExplanations.map((html, i) => (html && option('option_explanations')(html, i)) || null),
    pairs: pairs && { left: pairs.left.map(entry('left')), right: pairs.right.map(entry('right')) },
  }
  return { question: sanitised, texts }
}

type Judged = { refusals: ValidationIssue[]; warnings: ValidationIssue[] }

function judgeTexts(texts: readonly ExaminedText[]): Judged {
  const refusals: ValidationIssue[] = []
  const warnings: ValidationIssue[] = []
  for (const { field, place, lengthMax, html, finding, hasForeignImage, hasSilentImage } of texts) {
    const say = (list: ValidationIssue[], reason: string) => list.push({ field, reason: place ? `${place} ${reason}` : reason })
    if (finding === 'unsafe') {
      say(refusals, 'holds HTML that may not be shown: it could run something, load something or ask for something')
      continue
    }
    // Escaping makes a text longer, and it has to fit when it comes back.
    if (html.length > lengthMax) say(refusals, `is ${html.length} characters long with its markup, and at most ${lengthMax} fit`)
    if (hasForeignImage) say(warnings, 'had an image that is not on this site; it is taken away, upload it here')
    else if (finding) say(warnings, 'had markup that is not kept; the words stay')
    if (hasSilentImage) say(warnings, 'holds an image without alternative text')
  }
  return { refusals, warnings }
}

function checkAgainst(question: BankQuestion, known: References, caseStudy: CaseStudy | undefined): Judged {
  const refusals: ValidationIssue[] = []
  const warnings: ValidationIssue[] = []
  const certification = known.certifications.get(question.examId)
  if (!certification) refusals.push({ field: 'exam_id', reason: `names no certification of this site: ${quote(question.examId)}` })
  const { caseStudyId } = question
  if (caseStudyId !== null && !caseStudy && !known.caseStudyIds.has(caseStudyId))
    refusals.push({ field: 'case_study_id', reason: `names no case study of this site, and none comes with it: ${quote(caseStudyId)}` })
  if (!certification) return { refusals, warnings }
  for (const { isError, ...issue } of [...checkQuestion(question, certification), ...checkAnswerKeyLength(question)])
    (isError ? refusals : warnings).push(issue)
  return { refusals, warnings }
}

function inCaseStudy(findings: readonly ValidationIssue[]): ValidationIssue[] {
  return findings.map(({ field, reason }) => ({ field: `case_study.${field}`, reason }))
}

function isBlank(html: string): boolean {
  return plainText(html) === '' && !html.includes('<img')
}
