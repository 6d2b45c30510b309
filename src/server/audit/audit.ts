/** The audit log: who did what to whom or what, and when. Ids only, so that a deleted person stays deleted. */
import { randomUUIDv7 } from 'node:crypto'
import { plainText } from '#exam/plain-text.ts'
import type { Db } from '#server/db/tables.ts'
import { containing, isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'

/** Everything that is kept, by what it was done to. Of several questions at once, the subject is their certification. */
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
  ],
  'case-studies': ['case-study-added', 'case-study-changed', 'case-study-deleted'],
  certifications: ['certification-added', 'certification-changed', 'certification-deleted'],
  images: ['image-added', 'image-deleted'],
  messages: ['message-handled', 'message-reopened', 'message-deleted'],
  people: ['administrator', 'member', 'disabled', 'enabled', 'sessions-ended', 'deleted', 'invited', 'link-made'],
} as const

export type AuditGroup = keyof typeof auditActions
export type AuditAction = (typeof auditActions)[AuditGroup][number]
/** More about what was done, such as the numbers of an import. */
export type AuditDetail = Record<string, string | number>

/** `actor` is an address, `null` for a command on the machine, `undefined` for somebody who has been deleted. */
export type AuditLine = {
  id: string
  at: Date
  action: AuditAction
  actor: string | null | undefined
  subjectId: string
  /** What it is, where it has a name. */
  kind: Exclude<AuditGroup, 'images' | 'messages'> | undefined
  /** What people call it: address of a person, name of a certification, title of a case study, first words of a question. */
  subject: string | undefined
  detail: AuditDetail | null
}

export type AuditPage = { lines: AuditLine[]; next: string | undefined }
/** `before` is the `next` of a page, `search` a part of the actor's address: of the first 200 people who have one like it. */
export type AuditFilter = { before?: string | undefined; action?: AuditGroup | undefined; search?: string | undefined }

const pageSize = 50
const wordsMax = 80
const actorsMax = 200

/** Keeps who did what; `actorId` is `null` for a command on the machine. Belongs into the transaction that does it. */
export async function recordAudit(
  db: Db,
  actorId: string | null,
  action: AuditAction,
  subjectId: string,
  detail?: AuditDetail,
): Promise<void> {
  await recordAudits(db, actorId, action, [{ subjectId, detail }])
}

/** The same done to several at once: a line for each. */
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

/** What has been done on the site, the latest first, fifty at a time. */
export async function listAuditLog(db: Db, { before, action, search = '' }: AuditFilter): Promise<AuditPage> {
  const email = search.trim().toLowerCase()
  const actorIds = email === '' ? undefined : await listActors(db, email)
  if (actorIds?.length === 0) return { lines: [], next: undefined }
  const found = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'action', 'actor_id', 'subject_id', 'detail', 'users.email'])
    .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? ''))
    .$if(action !== undefined, (query) => query.where('action', 'in', auditActions[action ?? 'people']))
    .$if(actorIds !== undefined, (query) => query.where('actor_id', 'in', actorIds ?? []))
    // The ids are made in the order of time, by the millisecond.
    .orderBy('audit_log.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows: shown, last } = pageAfterKey(found, pageSize)
  const names = await nameSubjects(
    db,
    shown.map(({ subject_id }) => subject_id),
  )
  const lines = shown.map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action as AuditAction,
    actor: row.actor_id === null ? null : (row.email ?? undefined),
    subjectId: row.subject_id,
    kind: names.get(row.subject_id)?.kind,
    subject: names.get(row.subject_id)?.name,
    detail: row.detail,
  }))
  return { lines, next: last?.id }
}

/** People are found first: the log is long, and has an index for each of them. */
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

type Named = { kind: NonNullable<AuditLine['kind']>; name: string }

/** What the ids stand for, whichever kind each is of: they do not collide. One without a name is not in the map. */
async function nameSubjects(db: Db, ids: readonly string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map()
  const people = await db.selectFrom('users').select(['id', 'email as name']).where('id', 'in', ids).execute()
  const certifications = await db.selectFrom('certifications').select(['id', 'name']).where('id', 'in', ids).execute()
  const caseStudies = await db.selectFrom('case_studies').select(['id', 'title as name']).where('id', 'in', ids).execute()
  const questions = await nameQuestions(db, ids)
  const found = { questions, 'case-studies': caseStudies, certifications, people }
  return new Map(
    (Object.keys(found) as Named['kind'][]).flatMap((kind) => found[kind].map(({ id, name }): [string, Named] => [id, { kind, name }])),
  )
}

/** Those that have been deleted are named by their last version. */
async function nameQuestions(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const possible = ids.filter(isUuid)
  if (possible.length === 0) return []
  const versions = await db
    .selectFrom('question_versions')
    .distinctOn('question_id')
    .select((version) => ['question_id as id', version.ref('item', '->>').key('text').as('text')])
    .where('question_id', 'in', possible)
    .orderBy('question_id')
    .orderBy('version', 'desc')
    .execute()
  const current = await db.selectFrom('questions').select(['id', 'text']).where('id', 'in', possible).execute()
  return [...versions, ...current].map(({ id, text }) => ({ id, name: firstWords(plainText(text)) }))
}

function firstWords(words: string): string {
  return words.length > wordsMax ? `${words.slice(0, wordsMax).trimEnd()}…` : words
}
