/**
 * Reads and checks the content of the project: `content/certifications.json`, `content/exam-rules.json`, `content/outlines/*.json`,
 * `content/glossary/*.json`, `content/bank/*.json`, and the translations in `content/bank/<language>/*.json`; translations of case studies
 * are in `<certification>-case-studies.json`. `content/terms/fr.json` has the French terms of product words.
 */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseBankFile, type BankFileProblem, type BankQuestion, type RawObject } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { checkQuestions, type CheckedCertification } from '#exam/content-check.ts'
import { parseExamRules, type ExamRule } from '#exam/exam-rules.ts'
import type { Glossary } from '#exam/glossary.ts'
import { parseTerms, type Term } from '#exam/term-marks.ts'
import type { ExamOutline } from '#exam/outline.ts'
import type { CaseStudy } from '#exam/question.ts'
import { translationLanguages } from '#exam/translation.ts'
import { fingerprintContent } from '#server/bank/content-edition.ts'
import { examineHtml } from '#server/bank/sanitize-html.ts'
import { readCaseStudyTranslations, readTranslations, type ContentTranslations } from '#server/bank/translation-files.ts'
import { examineQuestion, findHtmlProblem, findHtmlProblems } from '#server/bank/validate-question.ts'
import { listRepeatedTerms, readCertifications, readGlossary, readOutline } from '#server/catalogue/index.ts'
import { undefinedIfMissing } from '#server/platform/file-store.ts'

const catalogFile = 'certifications.json'
/** This file is optional. */
const rulesFile = 'exam-rules.json'
const termsFile = 'terms/fr.json'
const caseStudiesEnd = '-case-studies.json'
/** Increase this when the code derives different rows from the same files, and run `npm run content:edition`. Then all files are loaded again. */
const loaderVersion = 2

export type ContentBank = { certificationId: string; questions: readonly BankQuestion[]; caseStudies: readonly CaseStudy[] }
export type ContentText = { path: string; text: string; sha256: string }
type ContentFile<Value> = ContentText & { value: Value }
export type Content = {
  catalog: ContentFile<Certification[]>
  /**
   * The rules are not in the database: each process reads its own file. The fingerprint includes them, so that a change invalidates the
   * caches.
   */
  rules: ContentFile<ExamRule[]> | undefined
  outlines: ContentFile<ExamOutline>[]
  glossaries: ContentFile<Glossary>[]
  banks: ContentFile<ContentBank>[]
  translations: ContentFile<ContentTranslations>[]
}

/** The content is invalid. The message lists the problems of the first invalid file, one per line. */
export class ContentProblem extends Error {}

type ContentOptions = {
  /** Accepts questions whose objective is not in the outline or belongs to another skill, for a report that lists them. */
  mayBeOrphaned?: boolean
}

/**
 * Reads and checks the content of a folder, except the French terms.
 *
 * @throws {ContentProblem}
 */
export async function readContent(folder: string, options: ContentOptions = {}): Promise<Content> {
  return parseContent(await readTexts(folder), options)
}

/**
 * Reads and checks the certifications of a folder.
 *
 * @throws {ContentProblem}
 */
export async function readCatalog(folder: string): Promise<ContentFile<Certification[]>> {
  return parseFile(await readText(folder, catalogFile), readCertifications)
}

/**
 * Reads and checks the rules of the real exams. Empty if the file is missing.
 *
 * @throws {ContentProblem}
 */
export async function readExamRules(folder: string): Promise<ExamRule[]> {
  const [file] = await readIfExists(folder, rulesFile)
  return file ? parseFile(file, readRules).value : []
}

/**
 * Reads and checks the French terms of product words. Empty if the file is missing. The terms are not in the database: each process reads
 * its own file.
 *
 * @throws {ContentProblem}
 */
export async function readTerms(folder: string): Promise<readonly Term[]> {
  const [file] = await readIfExists(folder, termsFile)
  return file ? parseFile(file, parseTermFile).value : []
}

/** Fingerprint of the content of a folder, without the French terms. */
export async function readContentFingerprint(folder: string): Promise<string> {
  return fingerprintContent(await readTexts(folder))
}

/** The text of each file: certifications, rules, outlines, glossaries, banks, then translations. Files of one kind are sorted by name. */
export async function readTexts(folder: string): Promise<[ContentText, ...ContentText[]]> {
  const subfolders = ['outlines', 'glossary', 'bank', ...translationLanguages.map((language) => `bank/${language}`)]
  const paths = (await Promise.all(subfolders.map((subfolder) => listFiles(folder, subfolder)))).flat()
  const others = await Promise.all(paths.map((path) => readText(folder, path)))
  return [await readText(folder, catalogFile), ...(await readIfExists(folder, rulesFile)), ...others]
}

async function readIfExists(folder: string, path: string): Promise<ContentText[]> {
  const text = await readText(folder, path).catch(undefinedIfMissing)
  return text ? [text] : []
}

async function listFiles(folder: string, subfolder: string): Promise<string[]> {
  const names = (await readdir(join(folder, subfolder)).catch(undefinedIfMissing)) ?? []
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => `${subfolder}/${name}`)
}

async function readText(folder: string, path: string): Promise<ContentText> {
  const text = await readFile(join(folder, path), 'utf8')
  return { path, text, sha256: createHash('sha256').update(`${loaderVersion} ${text}`).digest('hex') }
}

export function parseContent(
  [catalogText, ...texts]: [ContentText, ...ContentText[]],
  { mayBeOrphaned = false }: ContentOptions = {},
): Content {
  const catalog = parseFile(catalogText, readCertifications)
  const certificationOf = (path: string): Certification => {
    const found = catalog.value.find(({ id }) => path.endsWith(`/${id}.json`))
    if (!found) throw new ContentProblem(`${path}: the catalog has no certification with this id`)
    return found
  }
  const rulesText = texts.find(({ path }) => path === rulesFile)
  const rules = rulesText && parseFile(rulesText, readRules)
  const outlines = texts
    .filter(({ path }) => path.startsWith('outlines/'))
    .map((file) => parseFile(file, (json) => readOutline(json, certificationOf(file.path))))
  const glossaries = texts.filter(({ path }) => path.startsWith('glossary/')).map((file) => parseFile(file, readGlossary))
  const repeated = listRepeatedTerms(glossaries.map(({ value }) => value))
  if (repeated.length > 0) throw new ContentProblem(repeated.map((term) => `glossary: two files have the term ${term}`).join('\n'))
  const pathsById = new Map<string, string>()
  const bankTexts = texts.filter(({ path }) => /^bank\/[^/]+$/.test(path))
  const banks = bankTexts.map((file) => {
    const { path } = file
    const certification = certificationOf(path)
    const outline = outlines.find(({ value }) => value.certificationId === certification.id)?.value
    const bank = parseFile(file, (json) =>
      parseBank(json, { ...certification, objectives: mayBeOrphaned ? undefined : (outline?.objectives ?? []) }),
    )
    for (const [index, { id }] of bank.value.questions.entries()) {
      const other = pathsById.get(id)
      if (other) throw new ContentProblem(`${path}: question ${index}: id: is also in ${other}`)
      pathsById.set(id, path)
    }
    return bank
  })
  const translations = texts.flatMap((file) => {
    const language = translationLanguages.find((one) => file.path.startsWith(`bank/${one}/`))
    if (!language) return []
    const isOfCaseStudies = file.path.endsWith(caseStudiesEnd)
    const { id } = certificationOf(isOfCaseStudies ? file.path.replace(caseStudiesEnd, '.json') : file.path)
    const bank = banks.find(({ value }) => value.certificationId === id)
    if (!bank) throw new ContentProblem(`${file.path}: there is no bank with this name`)
    const parse = (json: unknown) =>
      isOfCaseStudies
        ? readCaseStudyTranslations(json, language, bank.value)
        : readTranslations(json, language, bank.value, parseJson(bank) as RawObject[])
    return [parseFile(file, parse)]
  })
  return { catalog, rules, outlines, glossaries, banks, translations }
}

export type ParseResult<Value> = { ok: true; value: Value } | { ok: false; problems: string[] }

function parseBank(json: unknown, certification: CheckedCertification): ParseResult<ContentBank> {
  const read = parseBankFile(json)
  if (!read.ok) return { ok: false, problems: read.problems.map(formatProblem) }
  const { questions, caseStudies } = read
  const problems = [...checkQuestions(questions, certification), ...checkHtml(questions, caseStudies)].map(formatProblem)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { certificationId: certification.id, questions, caseStudies } }
}

function readRules(json: unknown): ParseResult<ExamRule[]> {
  const read = parseExamRules(json)
  return read.ok ? { ok: true, value: read.rules } : read
}

function parseTermFile(json: unknown): ParseResult<readonly Term[]> {
  const read = parseTerms(json)
  return read.ok ? { ok: true, value: read.terms } : read
}

/** In content files, anything that the sanitizer would remove is an error. */
function checkHtml(questions: readonly BankQuestion[], caseStudies: readonly CaseStudy[]): BankFileProblem[] {
  return [
    ...questions.flatMap((question, index) => findHtmlProblems(examineQuestion(question).texts).map((problem) => ({ index, ...problem }))),
    ...caseStudies.flatMap(({ id, content }) => {
      const reason = findHtmlProblem(examineHtml(content))
      return reason ? [{ index: -1, field: `case_study ${id}`, reason }] : []
    }),
  ]
}

function parseFile<Value>(file: ContentText, parse: (json: unknown) => ParseResult<Value>): ContentFile<Value> {
  const result = parse(parseJson(file))
  if (!result.ok) throw new ContentProblem(result.problems.map((problem) => `${file.path}: ${problem}`).join('\n'))
  return { ...file, value: result.value }
}

function parseJson({ path, text }: ContentText): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ContentProblem(`${path}: is not JSON: ${(error as Error).message}`)
  }
}

function formatProblem({ index, field, reason }: BankFileProblem): string {
  return [index < 0 ? '' : `question ${index}: `, field && `${field}: `, reason].join('')
}
