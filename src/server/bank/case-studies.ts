/** Case studies for administrators: list, add, change, and delete. */
import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { foldText } from '#exam/plain-text.ts'
import type { CaseStudy } from '#exam/question.ts'
import { containing } from '#server/db/like-pattern.ts'
import { numberedPage } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { storeImageUses } from '#server/bank/images/image-usage.ts'
import { saveCaseStudy } from '#server/bank/save-questions.ts'
import { validateCaseStudy } from '#server/bank/validate-question.ts'
import { findQuestionUses } from '#server/bank/question-usage.ts'
import { createDeletion, createEditing, type DeletableRecordType, type RecordType } from '#server/bank/versioned-record.ts'

/** A row of the list. `certificationIds` are the certifications whose questions use the case study, drafts included. */
export type CaseStudyEntry = { id: string; title: string; questionCount: number; certificationIds: string[]; updatedAt: string | null }
export type CaseStudyPage = { caseStudies: CaseStudyEntry[]; total: number; page: number; pages: number }

/** Keys are column names. `updated_at` is an ISO time, or `null` if the case study is unchanged since it was loaded from the content files. */
export type StoredCaseStudy = Omit<Selectable<Tables['case_studies']>, 'updated_at'> & { updated_at: string | null }

const pageSize = 25
const slugLengthMax = 60

/** Case studies whose title contains `search`, ordered by title, 25 per page. */
export async function listCaseStudyEntries(db: Db, { search, page }: { search: string; page: number }): Promise<CaseStudyPage> {
  const found = db.selectFrom('case_studies').where('title', 'ilike', containing(search.trim()))
  const counted = await found.select((rows) => rows.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { total } = counted
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
  const caseStudies = rows.map(({ updated_at, ...row }): CaseStudyEntry => {
    const own = uses.filter((use) => use.case_study_id === row.id)
    return {
      ...row,
      questionCount: own.reduce((sum, { size }) => sum + size, 0),
      certificationIds: own.map(({ exam_id }) => exam_id),
      updatedAt: updated_at?.toISOString() ?? null,
    }
  })
  return { caseStudies, total, ...shown }
}

export async function findStoredCaseStudy(db: Db, id: string): Promise<StoredCaseStudy | undefined> {
  const row = await db.selectFrom('case_studies').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, updated_at: row.updated_at?.toISOString() ?? null }
}

const caseStudyType: RecordType<StoredCaseStudy, StoredCaseStudy, CaseStudy> & DeletableRecordType<StoredCaseStudy> = {
  kind: 'case_study',
  hasDerivedId: true,
  find: findStoredCaseStudy,
  lock: lockCaseStudy,
  validate: async (transaction, item, current) => {
    const validated = validateCaseStudy({ ...current, ...(Object(item) as object) })
    if (!validated.ok) return validated
    const { caseStudy, warnings } = validated
    return { ok: true, value: { id: current?.id ?? (await makeId(transaction, caseStudy.title)), ...caseStudy }, warnings }
  },
  isUnchanged: (value, current) => value.title === current.title && value.content === current.content,
  write: (transaction, value, current, author) => saveCaseStudy(transaction, value, author, { isNew: !current }),
  isPublic: () => true,
  titleOf: ({ title }) => title,
  findUses: async (transaction, id) => {
    const uses = await findQuestionUses(transaction, 'case_study_id', id)
    return uses.total > 0 ? uses : undefined
  },
  remove: async (transaction, id) => {
    await transaction.deleteFrom('case_studies').where('id', '=', id).execute()
    await storeImageUses(transaction, 'case_study', [{ id, html: [] }])
  },
}

/** The id of a new case study is derived from its title, see `makeId`. */
export const { add: addCaseStudy, change: changeCaseStudy } = createEditing(caseStudyType)
export const deleteCaseStudy = createDeletion(caseStudyType)

/** Reads the case study and locks it: until the transaction ends, no one else can change it or add a question to it. */
export async function lockCaseStudy(transaction: Db, id: string): Promise<StoredCaseStudy | undefined> {
  await transaction.selectFrom('case_studies').select('id').where('id', '=', id).forUpdate().execute()
  return findStoredCaseStudy(transaction, id)
}

/** The title as a slug, `fabrikam-retail`. A taken slug gets a random suffix. An empty slug, or `new`, is replaced by a random id. */
async function makeId(db: Db, title: string): Promise<string> {
  const slug = foldText(title)
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, slugLengthMax)
    .replace(/^-|-$/g, '')
  // `/admin/case-studies/new` is the form for a new case study.
  if (slug === '' || slug === 'new') return randomUUID()
  return (await isTaken(db, slug)) ? `${slug}-${randomUUID().slice(0, 8)}` : slug
}

/** Whether a case study has or had this id. The id of a deleted case study stays reserved. */
async function isTaken(db: Db, id: string): Promise<boolean> {
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
