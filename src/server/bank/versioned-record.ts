/**
 * Saves and deletes the records that administrators edit: questions, case studies, and certifications. Each call is one
 * transaction: it checks the role, locks the row, compares versions, validates, writes, records the action in the audit log,
 * and bumps the content version when visitors can see the record. A refused call changes nothing. When another transaction
 * inserts the same id, or deletes a referenced row, after the checks, `transact` repeats the call, and its checks then see the change.
 */
import type { Kysely } from 'kysely'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { bumpContentVersion } from '#server/platform/content-version.ts'
import { recordRemovals, type OwnedKind } from '#server/bank/owned-rows.ts'
import type { QuestionUses } from '#server/bank/question-usage.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import type { Author } from '#server/catalogue/index.ts'
import { recordAudit, type AuditAction, type AuditDetail } from '#server/audit/index.ts'

type RecordCode = Uppercase<OwnedKind>

export type RecordRefusal<Stored = unknown> = {
  ok: false
  refusal:
    | 'NOT_AN_ADMINISTRATOR'
    | `UNKNOWN_${RecordCode}`
    | `${RecordCode}_${'EXISTS' | 'REFUSED' | 'CHANGED'}`
    // Questions are deleted in `question-changes.ts`, regardless of what uses them.
    | `${Exclude<RecordCode, 'QUESTION'>}_USED`
  /** Why the values are refused. */
  refusals?: readonly ValidationIssue[]
  warnings?: readonly ValidationIssue[] | undefined
  /** The current version, if it is not the expected one. */
  current?: Stored
  /** The uses that prevent the deletion of a record. */
  uses?: QuestionUses
}

export type SaveResult<Stored> = { ok: true; record: Stored; warnings?: readonly ValidationIssue[] | undefined } | RecordRefusal<Stored>
export type DeleteResult = { ok: true } | RecordRefusal

export type ValidatedRecord<Value> =
  | { ok: true; value: Value; warnings?: readonly ValidationIssue[] }
  | { ok: false; refusals: readonly ValidationIssue[]; warnings?: readonly ValidationIssue[] }

/** How one type of record is stored. Callers read `Stored`; `Locked` is the locked row; `Value` is written. */
export type RecordType<Stored, Locked extends { version: number }, Value extends { id: string }> = {
  kind: OwnedKind
  /** The id is derived from other fields. When it is in use, `validate` derives another one. */
  hasDerivedId?: true
  find: (db: Db, id: string) => Promise<Stored | undefined>
  /** Reads the row and locks it until the transaction ends. */
  lock: (transaction: Db, id: string) => Promise<Locked | undefined>
  /** Validates a new record, or `current` with changes of some fields. Unknown fields are ignored. */
  validate: (transaction: Db, item: unknown, current: Locked | undefined, now: Date) => Promise<ValidatedRecord<Value>>
  /** Whether writing the value would change nothing, so that no version is needed. */
  isUnchanged: (value: Value, current: Locked) => boolean
  /** Without `current` the record is new. An id that exists by then must be a database error (23505), never overwritten. */
  write: (transaction: Db, value: Value, current: Locked | undefined, author: Author) => Promise<void>
  /** Whether visitors can see the record. */
  isPublic: (record: Value | Locked) => boolean
}

type Save<Locked, Value> = {
  author: Author
  action: AuditAction
  detail?: AuditDetail
  /** The id of the record to change; without an id, a record is added. */
  id?: string
  /** The version that was edited. When it is no longer the current one, the save is refused. */
  expectedVersion?: number | undefined
  /** Adds the record again if it was deleted. */
  mayRecreate?: boolean
  /** Returns `undefined` when there is nothing to save under the id. */
  validate: (transaction: Db, current: Locked | undefined) => Promise<ValidatedRecord<Value> | undefined>
}

/** The functions that add and change records of a type. `actorId` is `null` for a command on the server. */
export function createEditing<Stored, Locked extends { version: number }, Value extends { id: string }>(
  type: RecordType<Stored, Locked, Value>,
) {
  return {
    add: (db: Kysely<Tables>, actorId: string | null, item: unknown, now: Date) =>
      saveRecord(db, type, {
        author: { by: actorId, at: now },
        action: actionOf(type.kind, 'added'),
        validate: (transaction) => type.validate(transaction, item, undefined, now),
      }),
    /** `expectedVersion` is the version that was edited; without it the current version is overwritten. */
    change: (db: Kysely<Tables>, actorId: string | null, id: string, changes: unknown, expectedVersion: number | undefined, now: Date) =>
      saveRecord(db, type, {
        author: { by: actorId, at: now },
        action: actionOf(type.kind, 'changed'),
        id,
        expectedVersion,
        validate: async (transaction, current) => current && type.validate(transaction, changes, current, now),
      }),
  }
}

function codeOf<Kind extends OwnedKind>(kind: Kind): Uppercase<Kind> {
  return kind.toUpperCase() as Uppercase<Kind>
}

function actionOf(kind: OwnedKind, verb: 'added' | 'changed' | 'deleted'): AuditAction {
  return `${kind.replace('_', '-')}-${verb}` as AuditAction
}

export async function saveRecord<Stored, Locked extends { version: number }, Value extends { id: string }>(
  db: Kysely<Tables>,
  type: RecordType<Stored, Locked, Value>,
  { author, action, detail, id, expectedVersion, mayRecreate = false, validate }: Save<Locked, Value>,
): Promise<SaveResult<Stored>> {
  return transact(db, async (transaction): Promise<SaveResult<Stored>> => {
    if (!(await lockAdministrator(transaction, author.by))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
    const current = id === undefined ? undefined : await type.lock(transaction, id)
    if (id !== undefined && !current && !mayRecreate) return { ok: false, refusal: `UNKNOWN_${codeOf(type.kind)}` }
    if (current && expectedVersion !== undefined && expectedVersion !== current.version)
      return { ok: false, refusal: `${codeOf(type.kind)}_CHANGED`, current: await getStored(transaction, type, id ?? '') }
    const validated = await validate(transaction, current)
    if (!validated) return { ok: false, refusal: `UNKNOWN_${codeOf(type.kind)}` }
    const { warnings } = validated
    if (!validated.ok) return { ok: false, refusal: `${codeOf(type.kind)}_REFUSED`, refusals: validated.refusals, warnings }
    const { value } = validated
    if (id === undefined && !type.hasDerivedId && (await type.find(transaction, value.id)))
      return { ok: false, refusal: `${codeOf(type.kind)}_EXISTS` }
    if (!current || !type.isUnchanged(value, current)) {
      await type.write(transaction, value, current, author)
      await recordAudit(transaction, author.by, action, value.id, detail)
      if (type.isPublic(value) || (current && type.isPublic(current))) await bumpContentVersion(transaction)
    }
    return { ok: true, record: await getStored(transaction, type, value.id), warnings }
  })
}

/** How one type of record is deleted. */
export type DeletableRecordType<Locked> = {
  kind: Exclude<OwnedKind, 'question'>
  lock: (transaction: Db, id: string) => Promise<Locked | undefined>
  titleOf: (record: Locked) => string
  /** Returns `undefined` when nothing uses the record. */
  findUses: (transaction: Db, id: string) => Promise<QuestionUses | undefined>
  remove: (transaction: Db, id: string) => Promise<void>
}

/** Creates the function that deletes a record of this type, unless something uses the record. */
export function createDeletion<Locked>({ kind, lock, titleOf, findUses, remove }: DeletableRecordType<Locked>) {
  return async (db: Kysely<Tables>, actorId: string | null, id: string, now: Date): Promise<DeleteResult> =>
    transact(db, async (transaction): Promise<DeleteResult> => {
      if (!(await lockAdministrator(transaction, actorId))) return { ok: false, refusal: 'NOT_AN_ADMINISTRATOR' }
      const current = await lock(transaction, id)
      if (!current) return { ok: false, refusal: `UNKNOWN_${codeOf(kind)}` }
      const uses = await findUses(transaction, id)
      if (uses) return { ok: false, refusal: `${codeOf(kind)}_USED`, uses }
      await remove(transaction, id)
      await recordRemovals(transaction, kind, [id], now)
      await recordAudit(transaction, actorId, actionOf(kind, 'deleted'), id, { title: titleOf(current) })
      await bumpContentVersion(transaction)
      return { ok: true }
    })
}

async function getStored<Stored>(
  transaction: Db,
  { kind, find }: { kind: OwnedKind; find: (db: Db, id: string) => Promise<Stored | undefined> },
  id: string,
): Promise<Stored> {
  const stored = await find(transaction, id)
  if (!stored) throw new Error(`The ${kind} ${id} is missing from the transaction that locked or wrote it`)
  return stored
}
