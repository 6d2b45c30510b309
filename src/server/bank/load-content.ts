/**
 * Loads the content of the project: `content/certifications.json`, `content/outlines/*.json` and `content/bank/*.json`. An invalid
 * file stops the load before anything is written.
 */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { toBankItem, parseBankFile, type BankFileProblem, type BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import { checkQuestions, type CheckedCertification } from '#exam/content-check.ts'
import type { ExamOutline } from '#exam/outline.ts'
import type { CaseStudy } from '#exam/question.ts'
import { lockCaseStudy } from '#server/bank/case-studies.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { fingerprintContent, readEdition } from '#server/bank/content-edition.ts'
import { findHtmlIssue, sanitize } from '#server/bank/sanitize-html.ts'
import { undefinedIfMissing } from '#server/platform/file-store.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { removeLoadedQuestionsExcept, saveCaseStudy, saveQuestions } from '#server/bank/questions.ts'
import { itemOf, lockQuestions, storeVersions } from '#server/bank/question-history.ts'
import { examineQuestion } from '#server/bank/validate-question.ts'
import { listAdministratorOwnedIds } from '#server/bank/owned-rows.ts'
import {
  findCertificationRow,
  listCertificationRows,
  readCertification,
  readCertifications,
  readOutline,
  removeLoadedCertificationsExcept,
  removeOutlinesExcept,
  saveCertification,
  saveOutline,
} from '#server/catalogue/index.ts'

const catalogueFile = 'certifications.json'
/** Increase this when the code derives different rows from the same files, and run `npm run content:edition`. Then all files are loaded again. */
const loaderVersion = 2

const rowsPerStatement = 50
/** Arbitrary id of the advisory lock. */
const contentLock = 3_870_641_953

type ContentBank = { certificationId: string; questions: readonly BankQuestion[]; caseStudies: readonly CaseStudy[] }
type ContentText = { path: string; text: string; sha256: string }
type ContentFile<Value> = ContentText & { value: Value }
type Content = { catalogue: ContentFile<Certification[]>; outlines: ContentFile<ExamOutline>[]; banks: ContentFile<ContentBank>[] }

/** The content is invalid. The message lists the file, index and reason of every problem, one per line. */
export class ContentProblem extends Error {}

/**
 * Reads and checks all content of a folder.
 *
 * @throws {ContentProblem}
 */
export async function readContent(folder: string): Promise<Content> {
  return parseContent(await readTexts(folder))
}

/**
 * Reads and checks the certifications of a folder.
 *
 * @throws {ContentProblem}
 */
export async function readCatalogue(folder: string): Promise<ContentFile<Certification[]>> {
  return parseFile(await readText(folder, catalogueFile), readCertifications)
}

/** Fingerprint of the content of a folder. */
export async function readContentFingerprint(folder: string): Promise<string> {
  return fingerprintContent(await readTexts(folder))
}

/** Numbers of content, see `content-edition.ts`. */
type Editions = { edition: number; databaseEdition: number }

/**
 * Loads the files that have changed since the last load, in one transaction. Calls `onLaterEdition` and changes nothing if the database
 * has content with a higher number.
 *
 * @returns the paths of the loaded files; empty when files were only removed
 * @throws {ContentProblem}
 */
export async function loadContent(
  db: Kysely<Tables>,
  folder: string,
  now: Date,
  onLaterEdition: (editions: Editions) => void = () => undefined,
): Promise<string[]> {
  const [texts, { edition }] = [await readTexts(folder), await readEdition(folder)]
  if (!(await findChanges(db, texts, edition)).hasChanges) return []
  const { catalogue, outlines, banks } = parseContent(texts)
  return transact(db, async (transaction) => {
    // Another process may be loading other content.
    await sql`select pg_advisory_xact_lock(${sql.lit(contentLock)})`.execute(transaction)
    const { changed, hasChanges, databaseEdition } = await findChanges(transaction, texts, edition)
    if (databaseEdition > edition) onLaterEdition({ edition, databaseEdition })
    if (databaseEdition > edition || !hasChanges) return []
    const isChanged = ({ path }: ContentText) => changed.some((file) => file.path === path)
    if (isChanged(catalogue)) await saveCatalogue(transaction, catalogue.value)
    for (const { value } of outlines.filter(isChanged))
      if (await findCertificationRow(transaction, value.certificationId)) await saveOutline(transaction, value)
    for (const bank of banks.filter(isChanged)) await saveBank(transaction, bank.value)
    await removeMissingContent(transaction, { catalogue, outlines, banks })
    for (const { path, sha256 } of changed) await storeFingerprint(transaction, path, { sha256, loaded_at: now })
    await transaction.updateTable('content_files').set({ edition }).execute()
    await bumpContentVersion(transaction)
    return changed.map(({ path }) => path)
  })
}

/** Compares the files with those that were loaded last. */
async function findChanges(db: Db, texts: readonly ContentText[], edition: number) {
  const rows = await db.selectFrom('content_files').selectAll().execute()
  const loaded = new Map(rows.map((row) => [row.path, row.sha256]))
  const changed = texts.filter(({ path, sha256 }) => loaded.get(path) !== sha256)
  const hasChanges = changed.length > 0 || texts.length !== loaded.size || rows.some((row) => row.edition !== edition)
  return { changed, hasChanges, databaseEdition: Math.max(0, ...rows.map((row) => row.edition)) }
}

/** The certifications come first, then the outlines and the banks by name. */
async function readTexts(folder: string): Promise<[ContentText, ...ContentText[]]> {
  const paths = [...(await listFiles(folder, 'outlines')), ...(await listFiles(folder, 'bank'))]
  return [await readText(folder, catalogueFile), ...(await Promise.all(paths.map((path) => readText(folder, path))))]
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

function parseContent([catalogueText, ...texts]: [ContentText, ...ContentText[]]): Content {
  const catalogue = parseFile(catalogueText, readCertifications)
  const certificationOf = (path: string): Certification => {
    const found = catalogue.value.find(({ id }) => path.endsWith(`/${id}.json`))
    if (!found) throw new ContentProblem(`${path}: the catalog has no certification with this id`)
    return found
  }
  const outlines = texts
    .filter(({ path }) => path.startsWith('outlines/'))
    .map((file) => parseFile(file, (json) => readOutline(json, certificationOf(file.path))))
  const pathsById = new Map<string, string>()
  const bankTexts = texts.filter(({ path }) => path.startsWith('bank/'))
  const banks = bankTexts.map((file) => {
    const { path } = file
    const certification = certificationOf(path)
    const outline = outlines.find(({ value }) => value.certificationId === certification.id)?.value
    const bank = parseFile(file, (json) => parseBank(json, { ...certification, objectives: outline?.objectives ?? [] }))
    for (const [index, { id }] of bank.value.questions.entries()) {
      const other = pathsById.get(id)
      if (other) throw new ContentProblem(`${path}: question ${index}: id: is also in ${other}`)
      pathsById.set(id, path)
    }
    return bank
  })
  return { catalogue, outlines, banks }
}

// Rows that administrators changed or deleted are not touched. Unchanged rows keep their version.

async function saveCatalogue(db: Db, certifications: readonly Certification[]): Promise<void> {
  const ids = certifications.map(({ id }) => id)
  await db.selectFrom('certifications').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const rows = new Map((await listCertificationRows(db)).map((row) => [row.id, row]))
  const ownedIds = await listAdministratorOwnedIds(db, 'certification', ids)
  for (const [position, certification] of certifications.entries()) {
    const current = rows.get(certification.id)
    const isSame = current?.position === position && isDeepStrictEqual(readCertification(current), certification)
    if (!isSame && !ownedIds.has(certification.id)) await saveCertification(db, certification, position)
  }
}

async function saveBank(db: Db, bank: ContentBank): Promise<void> {
  // An administrator deleted the certification.
  if (!(await findCertificationRow(db, bank.certificationId))) return
  const ids = bank.questions.map(({ id }) => id)
  // Locks first, so that no administrator can save these questions until the transaction ends.
  const rows = new Map((await lockQuestions(db, ids)).map((row) => [row.id, row]))
  const ownedIds = await listAdministratorOwnedIds(db, 'question', ids)
  const questions = bank.questions.filter(({ id }) => !ownedIds.has(id)).map((question) => examineQuestion(question).question)
  await saveCaseStudies(db, bank.caseStudies, new Set(questions.map(({ caseStudyId }) => caseStudyId)))
  const changed = questions.filter((question) => {
    const row = rows.get(question.id)
    return !row || !isDeepStrictEqual(toBankItem(question), itemOf(row))
  })
  for (let i = 0; i < changed.length; i += rowsPerStatement) {
    const some = changed.slice(i, i + rowsPerStatement)
    await storeVersions(
      db,
      some.flatMap(({ id }) => rows.get(id) ?? []),
    )
    await saveQuestions(db, some)
  }
  await removeLoadedQuestionsExcept(db, bank.certificationId, ids)
}

/** A deleted case study is restored when a question needs it. */
async function saveCaseStudies(db: Db, caseStudies: readonly CaseStudy[], neededIds: ReadonlySet<string | null>): Promise<void> {
  for (const caseStudy of caseStudies) {
    const { id, title } = caseStudy
    const content = sanitize(caseStudy.content)
    const current = await lockCaseStudy(db, id)
    const isSame = current?.title === title && current.content === content
    const isNeeded = !current && neededIds.has(id)
    if (!isSame && (isNeeded || (await listAdministratorOwnedIds(db, 'case_study', [id])).size === 0))
      await saveCaseStudy(db, { id, title, content })
  }
}

/** Removes questions, outlines and certifications that are no longer in the folder, and unused case studies. */
async function removeMissingContent(db: Db, { catalogue, outlines, banks }: Content): Promise<void> {
  const withBank = new Set(banks.map(({ value }) => value.certificationId))
  const certificationIds = catalogue.value.map(({ id }) => id)
  for (const id of certificationIds.filter((certificationId) => !withBank.has(certificationId)))
    await removeLoadedQuestionsExcept(db, id, [])
  await removeOutlinesExcept(
    db,
    outlines.map(({ value }) => value.certificationId),
  )
  await removeLoadedCertificationsExcept(db, certificationIds)
  await removeUnusedCaseStudies(db)
  await db
    .deleteFrom('content_files')
    .where(
      'path',
      'not in',
      [catalogue, ...outlines, ...banks].map(({ path }) => path),
    )
    .execute()
}

async function storeFingerprint(db: Db, path: string, values: { sha256: string; loaded_at: Date }): Promise<void> {
  await db
    .insertInto('content_files')
    .values({ path, ...values, edition: 0 })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(values))
    .execute()
}

type ParseResult<Value> = { ok: true; value: Value } | { ok: false; problems: string[] }

function parseBank(json: unknown, certification: CheckedCertification): ParseResult<ContentBank> {
  const read = parseBankFile(json)
  if (!read.ok) return { ok: false, problems: read.problems.map(formatProblem) }
  const { questions, caseStudies } = read
  const problems = [...checkQuestions(questions, certification), ...checkHtml(questions, caseStudies)].map(formatProblem)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: { certificationId: certification.id, questions, caseStudies } }
}

/** In content files, everything that the sanitizer removes is an error. */
function checkHtml(questions: readonly BankQuestion[], caseStudies: readonly CaseStudy[]): BankFileProblem[] {
  const reason = 'contains HTML that is not allowed (the sanitizer would remove a tag, an attribute or an address)'
  return [
    ...questions.flatMap((question, index) => {
      const found = examineQuestion(question).texts.filter(({ issue }) => issue)
      return [...new Set(found.map(({ field }) => field))].map((field) => ({ index, field, reason }))
    }),
    ...caseStudies.flatMap((one) => (findHtmlIssue(one.content) ? [{ index: -1, field: `case_study ${one.id}`, reason }] : [])),
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

/** Deletes loaded case studies that no question uses. */
async function removeUnusedCaseStudies(db: Db): Promise<void> {
  await db
    .deleteFrom('case_studies')
    .where('updated_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('questions').select('questions.id').whereRef('questions.case_study_id', '=', 'case_studies.id')),
      ),
    )
    .execute()
}
