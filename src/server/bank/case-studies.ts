/** Case studies as administrators list, write and delete them. Every save is checked, counted and kept in the audit log. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { foldText } from '#exam/plain-text.ts'
import { containing } from '#server/db/like-pattern.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { keepImageUses } from '#server/bank/images/image-usage.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { saveCaseStudy } from '#server/bank/questions.ts'
import { gateCaseStudy } from '#server/bank/validate-question.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { findQuestionUses } from '#server/bank/question-usage.ts'
import type { QuestionUses } from '#server/bank/question-usage.ts'
import { keepRemovals } from '#server/bank/owned-rows.ts'
import { lockAdministrator } from '#server/accounts/index.ts'
import { recordAudit } from '#server/audit/index.ts'

/** A line of the list: `certificationIds` are those whose questions use it, drafts too. */
export type CaseStudyEntry = { id: string; title: string; questionCount: number; certificationIds: string[]; updatedAt: string | null }
export type CaseStudyPage = { caseStudies: CaseStudyEntry[]; total: number; page: number; pages: number }

/** Field names of the table; `updated_at` is an ISO time, `null` where it still is as the content files have it. */
export type StoredCaseStudy = Omit<Selectable<Tables['case_studies']>, 'updated_at'> & { updated_at: string | null }

export type CaseStudyOutcome =
  | { ok: true; caseStudy: StoredCaseStudy; warnings: readonly ValidationIssue[] }
  | { ok: false; refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_CASE_STUDY' }
  | { ok: false; refusal: 'CASE_STUDY_REFUSED'; refusals: readonly ValidationIssue[]; warnings: readonly ValidationIssue[] }
  | { ok: false; refusal: 'CASE_STUDY_CHANGED'; current: StoredCaseStudy }

export type CaseStudyRemoval =
  | { ok: true }
  | { ok: false; refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_CASE_STUDY' }
  | { ok: false; refusal: 'CASE_STUDY_USED'; uses: QuestionUses }

const pageSize = 25
const slugLengthMax = 60

/** Case studies whose title contains the text, in the order of their titles, 25 a page. A page that there is not is the first or the last. */
export async function listCaseStudyEntries(db: Db, { search, page }: { search: string; page: number }): Promise<CaseStudyPage> {
  const found = db.selectFrom('case_studies').where('title', 'ilike', containing(search.trim()))
  const counted = await found.select((rows) => rows.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const { offset, ...shown } = numberedPage(page, total, pageSize)
  const rows = await found
    .select(['id', 'title', 'updated_at'])
    .orderBy(sql`title collate "und-x-icu"`)
    .orderBy('id')
    .limit(pageSize)
    .offset(offset)
    .execute()
  const uses = await countUses(
    db,
    rows.map(({ id }) => id),
  )
  const caseStudies = rows.map((row): CaseStudyEntry => {
    const own = uses.filter((use) => use.case_study_id === row.id)
    return {
      id: row.id,
      title: row.title,
      questionCount: own.reduce((sum, { size }) => sum + size, 0),
      certificationIds: own.map(({ exam_id }) => exam_id),
      updatedAt: row.updated_at?.toISOString() ?? null,
    }
  })
  return { caseStudies, total, ...shown }
}

export async function findStoredCaseStudy(db: Db, id: string): Promise<StoredCaseStudy | undefined> {
  const row = await db.selectFrom('case_studies').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, updated_at: row.updated_at?.toISOString() ?? null }
}

/** Adds one made of `title` and `content`, the rest of `item` is ignored. Its id is the title as an address would write it. */
export async function addCaseStudy(db: Kysely<Tables>, actorId: string | null, item: unknown, now: Date): Promise<CaseStudyOutcome> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const gated = gateCaseStudy(writtenFields(item))
    if (!gated.ok) return { ok: false, refusal: 'CASE_STUDY_REFUSED', refusals: gated.refusals, warnings: gated.warnings }
    const id = await makeId(transaction, gated.caseStudy.title)
    await saveCaseStudy(transaction, { id, ...gated.caseStudy }, { by: actorId, at: now })
    await recordAudit(transaction, actorId, 'case-study-added', id)
    return saved(transaction, id, gated.warnings)
  })
}

/**
 * Changes title, content or both. `expectedVersion` is the version that was edited; without it the current one. A change
 * that leaves the case study as it is makes no version.
 */
export async function changeCaseStudy(
  db: Kysely<Tables>,
  actorId: string | null,
  id: string,
  changes: unknown,
  expectedVersion: number | undefined,
  now: Date,
): Promise<CaseStudyOutcome> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const current = await lockCaseStudy(transaction, id)
    if (!current) return { ok: false, refusal: 'UNKNOWN_CASE_STUDY' }
    if (expectedVersion !== undefined && expectedVersion !== current.version) return { ok: false, refusal: 'CASE_STUDY_CHANGED', current }
    const gated = gateCaseStudy({ title: current.title, content: current.content, ...writtenFields(changes) })
    if (!gated.ok) return { ok: false, refusal: 'CASE_STUDY_REFUSED', refusals: gated.refusals, warnings: gated.warnings }
    const { title, content } = gated.caseStudy
    if (title === current.title && content === current.content) return { ok: true, caseStudy: current, warnings: gated.warnings }
    await saveCaseStudy(transaction, { id, title, content }, { by: actorId, at: now })
    await recordAudit(transaction, actorId, 'case-study-changed', id)
    return saved(transaction, id, gated.warnings)
  })
}

/** Deletes a case study that no question uses. */
export async function removeCaseStudy(db: Kysely<Tables>, actorId: string | null, id: string, now: Date): Promise<CaseStudyRemoval> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const current = await lockCaseStudy(transaction, id)
    if (!current) return { ok: false, refusal: 'UNKNOWN_CASE_STUDY' }
    const uses = await findQuestionUses(transaction, 'case_study_id', id)
    if (uses.total > 0) return { ok: false, refusal: 'CASE_STUDY_USED', uses }
    await transaction.deleteFrom('case_studies').where('id', '=', id).execute()
    await keepImageUses(transaction, 'case_study', [{ id, html: [] }])
    await keepRemovals(transaction, 'case_study', [id], now)
    await recordAudit(transaction, actorId, 'case-study-deleted', id, { title: current.title })
    await bumpContentVersion(transaction)
    return { ok: true }
  })
}

async function saved(transaction: Db, id: string, warnings: readonly ValidationIssue[]): Promise<CaseStudyOutcome> {
  await bumpContentVersion(transaction)
  const caseStudy = await findStoredCaseStudy(transaction, id)
  if (!caseStudy) throw new Error(`Case study ${id} is gone in the transaction that saved it`)
  return { ok: true, caseStudy, warnings }
}

/** The case study as it is; nobody else changes it, or gives it a question, until the transaction ends. */
export async function lockCaseStudy(transaction: Db, id: string): Promise<StoredCaseStudy | undefined> {
  await transaction.selectFrom('case_studies').select('id').where('id', '=', id).forUpdate().execute()
  return findStoredCaseStudy(transaction, id)
}

/** What may be written; whatever else was sent is nobody's to choose. */
function writtenFields(item: unknown): { title?: unknown; content?: unknown } {
  const { title, content } = Object(item) as Record<string, unknown>
  return { ...(title !== undefined && { title }), ...(content !== undefined && { content }) }
}

/** The title in small letters and hyphens, `fabrikam-retail`, when it is free and says anything; otherwise with an end of its own. */
async function makeId(db: Db, title: string): Promise<string> {
  const slug = foldText(title)
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, slugLengthMax)
    .replace(/^-|-$/g, '')
  // At the address of `new` stands the form for another one.
  if (slug === '' || slug === 'new') return randomUUID()
  const isTaken = await isKnown(db, slug)
  return isTaken ? `${slug}-${randomUUID().slice(0, 8)}` : slug
}

/** One that was deleted keeps its id for itself. */
async function isKnown(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('case_studies').select('id').where('id', '=', id).executeTakeFirst()
  const removed = await db.selectFrom('removals').select('id').where('kind', '=', 'case_study').where('id', '=', id).executeTakeFirst()
  return row !== undefined || removed !== undefined
}

async function countUses(db: Db, ids: readonly string[]): Promise<{ case_study_id: string | null; exam_id: string; size: number }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('questions')
    .select(['case_study_id', 'exam_id', sql<number>`count(*)::int`.as('size')])
    .where('case_study_id', 'in', [...ids])
    .groupBy(['case_study_id', 'exam_id'])
    .orderBy('exam_id')
    .execute()
}
