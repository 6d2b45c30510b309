/** Adds, changes, and restores questions one at a time. Each save validates the question and stores the previous version. */
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { isRecord, toBankItem, type BankItem, type BankQuestion } from '#exam/bank-file/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import {
  findStoredQuestion,
  findVersion,
  itemOf,
  lockQuestions,
  storeVersions,
  type LockedQuestion,
  type StoredQuestion,
} from '#server/bank/question-history.ts'
import { questionColumns } from '#server/bank/question-rows.ts'
import { saveQuestions } from '#server/bank/save-questions.ts'
import { validateSingleQuestion } from '#server/bank/question-references.ts'
import { createEditing, saveRecord, type RecordType, type SaveResult, type ValidatedRecord } from '#server/bank/versioned-record.ts'

/** Fields that a save of an existing question may change. */
const editableFields = questionColumns.filter((column) => column !== 'id' && column !== 'created_at')

const questionType: RecordType<StoredQuestion, LockedQuestion, BankQuestion> = {
  kind: 'question',
  find: findStoredQuestion,
  lock: async (transaction, id) => (await lockQuestions(transaction, [id]))[0],
  validate: (transaction, item, current, now) => {
    if (!isRecord(item)) return validate(transaction, item, now)
    return validate(transaction, current ? withChanges(itemOf(current), item) : pick(item, questionColumns), now)
  },
  isUnchanged: (question, current) => isDeepStrictEqual(toBankItem(question), itemOf(current)),
  write: async (transaction, question, current, author) => {
    if (current) await storeVersions(transaction, [current])
    await saveQuestions(transaction, [question], author, { areNew: !current })
  },
  isPublic: isPublished,
}

/** A new question gets a new id unless the item has one. A change never affects `id` or `created_at`. */
export const { add: addQuestion, change: changeQuestion } = createEditing(questionType)

/**
 * Makes an earlier version the current one; the versions in between are kept. Without `expectedVersion`, a deleted question is added again.
 * With it, the call is refused, because the administrator believes that the question still exists.
 */
export async function restoreVersion(
  db: Kysely<Tables>,
  actorId: string | null,
  id: string,
  version: number,
  expectedVersion: number | undefined,
  now: Date,
): Promise<SaveResult<StoredQuestion>> {
  return saveRecord(db, questionType, {
    author: { by: actorId, at: now },
    action: 'question-restored',
    detail: { version },
    id,
    expectedVersion,
    mayRecreate: expectedVersion === undefined,
    validate: async (transaction, current) => {
      const item = current?.version === version ? itemOf(current) : await findVersion(transaction, id, version)
      if (item) return validate(transaction, item, now)
      return current && { ok: false, refusals: [{ field: 'version', reason: 'is not a stored version' }] }
    },
  })
}

export function isPublished({ state }: { state: string }): boolean {
  return state === 'published'
}

/** Validates an item. An item without an id or a creation time gets a new id or the current time. */
async function validate(transaction: Db, item: unknown, now: Date): Promise<ValidatedRecord<BankQuestion>> {
  const fill = { makeId: () => randomUUIDv7(), createdAt: now.toISOString() }
  const validated = await validateSingleQuestion(transaction, item, fill)
  return validated.ok ? { ok: true, value: validated.question, warnings: validated.warnings } : validated
}

/** The stored item with the given fields. The answer key of a reorder question has two field names; the given one wins. */
function withChanges(item: BankItem, changes: Record<string, unknown>): Record<string, unknown> {
  const editable = pick(changes, editableFields)
  const isKeyGiven = 'sequence' in editable && !('correct_answer' in editable)
  return withoutOutdatedCheck(item, { ...item, ...editable, ...(isKeyGiven && { correct_answer: editable['sequence'] }) })
}

/** Fields that were compared with the official page. */
const checkedFields = [
  'text',
  'options',
  'correct_answer',
  'explanation',
  'option_explanations',
  'reference',
  'pairs',
  'completion',
] as const

/** A change to the content clears the date of the comparison with the page, unless the grounding changes, too. */
function withoutOutdatedCheck(before: BankItem, after: Record<string, unknown>): Record<string, unknown> {
  const isChecked =
    after['grounding'] !== before.grounding || checkedFields.every((field) => isDeepStrictEqual(after[field], before[field]))
  if (isChecked || !before.grounding) return after
  const { checked_on: _, ...grounding } = before.grounding
  return { ...after, grounding }
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))
}
