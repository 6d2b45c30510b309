/**
 * Adds, changes, and deletes certifications. Fields have the names of the table, as in `/api`:
 *
 * | field         | shape                                                                                           |
 * |---------------|-------------------------------------------------------------------------------------------------|
 * | `id`          | `mb-800`; cannot be changed later                                                               |
 * | `skill_areas` | `[{ "name", "weight_min", "weight_max", "skills": [string], "was": string }]`                   |
 * | `sources`     | `{ "retiredOn": { "source", "address", "checkedOn", "isApproximate" } }`, keyed by the names in `factNames`; `address` is optional |
 * | other fields  | see `Certification`                                                                             |
 *
 * `was` is the previous name of the area, so that its questions get the new name; the default is `name`. Other fields are ignored.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Certification } from '#exam/certification.ts'
import type { Db } from '#server/db/tables.ts'
import { rewriteQuestions } from '#server/bank/rewrite-questions.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { findQuestionUses, type QuestionUses } from '#server/bank/question-usage.ts'
import { createDeletion, createEditing, type DeletableRecordType, type RecordType } from '#server/bank/versioned-record.ts'
import {
  certificationShape,
  checkCertification,
  findCertificationRow,
  listOutlines,
  lockReferencedCertification,
  nextPosition,
  readCertification,
  renameOutlineAreas,
  saveCertification,
  type Author,
  type CertificationRow,
} from '#server/catalogue/index.ts'

/** `successorOf` are the ids of certifications that name this one as their successor. */
export type CertificationUses = QuestionUses & { successorOf: string[] }

type Item = Record<string, unknown>
type ParsedCertification = { ok: true; certification: Certification } | { ok: false; refusals: ValidationIssue[] }

/** `renamed` maps the old name of a skill area to the new one. */
type CertificationValue = { id: string; certification: Certification; position: number; renamed: ReadonlyMap<string, string> }

const certificationType: RecordType<CertificationRow, CertificationRow, CertificationValue> & DeletableRecordType<CertificationRow> = {
  kind: 'certification',
  find: findCertificationRow,
  lock: lockCertification,
  validate: async (transaction, changes, current) => {
    const item = { ...current, ...(Object(changes) as Item), ...(current && { id: current.id }) }
    const parsed = await parseItem(transaction, item)
    if (!parsed.ok) return parsed
    const { certification } = parsed
    const { id } = certification
    if (!current) return { ok: true, value: { id, certification, position: await nextPosition(transaction), renamed: new Map() } }
    const outline = compareOutlines(current.skill_areas, certification.skillAreas, previousNames(item))
    const refusals = await findOutlineRefusals(transaction, id, outline)
    if (refusals.length > 0) return { ok: false, refusals }
    return { ok: true, value: { id, certification, position: current.position, renamed: outline.renamed } }
  },
  isUnchanged: ({ certification, renamed }, current) => isDeepStrictEqual(certification, readCertification(current)) && renamed.size === 0,
  write: async (transaction, { id, certification, position, renamed }, current, author) => {
    await saveCertification(transaction, certification, position, author, { isNew: !current })
    await renameSkillAreas(transaction, id, renamed, author)
    await renameOutlineAreas(transaction, id, renamed, author)
  },
  isPublic: () => true,
  titleOf: ({ name }) => name,
  findUses: async (transaction, id): Promise<CertificationUses | undefined> => {
    const predecessors = await transaction.selectFrom('certifications').select('id').where('successor_id', '=', id).orderBy('id').execute()
    const uses = { ...(await findQuestionUses(transaction, 'exam_id', id)), successorOf: predecessors.map((row) => row.id) }
    return uses.total > 0 || uses.successorOf.length > 0 ? uses : undefined
  },
  remove: async (transaction, id) => {
    await transaction.deleteFrom('certifications').where('id', '=', id).execute()
  },
}

/**
 * A new certification comes after the existing ones. Questions and objectives of a renamed skill area get its new name. An area or a skill
 * that has questions or objectives cannot be removed.
 */
export const { add: addCertification, change: changeCertification } = createEditing(certificationType)
/** A certification that has questions or is the successor of another one cannot be deleted. */
export const deleteCertification = createDeletion(certificationType)

/** Reads the certification and locks it: until the transaction ends, no one else can change it or add a question to it. */
async function lockCertification(transaction: Db, id: string): Promise<CertificationRow | undefined> {
  await transaction.selectFrom('certifications').select('id').where('id', '=', id).forUpdate().execute()
  return findCertificationRow(transaction, id)
}

const facts = Object.keys(certificationShape.shape) as (keyof Certification)[]

async function parseItem(transaction: Db, item: Item): Promise<ParsedCertification> {
  const areas = item['skill_areas']
  const values = {
    ...Object.fromEntries(facts.map((fact) => [fact, item[wireName(fact)] ?? null])),
    skillAreas: Array.isArray(areas) ? areas.map(readArea) : areas,
    sources: item['sources'] ?? {},
  }
  const read = certificationShape.safeParse(values)
  if (!read.success)
    return { ok: false, refusals: read.error.issues.map((issue) => ({ field: fieldOf(issue.path), reason: issue.message })) }
  if (read.data.successorId) await lockReferencedCertification(transaction, read.data.successorId)
  const ids = new Set((await transaction.selectFrom('certifications').select('id').execute()).map(({ id }) => id))
  const refusals = checkCertification(read.data, ids).map(({ path, reason }) => ({ field: fieldOf(path), reason }))
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, certification: read.data }
}

function readArea(area: unknown): Item {
  const { name, weight_min, weight_max, skills } = Object(area) as Item
  return { name, weightMin: weight_min, weightMax: weight_max, skills }
}

/** `['skillAreas', 0, 'weightMin']` → `skill_areas.0.weight_min`. Names below `sources` are not converted. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (path[0] === 'sources' ? String(part) : wireName(String(part)))).join('.')
}

function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The previous name (`was`) of each area of the outline. */
function previousNames(item: Item): unknown[] {
  const areas = item['skill_areas']
  return Array.isArray(areas) ? areas.map((area) => (Object(area) as Item)['was']) : []
}

/** `removed`: areas, or skills of an area, that the new outline lacks, by their names before the change. */
type OutlineChange = {
  renamed: ReadonlyMap<string, string>
  removed: { area: string; skill?: string }[]
  /** Indexes of areas that have the same previous name as an earlier area. */
  duplicates: number[]
}

function compareOutlines(
  before: CertificationRow['skill_areas'],
  after: Certification['skillAreas'],
  previousNames: readonly unknown[],
): OutlineChange {
  const sources = after.map(({ name }, i) => {
    const was = previousNames[i]
    return typeof was === 'string' && was !== '' ? was : name
  })
  const areaOf = (name: string) => after[sources.indexOf(name)]
  const renamed = before.flatMap(({ name }): [string, string][] => {
    const area = areaOf(name)
    return area && area.name !== name ? [[name, area.name]] : []
  })
  const removed = before.flatMap(({ name, skills }) => {
    const area = areaOf(name)
    if (!area) return [{ area: name }]
    return skills.filter((skill) => !area.skills.includes(skill)).map((skill) => ({ area: name, skill }))
  })
  const duplicates = sources.flatMap((was, i) => (sources.indexOf(was) < i ? [i] : []))
  return { renamed: new Map(renamed), removed, duplicates }
}

async function findOutlineRefusals(db: Db, id: string, { removed, duplicates }: OutlineChange): Promise<ValidationIssue[]> {
  const refusals = duplicates.map((i) => ({ field: `skill_areas.${i}.was`, reason: 'is also the previous name of another area' }))
  const counts = removed.length > 0 ? await countBySkill(db, id) : []
  const objectives = removed.length > 0 ? ((await listOutlines(db, [id])).get(id)?.objectives ?? []) : []
  for (const { area, skill } of removed) {
    const using = counts.filter((count) => count.skill_area === area && (skill === undefined || count.skill === skill))
    const total = using.reduce((sum, { size }) => sum + size, 0)
    const what = skill === undefined ? `the area "${area}"` : `the skill "${skill}" of "${area}"`
    if (total > 0) {
      const questions = total === 1 ? '1 question uses' : `${total} questions use`
      refusals.push({ field: 'skill_areas', reason: `does not include ${what}, which ${questions}; change those questions first` })
    } else if (objectives.some((one) => one.skillArea === area && (skill === undefined || one.skill === skill)))
      refusals.push({
        field: 'skill_areas',
        reason: `does not include ${what}, which has objectives of the outline; apply an outline without them first`,
      })
  }
  return refusals
}

/** Updates the name of the skill area in the questions of renamed areas. */
async function renameSkillAreas(transaction: Db, examId: string, renamed: ReadonlyMap<string, string>, author: Author): Promise<void> {
  if (renamed.size === 0) return
  const found = await transaction
    .selectFrom('questions')
    .select('id')
    .where('exam_id', '=', examId)
    .where('skill_area', 'in', [...renamed.keys()])
    .execute()
  const rename = (question: BankQuestion) => ({ ...question, skillArea: renamed.get(question.skillArea) ?? question.skillArea })
  await rewriteQuestions(
    transaction,
    found.map(({ id }) => id),
    rename,
    author,
  )
}

async function countBySkill(db: Db, examId: string): Promise<{ skill_area: string; skill: string; size: number }[]> {
  return db
    .selectFrom('questions')
    .select(['skill_area', 'skill', sql<number>`count(*)::int`.as('size')])
    .where('exam_id', '=', examId)
    .groupBy(['skill_area', 'skill'])
    .execute()
}
