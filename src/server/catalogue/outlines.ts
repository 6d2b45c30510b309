/** The outlines of exams, objective by objective. They come from content files; administrators only rename their skill areas. */
import type { Insertable, Selectable } from 'kysely'
import type { ExamOutline } from '#exam/outline.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** The outlines of these certifications, by certification id. Not every certification has one. */
export async function listOutlines(db: Db, certificationIds: readonly string[]): Promise<ReadonlyMap<string, ExamOutline>> {
  if (certificationIds.length === 0) return new Map()
  const rows = await db.selectFrom('outlines').selectAll().where('certification_id', 'in', certificationIds).execute()
  return new Map(rows.map((row) => [row.certification_id, readOutlineRow(row)]))
}

/** Inserts or replaces the outline of a certification that exists. */
export async function saveOutline(db: Db, { certificationId, version, effectiveOn, source, objectives }: ExamOutline): Promise<void> {
  const values: Omit<Insertable<Tables['outlines']>, 'certification_id'> = {
    version,
    effective_on: effectiveOn,
    source: JSON.stringify(source),
    objectives: JSON.stringify(objectives),
  }
  await db
    .insertInto('outlines')
    .values({ certification_id: certificationId, ...values })
    .onConflict((conflict) => conflict.column('certification_id').doUpdateSet(values))
    .execute()
}

/** `renamed` maps old names of skill areas to new ones. */
export async function renameOutlineAreas(db: Db, certificationId: string, renamed: ReadonlyMap<string, string>): Promise<void> {
  const outline = (await listOutlines(db, [certificationId])).get(certificationId)
  if (!outline || renamed.size === 0) return
  const objectives = outline.objectives.map((one) => ({ ...one, skillArea: renamed.get(one.skillArea) ?? one.skillArea }))
  await saveOutline(db, { ...outline, objectives })
}

export async function removeOutlinesExcept(db: Db, certificationIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('outlines')
    .$if(certificationIds.length > 0, (outlines) => outlines.where('certification_id', 'not in', certificationIds))
    .execute()
}

function readOutlineRow(row: Selectable<Tables['outlines']>): ExamOutline {
  const { certification_id, version, effective_on, source, objectives } = row
  return { certificationId: certification_id, version, effectiveOn: effective_on, source, objectives }
}
