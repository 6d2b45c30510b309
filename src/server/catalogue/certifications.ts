/** Reads and saves the certifications of the catalog, and counts their published questions. */
import { sql, type Insertable, type Selectable } from 'kysely'
import { families, type Certification, type CertificationType, type Family, type SkillArea, type YesOrNo } from '#exam/certification.ts'
import type { Db, Tables } from '#server/db/tables.ts'

/**
 * Who saved a row, and when. `by` is `null` for content files and for commands on the server. `at` is `null` for content files, which only
 * replace rows whose time is also `null`.
 */
export type Author = { by: string | null; at: Date | null }
export const contentFiles: Author = { by: null, at: null }

/** A certification with its number of published questions, in total and per skill area in outline order. */
export type CatalogEntry = Certification & { readonly bankSize: number; readonly areaSizes: readonly number[] }

const summaryFields = ['id', 'name', 'description', 'family', 'type', 'status', 'retiredOn', 'outlineOf', 'bankSize'] as const

/** The fields of a certification for lists. The full entry is ten times as large. */
export type CatalogSummary = Pick<CatalogEntry, (typeof summaryFields)[number]> & {
  /** Empty if the outline is approximate, because a list has no room to say so. */
  readonly weights: readonly Pick<SkillArea, 'weightMin' | 'weightMax'>[]
  readonly sources: Pick<Certification['sources'], 'retiredOn' | 'type' | 'outlineOf'>
}

/** A row with the field names of the table, as in `/api`. */
export type CertificationRow = Selectable<Tables['certifications']> & {
  skill_areas: Omit<Selectable<Tables['skill_areas']>, 'certification_id'>[]
}

/** All certifications, by family in the order of the site. Within a family, retired ones come last; otherwise in catalog order. */
export async function listCertifications(db: Db): Promise<CatalogSummary[]> {
  const [rows, sizes] = [await listCertificationRows(db), await countQuestions(db)]
  const isRetired = ({ status }: CatalogSummary) => Number(status === 'retired')
  return rows
    .map((row) => summaryOf(readEntry(row, sizes)))
    .toSorted((a, b) => families.indexOf(a.family) - families.indexOf(b.family) || isRetired(a) - isRetired(b))
}

/** The exams that can be taken, in the order of the catalog. Used for links on every page. */
export function listActiveExams(db: Db): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('certifications').select(['id', 'name']).where('status', '=', 'active').orderBy('position').orderBy('id').execute()
}

/** The certification with this lowercase id. */
export async function findCertification(db: Db, id: string): Promise<CatalogEntry | undefined> {
  const row = await findCertificationRow(db, id)
  return row && readEntry(row, await countQuestions(db, id))
}

/** All rows with their skill areas, by family in alphabetical order, then in catalog order. Source: spec §7. */
export async function listCertificationRows(db: Db): Promise<CertificationRow[]> {
  const rows = await db
    .selectFrom('certifications')
    .selectAll()
    .orderBy(sql`family collate "und-x-icu"`)
    .orderBy('position')
    // A certification from a content file and one that an administrator added may have the same position.
    .orderBy('id')
    .execute()
  const areas = await db.selectFrom('skill_areas').selectAll().orderBy('certification_id').orderBy('position').execute()
  return rows.map((row) => withAreas(row, areas))
}

export async function findCertificationRow(db: Db, id: string): Promise<CertificationRow | undefined> {
  const row = await db.selectFrom('certifications').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const areas = await db.selectFrom('skill_areas').selectAll().where('certification_id', '=', id).orderBy('position').execute()
  return withAreas(row, areas)
}

/**
 * Reads a certification that a question or another certification refers to. Until the transaction ends, other transactions cannot
 * edit or delete the certification or apply an outline to it, but they can refer to it without waiting.
 */
export async function lockReferencedCertification(transaction: Db, id: string): Promise<CertificationRow | undefined> {
  await transaction.selectFrom('certifications').select('id').where('id', '=', id).forKeyShare().execute()
  return findCertificationRow(transaction, id)
}

/** Arbitrary id of the advisory lock. */
const positionsLock = 5_270_404

/** The position after the last certification. Until the transaction ends, no other transaction gets it. */
export async function nextPosition(transaction: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sql.lit(positionsLock)})`.execute(transaction)
  const last = await transaction
    .selectFrom('certifications')
    .select((rows) => rows.fn.max('position').as('position'))
    .executeTakeFirst()
  return (last?.position ?? -1) + 1
}

/**
 * Inserts or replaces a certification and its skill areas. Replacing increments the version. With `isNew`, an existing id causes a
 * database error (23505).
 */
export async function saveCertification(
  db: Db,
  certification: Certification,
  position: number,
  { at }: Author = contentFiles,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const { id, ...facts } = printRow(certification, position)
  const values = { ...facts, updated_at: at }
  await db
    .insertInto('certifications')
    .values({ id, ...values })
    .$if(!isNew, (insert) =>
      insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, version: sql<number>`certifications.version + 1` })),
    )
    .execute()
  await db.deleteFrom('skill_areas').where('certification_id', '=', id).execute()
  const areas = certification.skillAreas.map(({ name, weightMin, weightMax, skills }, i) => ({
    certification_id: id,
    position: i + 1,
    name,
    weight_min: weightMin,
    weight_max: weightMax,
    skills: JSON.stringify(skills),
  }))
  if (areas.length > 0) await db.insertInto('skill_areas').values(areas).execute()
}

function summaryOf(entry: CatalogEntry): CatalogSummary {
  const { skillAreas, sources } = entry
  return {
    ...pick(entry, summaryFields),
    weights: sources.outline?.isApproximate ? [] : skillAreas.map((area) => pick(area, ['weightMin', 'weightMax'])),
    sources: pick(sources, ['type', 'retiredOn', 'outlineOf']),
  }
}

function pick<Value extends object, Name extends keyof Value>(value: Value, names: readonly Name[]): Pick<Value, Name> {
  return Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) as Pick<Value, Name>
}

/**
 * Deletes the certifications from content files that are not in `ids`, along with their questions from content files. A certification that
 * also has questions written or changed by administrators is kept. `ids` must not be empty.
 */
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
    // Keeps certifications with questions that administrators wrote or changed.
    .where((where) =>
      where.not(where.exists(where.selectFrom('questions').select('questions.id').whereRef('exam_id', '=', 'certifications.id'))),
    )
    .execute()
}

type Sizes = { exam_id: string; skill_area: string; size: number }[]

/** Number of published questions per area, for one certification or all. An index of `question_entries` covers the query. */
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

function readEntry(row: CertificationRow, sizes: Sizes): CatalogEntry {
  const own = sizes.filter((size) => size.exam_id === row.id)
  const certification = readCertification(row)
  return {
    ...certification,
    bankSize: own.reduce((sum, { size }) => sum + size, 0),
    areaSizes: certification.skillAreas.map((area) => own.find((size) => size.skill_area === area.name)?.size ?? 0),
  }
}

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
    languages: row.languages,
    inFrench: row.in_french as YesOrNo | null,
    practiceAssessment: row.practice_assessment as YesOrNo | null,
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
    languages: certification.languages,
    in_french: certification.inFrench,
    practice_assessment: certification.practiceAssessment,
    outline_of: certification.outlineOf,
    study_guide_url: certification.studyGuideUrl,
    sources: JSON.stringify(certification.sources),
    position,
  }
}
