/** The certifications of the catalogue, with how many questions the bank has for each. */
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import { families } from '#exam/certification.ts'
import type { Certification, CertificationType, Family, SkillArea } from '#exam/certification.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/** Who writes: content files, or somebody at some time. It decides whether content files may replace the row later. */
export type Writing = { by: 'content' } | { by: string | null; at: Date }

/** A certification and the size of its bank: all questions, and questions per skill area in outline order. */
export type CatalogueEntry = Certification & { readonly bankSize: number; readonly areaSizes: readonly number[] }

/** What a list shows of a certification; the whole entry is ten times as large. */
export type CatalogueSummary = Pick<
  CatalogueEntry,
  'id' | 'name' | 'description' | 'family' | 'type' | 'status' | 'retiredOn' | 'outlineOf' | 'bankSize'
> & {
  /** Empty where nobody could verify the outline: a list has no room to say so. */
  readonly weights: readonly Pick<SkillArea, 'weightMin' | 'weightMax'>[]
  readonly sources: Pick<Certification['sources'], 'retiredOn' | 'type'>
}

/** A row as `/api` gives it: the field names of the table. */
export type CertificationRow = Selectable<Tables['certifications']> & {
  skill_areas: Omit<Selectable<Tables['skill_areas']>, 'certification_id'>[]
}

/** Every certification, by family in the order of the site, then as the catalogue orders them. */
export async function listCertifications(db: Db): Promise<CatalogueSummary[]> {
  const [rows, sizes] = [await listCertificationRows(db), await countQuestions(db)]
  return rows.map((row) => summaryOf(readEntry(row, sizes))).toSorted((a, b) => families.indexOf(a.family) - families.indexOf(b.family))
}

/** One certification by its id, lower case. */
export async function findCertification(db: Db, id: string): Promise<CatalogueEntry | undefined> {
  const row = await findCertificationRow(db, id)
  return row && readEntry(row, await countQuestions(db, id))
}

/** Rows of the table, ordered by family ascending as spec §7 asks, each with its outline. */
export async function listCertificationRows(db: Db): Promise<CertificationRow[]> {
  const rows = await db
    .selectFrom('certifications')
    .selectAll()
    .orderBy(sql`family collate "und-x-icu"`)
    .orderBy('position')
    .execute()
  const areas = await db.selectFrom('skill_areas').selectAll().orderBy('certification_id').orderBy('position').execute()
  return rows.map((row) => withAreas(row, areas))
}

/** One row of the table by its id. */
export async function findCertificationRow(db: Db, id: string): Promise<CertificationRow | undefined> {
  const row = await db.selectFrom('certifications').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const areas = await db.selectFrom('skill_areas').selectAll().where('certification_id', '=', id).orderBy('position').execute()
  return withAreas(row, areas)
}

/** The place after those that are there. */
export async function nextPosition(db: Db): Promise<number> {
  const last = await db
    .selectFrom('certifications')
    .select((rows) => rows.fn.max('position').as('position'))
    .executeTakeFirst()
  return (last?.position ?? -1) + 1
}

/** Writes a certification and its outline; one that was there before is replaced, and its version counts up. */
export async function saveCertification(
  db: Db,
  certification: Certification,
  position: number,
  writing: Writing = { by: 'content' },
): Promise<void> {
  const { id, ...facts } = printRow(certification, position)
  const values = { ...facts, updated_at: 'at' in writing ? writing.at : null }
  await db
    .insertInto('certifications')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, version: sql<number>`certifications.version + 1` }))
    .execute()
  await db.deleteFrom('skill_areas').where('certification_id', '=', id).execute()
  for (const [i, area] of certification.skillAreas.entries()) {
    await db
      .insertInto('skill_areas')
      .values({
        certification_id: id,
        position: i + 1,
        name: area.name,
        weight_min: area.weightMin,
        weight_max: area.weightMax,
        skills: JSON.stringify(area.skills),
      })
      .execute()
  }
}

function summaryOf({
  id,
  name,
  description,
  family,
  type,
  status,
  retiredOn,
  outlineOf,
  bankSize,
  skillAreas,
  sources,
}: CatalogueEntry): CatalogueSummary {
  const weights = sources.outline?.isApproximate ? [] : skillAreas.map(({ weightMin, weightMax }) => ({ weightMin, weightMax }))
  return {
    id,
    name,
    description,
    family,
    type,
    status,
    retiredOn,
    outlineOf,
    bankSize,
    weights,
    sources: { ...(sources.type && { type: sources.type }), ...(sources.retiredOn && { retiredOn: sources.retiredOn }) },
  }
}

/** Takes away the loaded certifications that are not among `ids`, with their outlines and loaded questions. `ids` may not be empty. */
export async function removeLoadedCertificationsExcept(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('questions')
    .where('exam_id', 'in', (inner) =>
      inner
        .selectFrom('certifications')
        .select('id')
        .where('id', 'not in', [...ids])
        .where('updated_at', 'is', null),
    )
    .where('updated_at', 'is', null)
    .execute()
  await db
    .deleteFrom('certifications')
    .where('id', 'not in', [...ids])
    .where('updated_at', 'is', null)
    // One with questions that somebody wrote here stays with them.
    .where((where) =>
      where.not(where.exists(where.selectFrom('questions').select('questions.id').whereRef('exam_id', '=', 'certifications.id'))),
    )
    .execute()
}

type Sizes = { exam_id: string; skill_area: string; size: number }[]

/** Published questions by area, of one certification or of all. The narrow entries have an index that holds all of it. */
async function countQuestions(db: Db, certificationId?: string): Promise<Sizes> {
  return db
    .selectFrom('question_entries')
    .select(['exam_id', 'skill_area', sql<number>`count(*)::int`.as('size')])
    .where('state', '=', 'published')
    .$if(certificationId !== undefined, (query) => query.where('exam_id', '=', certificationId ?? ''))
    .groupBy(['exam_id', 'skill_area'])
    .execute()
}

function withAreas(row: Selectable<Tables['certifications']>, areas: Selectable<Tables['skill_areas']>[]): CertificationRow {
  const own = areas.filter((area) => area.certification_id === row.id)
  return {
    ...row,
    skill_areas: own.map(({ position, name, weight_min, weight_max, skills }) => ({ position, name, weight_min, weight_max, skills })),
  }
}

function readEntry(row: CertificationRow, sizes: Sizes): CatalogueEntry {
  const own = sizes.filter((size) => size.exam_id === row.id)
  const certification = readCertification(row)
  return {
    ...certification,
    bankSize: own.reduce((sum, { size }) => sum + size, 0),
    areaSizes: certification.skillAreas.map((area) => own.find((size) => size.skill_area === area.name)?.size ?? 0),
  }
}

/** A row of the table as the site means it. */
export function readCertification(row: CertificationRow): Certification {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    family: row.family as Family,
    type: row.type as CertificationType,
    status: row.status as Certification['status'],
    retiredOn: row.retired_on,
    successor: row.successor,
    successorId: row.successor_id,
    durationMinutes: row.duration_minutes,
    passScore: row.pass_score,
    priceUsd: row.price_usd,
    questionCount: row.question_count,
    outlineOf: row.outline_of,
    studyGuideUrl: row.study_guide_url,
    skillAreas: row.skill_areas.map((area): SkillArea => ({
      name: area.name,
      weightMin: area.weight_min,
      weightMax: area.weight_max,
      skills: area.skills,
    })),
    sources: row.sources,
  }
}

function printRow(certification: Certification, position: number): Insertable<Tables['certifications']> {
  return {
    id: certification.id,
    name: certification.name,
    description: certification.description,
    family: certification.family,
    type: certification.type,
    status: certification.status,
    retired_on: certification.retiredOn,
    successor: certification.successor,
    successor_id: certification.successorId,
    duration_minutes: certification.durationMinutes,
    pass_score: certification.passScore,
    price_usd: certification.priceUsd,
    question_count: certification.questionCount,
    outline_of: certification.outlineOf,
    study_guide_url: certification.studyGuideUrl,
    sources: JSON.stringify(certification.sources),
    position,
  }
}
