/** Loads the content of the project into the database. An invalid file stops the load before anything is written. */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import { toBankItem } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { ExamOutline } from '#exam/outline.ts'
import type { CaseStudy } from '#exam/question.ts'
import { translationLanguages } from '#exam/translation.ts'
import { lockCaseStudy } from '#server/bank/case-studies.ts'
import { removeLoadedCaseStudyTranslationsExcept, saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { parseContent, readTexts, type Content, type ContentBank, type ContentText } from '#server/bank/content-files.ts'
import { readEdition } from '#server/bank/content-edition.ts'
import { sanitize } from '#server/bank/sanitize-html.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { removeLoadedQuestionsExcept, saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { itemOf, lockQuestions, storeVersions } from '#server/bank/question-history.ts'
import type { ContentTranslations } from '#server/bank/translation-files.ts'
import { removeLoadedTranslationsExcept, saveTranslations } from '#server/bank/translations.ts'
import { examineQuestion } from '#server/bank/validate-question.ts'
import { listAdministratorOwnedIds } from '#server/bank/owned-rows.ts'
import {
  findCertificationRow,
  findOutlineChange,
  listCertificationRows,
  readCertification,
  readOutline,
  removeLoadedCertificationsExcept,
  removeLoadedOutlinesExcept,
  saveCertification,
  saveGlossaries,
  saveOutline,
} from '#server/catalogue/index.ts'

const rowsPerStatement = 50
/** Arbitrary id of the advisory lock. */
const contentLock = 3_870_641_953

/** The edition numbers of the content files and of the content in the database; see `content-edition.ts`. */
type Editions = { edition: number; databaseEdition: number }

export type LoadNotices = {
  /** The database has content of a later edition. Nothing was changed. */
  onLaterEdition?: (editions: Editions) => void
  /** The outlines of these certifications have changed in the files, but the stored outlines were kept because of administrators' changes. */
  onKeptOutlines?: (certificationIds: readonly string[]) => void
}

/**
 * Loads the files that have changed since the last load, in one transaction.
 *
 * @returns the paths of the loaded files; empty if files were only removed, nothing has changed, or the database has a later edition
 * @throws {ContentProblem}
 */
export async function loadContent(
  db: Kysely<Tables>,
  folder: string,
  now: Date,
  { onLaterEdition, onKeptOutlines }: LoadNotices = {},
): Promise<string[]> {
  const [texts, { edition }] = [await readTexts(folder), await readEdition(folder)]
  if (!(await findChanges(db, texts, edition)).hasChanges) return []
  const { catalog, rules, outlines, glossaries, banks, translations } = parseContent(texts)
  return transact(db, async (transaction) => {
    // Another process may be loading other content.
    await sql`select pg_advisory_xact_lock(${sql.lit(contentLock)})`.execute(transaction)
    const { changed, hasChanges, databaseEdition } = await findChanges(transaction, texts, edition)
    if (databaseEdition > edition) onLaterEdition?.({ edition, databaseEdition })
    if (databaseEdition > edition || !hasChanges) return []
    const isChanged = ({ path }: ContentText) => changed.some((file) => file.path === path)
    if (isChanged(catalog)) await saveCatalog(transaction, catalog.value)
    const kept = await saveOutlines(
      transaction,
      outlines.filter(isChanged).map(({ value }) => value),
    )
    if (kept.length > 0) onKeptOutlines?.(kept)
    await saveGlossaries(
      transaction,
      glossaries.map(({ value }) => value),
    )
    for (const bank of banks.filter(isChanged)) await saveBank(transaction, bank.value)
    await saveLanguages(
      transaction,
      translations.map(({ value }) => value),
    )
    await removeMissingContent(transaction, { catalog, rules, outlines, glossaries, banks, translations })
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

// Rows that administrators changed or deleted are not touched. Unchanged rows keep their version.

async function saveCatalog(db: Db, certifications: readonly Certification[]): Promise<void> {
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

/**
 * Saves the outlines of the files. Skips a certification if an administrator saved its outline, or changed the certification so that the
 * outline in the file no longer fits. Returns the ids of the skipped certifications.
 */
async function saveOutlines(db: Db, outlines: readonly ExamOutline[]): Promise<string[]> {
  const kept: string[] = []
  for (const outline of outlines) {
    const row = await findCertificationRow(db, outline.certificationId)
    // An administrator deleted the certification.
    if (!row) continue
    const isOwned = Boolean(await findOutlineChange(db, row.id))
    if (isOwned || !readOutline(outline, readCertification(row)).ok) kept.push(row.id)
    else await saveOutline(db, outline)
  }
  return kept
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
  for (const some of inBatches(changed, rowsPerStatement)) {
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

/**
 * Replaces all translations of content files, including those of questions that administrators own. If the texts of such a question have
 * changed, its translation is out of date.
 */
async function saveLanguages(db: Db, files: readonly ContentTranslations[]): Promise<void> {
  for (const language of translationLanguages) {
    const own = files.filter((file) => file.language === language)
    const translations = own.flatMap((file) => file.translations)
    const caseStudies = own.flatMap((file) => file.caseStudies)
    await saveTranslations(db, language, translations)
    await saveCaseStudyTranslations(db, language, caseStudies)
    const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)
    await removeLoadedTranslationsExcept(db, language, idsOf(translations))
    await removeLoadedCaseStudyTranslationsExcept(db, language, idsOf(caseStudies))
  }
}

/** Removes loaded questions, outlines, and certifications that are no longer in the folder, and loaded case studies that no question uses. */
async function removeMissingContent(db: Db, { catalog, rules, outlines, glossaries, banks, translations }: Content): Promise<void> {
  const withBank = new Set(banks.map(({ value }) => value.certificationId))
  const certificationIds = catalog.value.map(({ id }) => id)
  for (const id of certificationIds.filter((certificationId) => !withBank.has(certificationId)))
    await removeLoadedQuestionsExcept(db, id, [])
  await removeLoadedOutlinesExcept(
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
      [catalog, ...(rules ? [rules] : []), ...outlines, ...glossaries, ...banks, ...translations].map(({ path }) => path),
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
