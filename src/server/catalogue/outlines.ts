/** The outlines of exams, objective by objective, from content files or applied by administrators. */
import type { Insertable, Selectable } from 'kysely'
import type { ExamOutline } from '#exam/outline.ts'
import { contentFiles, type Author } from '#server/catalogue/certifications.ts'
import { rateObjectives } from '#server/freshness/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** The outlines of these certifications, by certification id. Not every certification has one. */
export async function listOutlines(db: Db, certificationIds: readonly string[]): Promise<ReadonlyMap<string, ExamOutline>> {
  if (certificationIds.length === 0) return new Map()
  const rows = await db.selectFrom('outlines').selectAll().where('certification_id', 'in', certificationIds).execute()
  return new Map(rows.map((row) => [row.certification_id, readOutlineRow(row)]))
}

/** Inserts or replaces the outline of an existing certification, and stores which of its questions have lost their objective. */
export async function saveOutline(
  db: Db,
  { certificationId, version, effectiveOn, source, objectives }: ExamOutline,
  { at }: Pick<Author, 'at'> = contentFiles,
): Promise<void> {
  const values: Omit<Insertable<Tables['outlines']>, 'certification_id'> = {
    version,
    effective_on: effectiveOn,
    source: JSON.stringify(source),
    objectives: JSON.stringify(objectives),
    updated_at: at,
  }
  await db
    .insertInto('outlines')
    .values({ certification_id: certificationId, ...values })
    .onConflict((conflict) => conflict.column('certification_id').doUpdateSet(values))
    .execute()
  await rateObjectives(db, certificationId, at ?? new Date())
}

/** When an administrator saved the outline; `null` for an outline from the content files, `undefined` if there is no outline. */
export async function findOutlineChange(db: Db, certificationId: string): Promise<Date | null | undefined> {
  const row = await db.selectFrom('outlines').select('updated_at').where('certification_id', '=', certificationId).executeTakeFirst()
  return row?.updated_at
}

/** Renames skill areas in the objectives of the stored outline, if there is one. `renamed` maps old names to new ones. */
export async function renameOutlineAreas(
  db: Db,
  certificationId: string,
  renamed: ReadonlyMap<string, string>,
  author: Author,
): Promise<void> {
  const outline = (await listOutlines(db, [certificationId])).get(certificationId)
  if (!outline || renamed.size === 0) return
  const objectives = outline.objectives.map((one) => ({ ...one, skillArea: renamed.get(one.skillArea) ?? one.skillArea }))
  await saveOutline(db, { ...outline, objectives }, author)
}

/** Deletes outlines that come from content files, except those of these certifications. */
export async function removeLoadedOutlinesExcept(db: Db, certificationIds: readonly string[]): Promise<void> {
  const removed = await db
    .deleteFrom('outlines')
    .where('updated_at', 'is', null)
    .$if(certificationIds.length > 0, (outlines) => outlines.where('certification_id', 'not in', certificationIds))
    .returning('certification_id')
    .execute()
  for (const { certification_id } of removed) await rateObjectives(db, certification_id, new Date())
}

function readOutlineRow(row: Selectable<Tables['outlines']>): ExamOutline {
  const { certification_id, version, effective_on, source, objectives } = row
  return { certificationId: certification_id, version, effectiveOn: effective_on, source, objectives }
}
