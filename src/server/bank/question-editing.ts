/**
 * Questions as administrators write them: one at a time with a form, which passes the gate, or many at once, which leaves
 * their texts and keys as they are. Every save counts the version up, keeps the version before it, and stands in the audit
 * log; all of that or nothing.
 */
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { isRecord, toBankItem } from '#exam/bank-file/index.ts'
import type { BankItem, BankQuestion } from '#exam/bank-file/index.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { keepImageUses } from '#server/bank/images/image-usage.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { questionColumns, readBankQuestion, saveQuestions } from '#server/bank/questions.ts'
import type { QuestionRow } from '#server/bank/questions.ts'
import { validateQuestion, readKnownTo } from '#server/bank/validate-question.ts'
import type { ValidationIssue, GatedQuestion } from '#server/bank/validate-question.ts'
import { keepRemovals } from '#server/bank/owned-rows.ts'
import { lockAdministrator } from '#server/accounts/index.ts'
import { recordAudit, recordAudits } from '#server/audit/index.ts'
import type { AuditAction, AuditDetail } from '#server/audit/index.ts'
import { findCertificationRow } from '#server/catalogue/index.ts'

/** A question with its key and the marks of editing. `updated_by` is an address, `null` for content files, commands and who has been deleted. */
export type StoredQuestion = BankItem & { version: number; updated_at: string | null; updated_by: string | null }

export type SaveOutcome =
  | { ok: true; question: StoredQuestion; warnings: readonly ValidationIssue[] }
  | {
      ok: false
      refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_QUESTION' | 'QUESTION_EXISTS' | 'QUESTION_REFUSED' | 'QUESTION_CHANGED'
      refusals?: readonly ValidationIssue[]
      warnings?: readonly ValidationIssue[]
      /** What somebody else saved meanwhile. */
      current?: StoredQuestion
    }

/** What can be done to many questions at once. Without `skill_area` each keeps its own, which the outline has to have. */
export type QuestionsChange = { type: 'publish' | 'withdraw' | 'delete' } | { type: 'move'; exam_id: string; skill_area?: string }

export type ChangeOutcome =
  | { ok: true; changed: string[] }
  | {
      ok: false
      refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_QUESTION' | 'CHANGE_REFUSED'
      refusals?: readonly ValidationIssue[]
      /** Ids that no question has. */
      unknown?: string[]
    }

/** A version of a question, the current one included. `saved_by` as in `StoredQuestion`. */
export type QuestionVersion = { version: number; saved_at: string | null; saved_by: string | null; item: BankItem }

/** A question that waits for nobody else until the transaction ends. */
export type LockedQuestion = QuestionRow & Pick<Selectable<Tables['questions']>, (typeof markColumns)[number]>

const markColumns = ['version', 'updated_at', 'updated_by'] as const
/** What a save may change of a question that is there. */
const editableFields = questionColumns.filter((column) => column !== 'id' && column !== 'created_at')

export const questionsPerChangeMax = 500
const rowsPerStatement = 50
const certificationIds = /^[\w-]+$/
const versionsListedMax = 100
/** The database counts no further. */
const versionMax = 2_147_483_647
/** Of the items of all versions in a list, in characters; one item rarely has more than ten thousand. */
const versionsLengthMax = 4_000_000

/** One question with everything an administrator edits, drafts too. */
export async function findStoredQuestion(db: Db, id: string): Promise<StoredQuestion | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db
    .selectFrom('questions')
    .leftJoin('users', 'users.id', 'questions.updated_by')
    .select(questionColumns.map((column) => `questions.${column}` as const))
    .select(['questions.version', 'questions.updated_at', 'users.email'])
    .where('questions.id', '=', id)
    .executeTakeFirst()
  return row && { ...itemOf(row), version: row.version, updated_at: row.updated_at?.toISOString() ?? null, updated_by: row.email }
}

/** Adds a question, with a new id unless it names one. Fields it does not know are ignored. */
export async function addQuestion(db: Kysely<Tables>, actorId: string | null, item: unknown, now: Date): Promise<SaveOutcome> {
  return transact(db, async (transaction): Promise<SaveOutcome> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const gate = await judge(transaction, isRecord(item) ? pick(item, questionColumns) : item, now)
    if (!gate.ok) return { ...gate, refusal: 'QUESTION_REFUSED' }
    const current = await findStoredQuestion(transaction, gate.question.id)
    if (current) return { ok: false, refusal: 'QUESTION_EXISTS', current }
    await write(transaction, [], [gate.question], actorId, now)
    await recordAudit(transaction, actorId, 'question-added', gate.question.id)
    return saved(transaction, gate.question.id, gate.warnings)
  })
}

/**
 * Changes the fields that are named; id and created_at stay. `expectedVersion` is the version the change was made on:
 * when it is no longer the current one, nothing is written and the current one is told. A change that leaves the question as
 * it is makes no version.
 */
export async function changeQuestion(
  db: Kysely<Tables>,
  actorId: string | null,
  id: string,
  changes: unknown,
  expectedVersion: number | undefined,
  now: Date,
): Promise<SaveOutcome> {
  return transact(db, async (transaction): Promise<SaveOutcome> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const [current] = await lockQuestions(transaction, [id])
    if (!current) return { ok: false, refusal: 'UNKNOWN_QUESTION' }
    if (isOutdated(current, expectedVersion)) return changedMeanwhile(transaction, id)
    const item = isRecord(changes) ? withChanges(itemOf(current), changes) : changes
    return replace(transaction, actorId, current, item, { action: 'question-changed' }, now)
  })
}

/**
 * Makes an earlier version the current one; the versions between are kept. One that was deleted comes back, unless
 * `expectedVersion` says that it was still there a moment ago.
 */
export async function restoreVersion(
  db: Kysely<Tables>,
  actorId: string | null,
  id: string,
  version: number,
  expectedVersion: number | undefined,
  now: Date,
): Promise<SaveOutcome> {
  return transact(db, async (transaction): Promise<SaveOutcome> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const [current] = await lockQuestions(transaction, [id])
    const kept = await findKeptItem(transaction, id, version)
    if (!current && (!kept || expectedVersion !== undefined)) return { ok: false, refusal: 'UNKNOWN_QUESTION' }
    if (current && isOutdated(current, expectedVersion)) return changedMeanwhile(transaction, id)
    const item = current?.version === version ? itemOf(current) : kept
    if (!item)
      return { ok: false, refusal: 'QUESTION_REFUSED', refusals: [{ field: 'version', reason: 'is not among those that are kept' }] }
    return replace(transaction, actorId, current, item, { action: 'question-restored', detail: { version } }, now)
  })
}

/**
 * The versions of a question, the newest first, the current one included; of a deleted question, too. At most 100, and fewer
 * where they are very long. Older ones can be restored as well.
 */
export async function listVersions(db: Db, id: string): Promise<QuestionVersion[]> {
  const current = await findStoredQuestion(db, id)
  const kept = await listKeptVersions(db, id)
  if (!current) return kept
  const { version, updated_at, updated_by, ...item } = current
  return [{ version, saved_at: updated_at, saved_by: updated_by, item }, ...kept]
}

/**
 * Publishes, withdraws, moves or deletes up to 500 questions: `ids` is a list of texts, `change` a `QuestionsChange`. When
 * one of the ids is unknown, nothing is done. Questions that already are as asked stay as they are and are not in `changed`.
 */
export async function changeQuestions(
  db: Kysely<Tables>,
  actorId: string | null,
  ids: unknown,
  change: unknown,
  now: Date,
): Promise<ChangeOutcome> {
  return transact(db, async (transaction): Promise<ChangeOutcome> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const read = readChange(ids, change)
    if ('refusals' in read) return { ok: false, refusal: 'CHANGE_REFUSED', refusals: read.refusals }
    const rows = await lockQuestions(transaction, read.ids)
    const unknown = read.ids.filter((id) => !rows.some((row) => row.id === id))
    if (unknown.length > 0) return { ok: false, refusal: 'UNKNOWN_QUESTION', unknown }
    const refusals = await findMoveRefusals(transaction, read.change, rows)
    if (refusals.length > 0) return { ok: false, refusal: 'CHANGE_REFUSED', refusals }
    return { ok: true, changed: await changeRows(transaction, actorId, rows, read.change, now) }
  })
}

/** The questions with these ids, each once, in the order of their ids; nobody else changes them until the transaction ends. */
export async function lockQuestions(transaction: Db, ids: readonly string[]): Promise<LockedQuestion[]> {
  const possible = ids.filter(isUuid)
  if (possible.length === 0) return []
  return transaction
    .selectFrom('questions')
    .select([...questionColumns, ...markColumns])
    .where('id', 'in', possible)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Keeps the questions as they are, before they are saved or deleted. Belongs into the same transaction. */
export async function keepVersions(transaction: Db, rows: readonly LockedQuestion[]): Promise<void> {
  if (rows.length === 0) return
  const versions = rows.map((row) => ({
    question_id: row.id,
    version: row.version,
    item: JSON.stringify(itemOf(row)),
    saved_at: row.updated_at,
    saved_by: row.updated_by,
  }))
  await transaction.insertInto('question_versions').values(versions).execute()
}

type Deed = { action: AuditAction; detail?: AuditDetail }

/** Writes the item over the current question, or in place of one that was deleted. */
async function replace(
  transaction: Db,
  actorId: string | null,
  current: LockedQuestion | undefined,
  item: unknown,
  { action, detail }: Deed,
  now: Date,
): Promise<SaveOutcome> {
  const gate = await judge(transaction, item, now)
  if (!gate.ok) return { ...gate, refusal: 'QUESTION_REFUSED' }
  const { question, warnings } = gate
  if (current && isDeepStrictEqual(toBankItem(question), itemOf(current))) return saved(transaction, question.id, warnings)
  if (current) await keepVersions(transaction, [current])
  await write(transaction, current ? [current] : [], [question], actorId, now)
  await recordAudit(transaction, actorId, action, question.id, detail)
  return saved(transaction, question.id, warnings)
}

/** A new question gets an id and the time unless it names them. */
async function judge(transaction: Db, item: unknown, now: Date): Promise<GatedQuestion> {
  const fill = { makeId: () => randomUUIDv7(), createdAt: now.toISOString() }
  return validateQuestion(item, await readKnownTo(transaction, item), fill)
}

/** `before` are those of the questions that are there already, as they were. */
async function write(
  transaction: Db,
  before: readonly LockedQuestion[],
  questions: readonly BankQuestion[],
  actorId: string | null,
  now: Date,
): Promise<void> {
  for (let i = 0; i < questions.length; i += rowsPerStatement)
    await saveQuestions(transaction, questions.slice(i, i + rowsPerStatement), { by: actorId, at: now })
  if ([...before, ...questions].some(isPublished)) await bumpContentVersion(transaction)
}

function isPublished({ state }: { state: string }): boolean {
  return state === 'published'
}

async function saved(transaction: Db, id: string, warnings: readonly ValidationIssue[]): Promise<SaveOutcome> {
  const question = await findStoredQuestion(transaction, id)
  if (!question) throw new Error(`Question ${id} was saved and is not there`)
  return { ok: true, question, warnings }
}

async function changedMeanwhile(transaction: Db, id: string): Promise<SaveOutcome> {
  const current = await findStoredQuestion(transaction, id)
  return { ok: false, refusal: 'QUESTION_CHANGED', ...(current && { current }) }
}

function isOutdated(current: LockedQuestion, expectedVersion: number | undefined): boolean {
  return expectedVersion !== undefined && expectedVersion !== current.version
}

async function changeRows(
  transaction: Db,
  actorId: string | null,
  rows: readonly LockedQuestion[],
  change: QuestionsChange,
  now: Date,
): Promise<string[]> {
  const changed = rows.filter((row) => change.type === 'delete' || !isDeepStrictEqual(changedBy(change, row), readBankQuestion(row)))
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  await keepVersions(transaction, changed)
  if (change.type === 'delete') await removeQuestions(transaction, changed, now)
  else
    await write(
      transaction,
      changed,
      changed.map((row) => changedBy(change, row)),
      actorId,
      now,
    )
  await recordAudits(transaction, actorId, deeds[change.type], subjectsOf(changed, change))
  return ids
}

const deeds = {
  publish: 'questions-published',
  withdraw: 'questions-withdrawn',
  move: 'questions-moved',
  delete: 'questions-deleted',
} as const satisfies Record<QuestionsChange['type'], AuditAction>

function changedBy(change: QuestionsChange, row: LockedQuestion): BankQuestion {
  const question = readBankQuestion(row)
  switch (change.type) {
    case 'publish':
      return { ...question, state: 'published' }
    case 'withdraw':
      return { ...question, state: 'draft' }
    case 'move':
      return { ...question, examId: change.exam_id, skillArea: change.skill_area ?? question.skillArea }
    case 'delete':
      return question
  }
}

async function removeQuestions(transaction: Db, rows: readonly LockedQuestion[], now: Date): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await transaction.deleteFrom('questions').where('id', 'in', ids).execute()
  await keepRemovals(transaction, 'question', ids, now)
  await keepImageUses(
    transaction,
    'question',
    ids.map((id) => ({ id, html: [] })),
  )
  if (rows.some(isPublished)) await bumpContentVersion(transaction)
}

/**
 * What the log says it was done to: the question, when it was deleted or changed alone. Many changed questions each name
 * who did it, so they share a line per certification.
 */
function subjectsOf(rows: readonly LockedQuestion[], change: QuestionsChange): { subjectId: string; detail?: AuditDetail }[] {
  const target = change.type === 'move' ? { to: change.exam_id } : undefined
  if (change.type === 'delete' || rows.length === 1) return rows.map(({ id }) => ({ subjectId: id, ...(target && { detail: target }) }))
  const examIds = [...new Set(rows.map(({ exam_id }) => exam_id))]
  return examIds.map((examId) => {
    const questions = rows.filter(({ exam_id }) => exam_id === examId).length
    return { subjectId: examId, detail: { ...target, questions } }
  })
}

function readChange(ids: unknown, change: unknown): { ids: string[]; change: QuestionsChange } | { refusals: ValidationIssue[] } {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return refusing('ids', 'is not a list of ids')
  if (ids.length > questionsPerChangeMax) return refusing('ids', `names more than ${questionsPerChangeMax} questions`)
  const read = changeShape.safeParse(change)
  if (!read.success) return refusing('change', 'is none of publish, withdraw, delete, or move with the exam_id to move to')
  return { ids: [...new Set(ids.map((id) => id.toLowerCase()))], change: read.data as QuestionsChange }
}

const changeShape = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['publish', 'withdraw', 'delete']) }),
  z.object({ type: z.literal('move'), exam_id: z.string(), skill_area: z.string().optional() }),
])

function refusing(field: string, reason: string): { refusals: ValidationIssue[] } {
  return { refusals: [{ field, reason }] }
}

/** Where the questions of another certification go they need an area of the outline there: without one they would count in none. */
async function findMoveRefusals(db: Db, change: QuestionsChange, rows: readonly LockedQuestion[]): Promise<ValidationIssue[]> {
  if (change.type !== 'move') return []
  const { exam_id, skill_area } = change
  const certification = certificationIds.test(exam_id) ? await findCertificationRow(db, exam_id) : undefined
  if (!certification) return [{ field: 'exam_id', reason: `${exam_id} is not a certification` }]
  const areas = certification.skill_areas.map(({ name }) => name)
  if (skill_area !== undefined)
    return areas.includes(skill_area) ? [] : [{ field: 'skill_area', reason: `is not in the outline of ${exam_id}` }]
  const stray = rows.find((row) => row.exam_id !== exam_id && !areas.includes(row.skill_area))
  if (!stray) return []
  return [{ field: 'skill_area', reason: `has to be chosen: the outline of ${exam_id} has no area "${stray.skill_area}" to keep` }]
}

async function findKeptItem(db: Db, id: string, version: number): Promise<BankItem | undefined> {
  if (!isUuid(id) || !Number.isInteger(version) || Math.abs(version) > versionMax) return undefined
  const kept = await db
    .selectFrom('question_versions')
    .select('item')
    .where('question_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return kept?.item
}

async function listKeptVersions(db: Db, id: string): Promise<QuestionVersion[]> {
  if (!isUuid(id)) return []
  const newest = db
    .selectFrom('question_versions')
    .select(['version', 'item', 'saved_at', 'saved_by'])
    .select(sql<number>`sum(length(item::text)) over (order by version desc)`.as('length'))
    .where('question_id', '=', id)
    .orderBy('version', 'desc')
    .limit(versionsListedMax)
  const kept = await db
    .selectFrom(newest.as('newest'))
    .leftJoin('users', 'users.id', 'newest.saved_by')
    .select(['version', 'item', 'saved_at', 'users.email as saved_by'])
    .where('length', '<=', versionsLengthMax)
    .orderBy('version', 'desc')
    .execute()
  return kept.map((row) => ({ ...row, saved_at: row.saved_at?.toISOString() ?? null }))
}

/** The stored item with the fields that are named; of the two spellings of a reorder's key the one that is named counts. */
function withChanges(item: BankItem, changes: Record<string, unknown>): Record<string, unknown> {
  const known = pick(changes, editableFields)
  const isKeyNamed = 'sequence' in known && !('correct_answer' in known)
  return { ...item, ...known, ...(isKeyNamed && { correct_answer: known['sequence'] }) }
}

function itemOf(row: QuestionRow): BankItem {
  return toBankItem(readBankQuestion(row))
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))
}
