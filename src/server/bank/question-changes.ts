/** Publishes, withdraws, moves, and deletes several questions in one step. Their texts and answer keys stay the same. */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { BankQuestion } from '#exam/bank-file/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { storeImageUses } from '#server/bank/images/image-usage.ts'
import { recordRemovals } from '#server/bank/owned-rows.ts'
import { isPublished } from '#server/bank/question-editing.ts'
import { lockQuestions, storeVersions, type LockedQuestion } from '#server/bank/question-history.ts'
import { readBankQuestion } from '#server/bank/question-rows.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { recordAudits, type AuditAction, type AuditDetail } from '#server/audit/index.ts'
import { lockReferencedCertification } from '#server/catalogue/index.ts'

/** Without `skill_area`, each question keeps its skill area, which must be in the outline of the new certification. */
const changeShape = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['publish', 'withdraw', 'delete']) }),
  z.object({ type: z.literal('move'), exam_id: z.string(), skill_area: z.string().optional() }),
])
export type QuestionsChange = z.infer<typeof changeShape>

export type QuestionsChangeResult =
  | { ok: true; changed: string[] }
  | {
      ok: false
      refusal: 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_QUESTION' | 'CHANGE_REFUSED'
      refusals?: readonly ValidationIssue[]
      /** Ids for which there is no question. */
      unknown?: string[]
    }

const questionsPerChangeMax = 500
const rowsPerStatement = 50
const certificationIds = /^[\w-]+$/

/**
 * Changes up to 500 questions: `ids` must be a list of strings, `change` a `QuestionsChange`. If an id is unknown, nothing is changed.
 * Questions that the change does not affect are not in `changed`.
 */
export async function changeQuestions(
  db: Kysely<Tables>,
  actorId: string | null,
  ids: unknown,
  change: unknown,
  now: Date,
): Promise<QuestionsChangeResult> {
  return transact(db, async (transaction): Promise<QuestionsChangeResult> => {
    if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const parsed = parseChange(ids, change)
    if ('refusals' in parsed) return { ok: false, refusal: 'CHANGE_REFUSED', refusals: parsed.refusals }
    const rows = await lockQuestions(transaction, parsed.ids)
    const unknown = parsed.ids.filter((id) => !rows.some((row) => row.id === id))
    if (unknown.length > 0) return { ok: false, refusal: 'UNKNOWN_QUESTION', unknown }
    const refusals = await findMoveRefusals(transaction, parsed.change, rows)
    if (refusals.length > 0) return { ok: false, refusal: 'CHANGE_REFUSED', refusals }
    return { ok: true, changed: await changeRows(transaction, actorId, rows, parsed.change, now) }
  })
}

async function changeRows(
  transaction: Db,
  actorId: string | null,
  rows: readonly LockedQuestion[],
  change: QuestionsChange,
  now: Date,
): Promise<string[]> {
  const changed = rows.filter((row) => change.type === 'delete' || !isDeepStrictEqual(applyChange(change, row), readBankQuestion(row)))
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  await storeVersions(transaction, changed)
  if (change.type === 'delete') await removeQuestions(transaction, changed, now)
  else
    for (const some of inBatches(changed, rowsPerStatement)) {
      const questions = some.map((row) => applyChange(change, row))
      await saveQuestions(transaction, questions, { by: actorId, at: now })
    }
  // Publishing drafts also changes what visitors see.
  if (change.type === 'publish' || changed.some(isPublished)) await bumpContentVersion(transaction)
  await recordAudits(transaction, actorId, bulkActions[change.type], subjectsOf(changed, change))
  return ids
}

const bulkActions = {
  publish: 'questions-published',
  withdraw: 'questions-withdrawn',
  move: 'questions-moved',
  delete: 'questions-deleted',
} as const satisfies Record<QuestionsChange['type'], AuditAction>

function applyChange(change: QuestionsChange, row: LockedQuestion): BankQuestion {
  const question = readBankQuestion(row)
  if (change.type === 'move') {
    const skillArea = change.skill_area ?? question.skillArea
    const isSamePlace = change.exam_id === question.examId && skillArea === question.skillArea
    return { ...question, examId: change.exam_id, skillArea, objective: isSamePlace ? question.objective : null }
  }
  return { ...question, state: change.type === 'publish' ? 'published' : 'draft' }
}

async function removeQuestions(transaction: Db, rows: readonly LockedQuestion[], now: Date): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await transaction.deleteFrom('questions').where('id', 'in', ids).execute()
  await recordRemovals(transaction, 'question', ids, now)
  await storeImageUses(
    transaction,
    'question',
    ids.map((id) => ({ id, html: [] })),
  )
}

/**
 * Subjects of the audit lines: a question that was deleted, or was the only one changed, has its own line. Several changed questions
 * share one line per certification, because each question's version also names who changed it.
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

function parseChange(ids: unknown, change: unknown): { ids: string[]; change: QuestionsChange } | { refusals: ValidationIssue[] } {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return refusing('ids', 'is not a list of ids')
  if (ids.length > questionsPerChangeMax) return refusing('ids', `names more than ${questionsPerChangeMax} questions`)
  const parsed = changeShape.safeParse(change)
  if (!parsed.success) return refusing('change', 'is none of publish, withdraw, delete, or move with the exam_id to move to')
  return { ids: [...new Set(ids.map((id) => id.toLowerCase()))], change: parsed.data }
}

function refusing(field: string, reason: string): { refusals: ValidationIssue[] } {
  return { refusals: [{ field, reason }] }
}

/**
 * Questions that move to another certification need a skill area of its outline; otherwise they would not count in any area.
 */
async function findMoveRefusals(transaction: Db, change: QuestionsChange, rows: readonly LockedQuestion[]): Promise<ValidationIssue[]> {
  if (change.type !== 'move') return []
  const { exam_id, skill_area } = change
  const certification = certificationIds.test(exam_id) ? await lockReferencedCertification(transaction, exam_id) : undefined
  if (!certification) return [{ field: 'exam_id', reason: `${exam_id} is not a certification` }]
  const areas = certification.skill_areas.map(({ name }) => name)
  if (skill_area !== undefined)
    return areas.includes(skill_area) ? [] : [{ field: 'skill_area', reason: `is not in the outline of ${exam_id}` }]
  const outside = rows.find((row) => row.exam_id !== exam_id && !areas.includes(row.skill_area))
  if (!outside) return []
  return [{ field: 'skill_area', reason: `must be selected: the outline of ${exam_id} has no area "${outside.skill_area}"` }]
}
