/** Writes a checked import in one transaction: certifications, case studies, questions, and the audit entry. */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Certification } from '#exam/certification.ts'
import { translationLanguages } from '#exam/translation.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudit } from '#server/audit/index.ts'
import { saveCaseStudyTranslations } from '#server/bank/case-study-translations.ts'
import { lockCaseStudy } from '#server/bank/case-studies.ts'
import { removeImages, storeImages } from '#server/bank/images/archived-images.ts'
import type { ColumnChoice } from '#server/bank/formats/table/column-meanings.ts'
import { saveColumns } from '#server/bank/import/column-choices.ts'
import { ImportProblem, type CheckedImport, type ImportBatch, type ImportLine, type ImportPlan } from '#server/bank/import/messages.ts'
import type { ImportWorker } from '#server/bank/import/worker-client.ts'
import { lockQuestions, storeVersions } from '#server/bank/question-history.ts'
import { saveCaseStudy, saveQuestions } from '#server/bank/save-questions.ts'
import { saveTranslations } from '#server/bank/translations.ts'
import type { References } from '#server/bank/validate-question.ts'
import {
  findCertificationRow,
  lockReferencedCertification,
  nextPosition,
  readCertification,
  saveCertification,
  type Author,
} from '#server/catalogue/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import type { Log } from '#server/log.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import type { FileStore } from '#server/platform/file-store.ts'

type Resources = { db: Kysely<Tables>; files: FileStore; log: Log }

export const notAnAdministrator = new ImportProblem('NOT_AN_ADMINISTRATOR', 'Only administrators can import questions.')

/**
 * Writes everything or nothing. Images are stored first, and removed again when the transaction fails.
 *
 * @throws {ImportProblem}
 */
export async function writeImport(
  { db, files, log }: Resources,
  worker: ImportWorker,
  { report, plan }: CheckedImport,
  {
    actorId,
    fileName,
    references,
    columns,
  }: { actorId: string | null; fileName: string; references: References; columns: ColumnChoice | undefined },
  emit: (line: ImportLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const editor = { by: actorId, at: new Date() }
  const images = await storeImages(files, worker.images())
  if (plan.questions + plan.caseStudies + plan.translations + plan.certifications.length + images.length === 0) return
  try {
    await transact(db, async (transaction) => {
      const certifications = await addCertifications(transaction, plan.certifications, editor)
      await requireSameOutlines(transaction, plan, references)
      await writeBatches(transaction, worker, plan.questions, editor, emit).catch(refuseExisting)
      // Last, because a change to the administrator's own role or account waits for this lock.
      if (!(await lockAdministrator(transaction, actorId))) throw notAnAdministrator
      const { new: added, changed, same } = report.counts
      const others = { certifications, case_studies: plan.caseStudies, translations: plan.translations, images: images.length }
      await recordAudit(transaction, actorId, 'bank-imported', plan.examIds.length === 1 ? (plan.examIds[0] ?? '') : '', {
        file: fileName,
        new: added,
        changed,
        same,
        ...Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)),
      })
      if (columns && report.columns) await saveColumns(transaction, report.columns.names, columns, editor.at)
      await bumpContentVersion(transaction)
      signal.throwIfAborted()
    })
  } catch (error) {
    // The cause of the failure matters more than images that remain; the list of unused images shows them.
    await removeImages(files, images).catch((problem: unknown) =>
      log.error({ error: problem }, 'The images of a failed import could not be removed'),
    )
    throw explainDatabaseError(error)
  }
}

/** Adds the certifications that are not stored yet, and returns their number. Stored certifications are not changed. */
async function addCertifications(transaction: Db, certifications: readonly Certification[], editor: Author): Promise<number> {
  let added = 0
  for (const certification of certifications) {
    if (await findCertificationRow(transaction, certification.id)) continue
    await saveCertification(transaction, certification, await nextPosition(transaction), editor, { isNew: true })
    added += 1
  }
  return added
}

/**
 * Locks the outlines of the imported questions until the transaction ends.
 *
 * @throws {ImportProblem} when an outline is not the one that the file was compared with
 */
async function requireSameOutlines(transaction: Db, { examIds, certifications }: ImportPlan, references: References): Promise<void> {
  for (const id of examIds.toSorted()) {
    const compared = references.certifications.get(id) ?? certifications.find((one) => one.id === id)
    const current = await lockReferencedCertification(transaction, id)
    // If the certification was deleted, saving its first question is a database error.
    if (current && !isDeepStrictEqual(readCertification(current).skillAreas, compared?.skillAreas))
      throw changedMeanwhile(`changed the skill areas of ${id}`)
  }
}

async function writeBatches(
  transaction: Db,
  worker: ImportWorker,
  total: number,
  editor: Author,
  emit: (line: ImportLine) => void,
): Promise<void> {
  let done = 0
  for await (const batch of worker.batches()) {
    await writeBatch(transaction, batch, editor)
    done += batch.questions.length
    emit({ type: 'progress', stage: 'writing', done, total })
    await yieldToRequests()
  }
}

async function writeBatch(transaction: Db, batch: ImportBatch, editor: Author): Promise<void> {
  const { caseStudies, questions, translations, caseStudyTranslations } = batch
  for (const { caseStudy, version } of caseStudies) {
    const current = await lockCaseStudy(transaction, caseStudy.id)
    requireVersion(`case study ${caseStudy.id}`, current?.version, version)
    await saveCaseStudy(transaction, caseStudy, editor, { isNew: version === null })
  }
  const changed = questions.filter(({ version }) => version !== null)
  const rows = await lockQuestions(
    transaction,
    changed.map(({ question }) => question.id),
  )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  for (const { question, version } of changed) requireVersion(`question ${question.id}`, versions.get(question.id), version)
  await storeVersions(transaction, rows)
  const save = (some: typeof questions, areNew: boolean) =>
    saveQuestions(
      transaction,
      some.map(({ question }) => question),
      editor,
      { areNew, isSearchFilledLater: true },
    )
  const added = questions.filter(({ version }) => version === null)
  await save(changed, false)
  await save(added, true)
  for (const language of translationLanguages) {
    const isOwn = (one: { readonly language: string }) => one.language === language
    await saveTranslations(transaction, language, translations.filter(isOwn), editor.at)
    await saveCaseStudyTranslations(transaction, language, caseStudyTranslations.filter(isOwn), editor.at)
  }
}

/**
 * Refuses a question that someone else has added: new questions are not looked up before they are inserted. Without this, the transaction would
 * run again, and find the same question.
 *
 * @throws {ImportProblem} if an id exists, and other errors unchanged
 */
function refuseExisting(error: unknown): never {
  const { code, detail = '' } = error as { code?: string; detail?: string }
  if (code !== uniqueViolation) throw error
  // The detail contains the key in every language: `Key (id)=(…) already exists.`
  const id = /\(id\)=\(([\da-f]{8}-[\da-f-]{27})\)/.exec(detail)?.[1]
  throw id === undefined ? explainDatabaseError(error) : changedMeanwhile(`added the question ${id}`)
}

/** @throws {ImportProblem} when the stored version is not the one that the file was compared with */
function requireVersion(name: string, current: number | undefined, compared: number | null): void {
  if ((current ?? null) === compared) return
  throw changedMeanwhile(`changed the ${name}`)
}

const uniqueViolation = '23505'

/** Causes of database errors that concurrent changes make possible: foreign key, duplicate id, deadlock. */
const conflicts: Readonly<Record<string, string>> = {
  '23503': 'deleted a certification or a case study that the file uses',
  [uniqueViolation]: 'added something with an id from the file',
  '40P01': 'changed questions of the file',
}

function explainDatabaseError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = conflicts[code]
  return cause ? changedMeanwhile(cause) : error
}

function changedMeanwhile(cause: string): ImportProblem {
  return new ImportProblem('IMPORT_CHANGED_MEANWHILE', `Someone else ${cause} during the import. Import the file again.`)
}
