/** The audit log: who did what, and when. It stores only ids, so it has no personal data about deleted users. */
import { randomUUIDv7 } from 'node:crypto'
import { plainText, shorten } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'
import { containing, isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'

/** All recorded actions by kind of subject. For several questions at once, the subject is their certification. */
export const auditActions = {
  questions: [
    'question-added',
    'question-changed',
    'question-restored',
    'questions-published',
    'questions-withdrawn',
    'questions-moved',
    'questions-deleted',
    'bank-imported',
    'question-confirmed',
    'question-confirmation-undone',
  ],
  'case-studies': ['case-study-added', 'case-study-changed', 'case-study-deleted'],
  certifications: ['certification-added', 'certification-changed', 'certification-deleted', 'outline-applied'],
  images: ['image-added', 'image-deleted'],
  messages: ['message-handled', 'message-reopened', 'message-deleted'],
  reports: ['report-closed', 'report-reopened', 'report-challenged'],
  challenges: ['challenge-claimed', 'challenge-released', 'challenge-confirmed', 'challenge-rejected', 'challenge-reopened'],
  people: ['administrator', 'member', 'disabled', 'enabled', 'sessions-ended', 'deleted', 'invited', 'link-made'],
} as const

export type AuditGroup = keyof typeof auditActions
export type AuditAction = (typeof auditActions)[AuditGroup][number]
/** Details of the action, such as the counts of an import. */
export type AuditDetail = Record<string, string | number>

/** `actor`: an email address, `null` for a command on the server, `undefined` for a deleted user. */
export type AuditLine = {
  id: string
  at: Date
  action: AuditAction
  actor: string | null | undefined
  subjectId: string
  /** The kind of subject, if the subject has a name. */
  kind: Exclude<AuditGroup, 'images' | 'messages' | 'reports' | 'challenges'> | undefined
  /** The subject's name: a user's email address, a certification's name, a case study's title, or the first words of a question. */
  subject: string | undefined
  detail: AuditDetail | null
}

export type AuditPage = { lines: AuditLine[]; next: string | undefined }
/** `before`: the `next` of the previous page. `search`: part of the actor's email address; matches the first 200 such users. */
export type AuditFilter = { before?: string | undefined; action?: AuditGroup | undefined; search?: string | undefined }

const pageSize = 50
const firstWordsLengthMax = 80
const actorsMax = 200

/** Records an action; `actorId` is `null` for a command on the server. Must run in the transaction of the action. */
export async function recordAudit(
  db: Db,
  actorId: string | null,
  action: AuditAction,
  subjectId: string,
  detail?: AuditDetail,
): Promise<void> {
  await recordAudits(db, actorId, action, [{ subjectId, detail }])
}

/** Records the same action for several subjects, one line each. */
export async function recordAudits(
  db: Db,
  actorId: string | null,
  action: AuditAction,
  subjects: readonly { subjectId: string; detail?: AuditDetail | undefined }[],
): Promise<void> {
  if (subjects.length === 0) return
  const rows = subjects.map(({ subjectId, detail }) => ({
    id: randomUUIDv7(),
    at: new Date(),
    actor_id: actorId,
    action,
    subject_id: subjectId,
    detail: detail ? JSON.stringify(detail) : null,
  }))
  await db.insertInto('audit_log').values(rows).execute()
}

/** A page of the audit log, latest first. */
export async function listAuditLog(db: Db, { before, action, search = '' }: AuditFilter): Promise<AuditPage> {
  const email = search.trim().toLowerCase()
  const actorIds = email === '' ? undefined : await listActors(db, email)
  if (actorIds?.length === 0) return { lines: [], next: undefined }
  const found = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'action', 'actor_id', 'subject_id as subjectId', 'detail', 'users.email'])
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? ''))
    .$if(action !== undefined, (query) => query.where('action', 'in', auditActions[action ?? 'people']))
    .$if(actorIds !== undefined, (query) => query.where('actor_id', 'in', actorIds ?? []))
    // UUID v7 ids sort by time, to the millisecond.
    .orderBy('audit_log.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows: shown, last } = pageAfterKey(found, pageSize)
  const names = await nameSubjects(
    db,
    shown.map(({ subjectId }) => subjectId),
  )
  const lines = shown.map(({ actor_id, email, action, ...row }) => ({
    ...row,
    action: action as AuditAction,
    actor: actor_id === null ? null : (email ?? undefined),
    kind: names.get(row.subjectId)?.kind,
    subject: names.get(row.subjectId)?.name,
  }))
  return { lines, next: last?.id }
}

/** Finds users by email first, because the log has an index by actor. */
async function listActors(db: Db, email: string): Promise<string[]> {
  const actors = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'like', containing(email))
    .orderBy('email')
    .limit(actorsMax)
    .execute()
  return actors.map(({ id }) => id)
}

type NamedSubject = { kind: NonNullable<AuditLine['kind']>; name: string }

/** Kind and name by id. Ids of different kinds do not collide; a subject without a name is missing from the map. */
async function nameSubjects(db: Db, ids: readonly string[]): Promise<Map<string, NamedSubject>> {
  if (ids.length === 0) return new Map()
  const people = await db.selectFrom('users').select(['id', 'email as name']).where('id', 'in', ids).execute()
  const certifications = await db.selectFrom('certifications').select(['id', 'name']).where('id', 'in', ids).execute()
  const caseStudies = await db.selectFrom('case_studies').select(['id', 'title as name']).where('id', 'in', ids).execute()
  const questions = await nameQuestions(db, ids)
  const found = { questions, 'case-studies': caseStudies, certifications, people }
  return new Map(
    (Object.keys(found) as NamedSubject['kind'][]).flatMap((kind) =>
      found[kind].map(({ id, name }): [string, NamedSubject] => [id, { kind, name }]),
    ),
  )
}

/** A deleted question is named by its last version. */
async function nameQuestions(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const uuids = ids.filter(isUuid)
  if (uuids.length === 0) return []
  const versions = await db
    .selectFrom('question_versions')
    .distinctOn('question_id')
    .select((version) => ['question_id as id', version.ref('item', '->>').key('text').as('text')])
    .where('question_id', 'in', uuids)
    .orderBy('question_id')
    .orderBy('version', 'desc')
    .execute()
  const current = await db.selectFrom('questions').select(['id', 'text']).where('id', 'in', uuids).execute()
  return [...versions, ...current].map(({ id, text }) => ({ id, name: shorten(plainText(text), firstWordsLengthMax) }))
}
