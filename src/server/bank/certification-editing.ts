/**
 * Certifications as administrators add, change and delete them, with the field names of the table as `/api` gives them:
 *
 * | field         | shape                                                                                           |
 * |---------------|-------------------------------------------------------------------------------------------------|
 * | `id`          | `mb-800`; fixed once it is added                                                                |
 * | `skill_areas` | `[{ "name", "weight_min", "weight_max", "skills": [text], "was": text }]`; `was` is the name the area had, so that its questions follow; without it the name is taken for the old one |
 * | `sources`     | `{ "retiredOn": { "source", "checkedOn", "isApproximate" } }`, by the names of `factNames`      |
 * | the others    | see `Certification`                                                                             |
 *
 * Fields with other names are ignored.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Certification } from '#exam/certification.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { readBankQuestion, saveQuestions } from '#server/bank/questions.ts'
import { keepVersions, lockQuestions } from '#server/bank/question-editing.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { findQuestionUses } from '#server/bank/question-usage.ts'
import type { QuestionUses } from '#server/bank/question-usage.ts'
import { keepRemovals } from '#server/bank/owned-rows.ts'
import { lockAdministrator } from '#server/accounts/index.ts'
import { recordAudit } from '#server/audit/index.ts'
import {
  certificationShape,
  checkCertification,
  findCertificationRow,
  nextPosition,
  readCertification,
  saveCertification,
} from '#server/catalogue/index.ts'
import type { CertificationRow } from '#server/catalogue/index.ts'

export type CertificationOutcome =
  | { ok: true; certification: CertificationRow }
  | { ok: false; refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_CERTIFICATION' | 'CERTIFICATION_EXISTS' }
  | { ok: false; refusal: 'CERTIFICATION_REFUSED'; refusals: readonly ValidationIssue[] }
  | { ok: false; refusal: 'CERTIFICATION_CHANGED'; current: CertificationRow }

/** `successorOf` are the ids of certifications that name it as what to take instead. */
export type CertificationUses = QuestionUses & { successorOf: string[] }

export type CertificationRemoval =
  | { ok: true }
  | { ok: false; refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_CERTIFICATION' }
  | { ok: false; refusal: 'CERTIFICATION_USED'; uses: CertificationUses }

type Item = Record<string, unknown>
type Read = { ok: true; certification: Certification } | { ok: false; refusals: ValidationIssue[] }

/** Adds a certification after those that are there. */
export async function addCertification(
  db: Kysely<Tables>,
  actorId: string | null,
  item: unknown,
  now: Date,
): Promise<CertificationOutcome> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const read = await readItem(transaction, Object(item) as Item)
    if (!read.ok) return { ok: false, refusal: 'CERTIFICATION_REFUSED', refusals: read.refusals }
    const { certification } = read
    if (await findCertificationRow(transaction, certification.id)) return { ok: false, refusal: 'CERTIFICATION_EXISTS' }
    await saveCertification(transaction, certification, await nextPosition(transaction), { by: actorId, at: now })
    await recordAudit(transaction, actorId, 'certification-added', certification.id)
    return saved(transaction, certification.id)
  })
}

/**
 * Changes the fields that `changes` holds. Questions follow a skill area to its new name; an area or a skill that
 * questions use stays. `expectedVersion` is the version that was edited; without it the current one. A change that leaves
 * the certification as it is makes no version.
 */
export async function changeCertification(
  db: Kysely<Tables>,
  actorId: string | null,
  id: string,
  changes: unknown,
  expectedVersion: number | undefined,
  now: Date,
): Promise<CertificationOutcome> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const current = await lockCertification(transaction, id)
    if (!current) return { ok: false, refusal: 'UNKNOWN_CERTIFICATION' }
    if (expectedVersion !== undefined && expectedVersion !== current.version)
      return { ok: false, refusal: 'CERTIFICATION_CHANGED', current }
    const item = { ...current, ...(Object(changes) as Item), id }
    const read = await readItem(transaction, item)
    if (!read.ok) return { ok: false, refusal: 'CERTIFICATION_REFUSED', refusals: read.refusals }
    const outline = compareOutlines(current.skill_areas, read.certification.skillAreas, namesBefore(item))
    const refusals = await findOutlineRefusals(transaction, id, outline)
    if (refusals.length > 0) return { ok: false, refusal: 'CERTIFICATION_REFUSED', refusals }
    if (isDeepStrictEqual(read.certification, readCertification(current)) && outline.renamed.size === 0)
      return { ok: true, certification: current }
    await saveCertification(transaction, read.certification, current.position, { by: actorId, at: now })
    await renameSkillAreas(transaction, actorId, id, outline.renamed, now)
    await recordAudit(transaction, actorId, 'certification-changed', id)
    return saved(transaction, id)
  })
}

/** Deletes a certification that no question uses and that none names as its successor. */
export async function removeCertification(
  db: Kysely<Tables>,
  actorId: string | null,
  id: string,
  now: Date,
): Promise<CertificationRemoval> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const current = await lockCertification(transaction, id)
    if (!current) return { ok: false, refusal: 'UNKNOWN_CERTIFICATION' }
    const uses = { ...(await findQuestionUses(transaction, 'exam_id', id)), successorOf: await listPredecessors(transaction, id) }
    if (uses.total > 0 || uses.successorOf.length > 0) return { ok: false, refusal: 'CERTIFICATION_USED', uses }
    await transaction.deleteFrom('certifications').where('id', '=', id).execute()
    await keepRemovals(transaction, 'certification', [id], now)
    await recordAudit(transaction, actorId, 'certification-deleted', id, { title: current.name })
    await bumpContentVersion(transaction)
    return { ok: true }
  })
}

async function saved(transaction: Db, id: string): Promise<CertificationOutcome> {
  await bumpContentVersion(transaction)
  const certification = await findCertificationRow(transaction, id)
  if (!certification) throw new Error(`Certification ${id} is gone in the transaction that saved it`)
  return { ok: true, certification }
}

/** The certification as it is; nobody else changes it, or gives it a question, until the transaction ends. */
async function lockCertification(transaction: Db, id: string): Promise<CertificationRow | undefined> {
  await transaction.selectFrom('certifications').select('id').where('id', '=', id).forUpdate().execute()
  return findCertificationRow(transaction, id)
}

async function listPredecessors(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('certifications').select('id').where('successor_id', '=', id).orderBy('id').execute()
  return rows.map((row) => row.id)
}

const facts = Object.keys(certificationShape.shape) as (keyof Certification)[]

async function readItem(db: Db, item: Item): Promise<Read> {
  const areas = item['skill_areas']
  const known = {
    ...Object.fromEntries(facts.map((fact) => [fact, item[wireName(fact)] ?? null])),
    skillAreas: Array.isArray(areas) ? areas.map(readArea) : areas,
    sources: item['sources'] ?? {},
  }
  const read = certificationShape.safeParse(known)
  if (!read.success)
    return { ok: false, refusals: read.error.issues.map((issue) => ({ field: fieldOf(issue.path), reason: issue.message })) }
  const ids = new Set((await db.selectFrom('certifications').select('id').execute()).map(({ id }) => id))
  const refusals = checkCertification(read.data, ids).map(({ path, reason }) => ({ field: fieldOf(path), reason }))
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, certification: read.data }
}

function readArea(area: unknown): Item {
  const { name, weight_min, weight_max, skills } = Object(area) as Item
  return { name, weightMin: weight_min, weightMax: weight_max, skills }
}

/** `['skillAreas', 0, 'weightMin']` → `skill_areas.0.weight_min`. Facts keep their names below `sources`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (path[0] === 'sources' ? String(part) : wireName(String(part)))).join('.')
}

function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The name that each area of the outline had, as far as whoever sends it says so. */
function namesBefore(item: Item): unknown[] {
  const areas = item['skill_areas']
  return Array.isArray(areas) ? areas.map((area) => (Object(area) as Item)['was']) : []
}

/** `removed` are areas, or skills of an area, under the names that questions have now. */
type OutlineChange = {
  renamed: ReadonlyMap<string, string>
  removed: { area: string; skill?: string }[]
  /** Two areas that say they were the same one. */
  twice: number[]
}

function compareOutlines(
  before: CertificationRow['skill_areas'],
  after: Certification['skillAreas'],
  namesBefore: readonly unknown[],
): OutlineChange {
  const sources = after.map(({ name }, i) => {
    const was = namesBefore[i]
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
  const twice = sources.flatMap((was, i) => (sources.indexOf(was) < i ? [i] : []))
  return { renamed: new Map(renamed), removed, twice }
}

async function findOutlineRefusals(db: Db, id: string, { removed, twice }: OutlineChange): Promise<ValidationIssue[]> {
  const refusals = twice.map((i) => ({ field: `skill_areas.${i}.was`, reason: 'is named by another area as well' }))
  const counts = removed.length > 0 ? await countBySkill(db, id) : []
  for (const { area, skill } of removed) {
    const using = counts.filter((count) => count.skill_area === area && (skill === undefined || count.skill === skill))
    const total = using.reduce((sum, { size }) => sum + size, 0)
    const what = skill === undefined ? `the area "${area}"` : `the skill "${skill}" of "${area}"`
    if (total > 0) {
      const questions = total === 1 ? '1 question uses' : `${total} questions use`
      refusals.push({ field: 'skill_areas', reason: `leaves out ${what}, which ${questions}: give them another one first` })
    }
  }
  return refusals
}

const rowsPerStatement = 50

/** Gives the questions of an area its new name. Each counts as saved, so that whoever is editing one notices. */
async function renameSkillAreas(
  transaction: Db,
  actorId: string | null,
  examId: string,
  renamed: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  if (renamed.size === 0) return
  const found = await transaction
    .selectFrom('questions')
    .select('id')
    .where('exam_id', '=', examId)
    .where('skill_area', 'in', [...renamed.keys()])
    .execute()
  for (let i = 0; i < found.length; i += rowsPerStatement) {
    const ids = found.slice(i, i + rowsPerStatement).map(({ id }) => id)
    const rows = await lockQuestions(transaction, ids)
    await keepVersions(transaction, rows)
    const questions = rows.map((row) => ({ ...readBankQuestion(row), skillArea: renamed.get(row.skill_area) ?? row.skill_area }))
    await saveQuestions(transaction, questions, { by: actorId, at: now })
  }
}

async function countBySkill(db: Db, examId: string): Promise<{ skill_area: string; skill: string; size: number }[]> {
  return db
    .selectFrom('questions')
    .select(['skill_area', 'skill', sql<number>`count(*)::int`.as('size')])
    .where('exam_id', '=', examId)
    .groupBy(['skill_area', 'skill'])
    .execute()
}
