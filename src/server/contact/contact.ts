/**
 * Messages to the operator from the contact form: validated, stored, and mailed. Administrators read, mark, and delete them. The audit
 * log records when a message is marked or deleted.
 */
import { dayMs, hourMs } from '#exam/duration.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { networkOf } from '#server/http/client-address.ts'
import { consumeRateLimit, type RateLimit } from '#server/platform/rate-limit.ts'
import { isUuid } from '#server/db/like-pattern.ts'
import { pageAfterKey } from '#server/db/paging.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { MaintenanceTask } from '#server/platform/maintenance.ts'
import type { Log } from '#server/log.ts'
import { lockAdministrator } from '#server/accounts/administrators.ts'
import { contactMail } from '#server/accounts/index.ts'
import { recordAudit } from '#server/audit/index.ts'

/** Maximum length of an address, in characters. Source: RFC 5321, section 4.5.3.1. */
const addressLengthMax = 254
/** Minimum and maximum length of the trimmed text, in characters. */
export const textLengths = { min: 10, max: 5_000 }

/** Days until a message is deleted, handled or not. The privacy notice states this number. */
export const messageDaysMax = 365

/** Messages from one network: enough to report several wrong questions in a row. */
const networkLimit: RateLimit = { name: 'contact', max: 5, windowMs: hourMs }
/** Messages from all networks together, so that an attack from many networks cannot fill the operator's mailbox. */
const siteLimit: RateLimit = { name: 'contact-site', max: 60, windowMs: hourMs }

export type ContactMessage = { address: string; text: string; questionId: string | null }

/** Codes of the messages in `web/text/en/contact.ts`. */
export type ContactFieldProblem = 'ADDRESS_BLANK' | 'ADDRESS_INVALID' | 'TEXT_SHORT' | 'TEXT_LONG' | 'TEXT_UNREADABLE'
export type ContactProblems = { address?: ContactFieldProblem; text?: ContactFieldProblem }

/**
 * Validates the submitted form. An invalid question id is dropped rather than refused.
 *
 * Line breaks in the text become single line feeds, as browsers count them.
 */
export function parseContactMessage(
  fields: Readonly<Record<'address' | 'text' | 'question', string>>,
): { ok: true; message: ContactMessage } | { ok: false; problems: ContactProblems } {
  const parsed = form.safeParse(fields)
  if (parsed.success) {
    const { address, text, question } = parsed.data
    return { ok: true, message: { address, text, questionId: isUuid(question) ? question.toLowerCase() : null } }
  }
  const problems: ContactProblems = {}
  for (const { path, message } of parsed.error.issues) problems[path[0] as keyof ContactProblems] ??= message as ContactFieldProblem
  return { ok: false, problems }
}

const problem = (code: ContactFieldProblem) => code

const form = z.object({
  address: z
    .string()
    .trim()
    .min(1, problem('ADDRESS_BLANK'))
    .max(addressLengthMax, problem('ADDRESS_INVALID'))
    .pipe(z.email(problem('ADDRESS_INVALID'))),
  text: z
    .string()
    // PostgreSQL cannot store this character.
    .refine((text) => !text.includes('\0'), problem('TEXT_UNREADABLE'))
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .pipe(z.string().min(textLengths.min, problem('TEXT_SHORT')).max(textLengths.max, problem('TEXT_LONG'))),
  question: z.string(),
})

/** Counts a message from the network of this IP address. Returns whether the rate limits allow it. */
export async function mayContact(db: Db, address: string, now: Date): Promise<boolean> {
  return (await consumeRateLimit(db, networkLimit, networkOf(address), now)) && (await consumeRateLimit(db, siteLimit, 'all', now))
}

type ContactServices = {
  db: Kysely<Tables>
  jobs: Pick<Jobs, 'sendMail'>
  log: Log
  /** The operator's email address. */
  contactAddress: string
  /** Address of the site without a trailing slash. */
  origin: string
}

/**
 * Stores a message and queues an email with it to the operator. `userId`: the signed-in member.
 *
 * @returns `stored` when the email could not be queued; administrators can still read the message
 */
export async function receiveMessage(
  { db, jobs, log, contactAddress, origin }: ContactServices,
  { address, text, questionId }: ContactMessage,
  userId: string | undefined,
  now: Date,
): Promise<'sent' | 'stored'> {
  const row = { id: randomUUIDv7(), user_id: userId ?? null, address, text, question_id: questionId, created_at: now, handled_at: null }
  await db.insertInto('contact_messages').values(row).execute()
  try {
    await jobs.sendMail(contactMail({ address: contactAddress, sender: address, text, questionId, origin, at: now }))
    return 'sent'
  } catch (error) {
    log.error({ error }, 'A contact message was stored, but its mail could not be queued')
    return 'stored'
  }
}

/** `member`: the sender, if they were signed in. */
export type ListedMessage = ReturnType<typeof toListed>

/** `before`: the `next` of the previous page. */
export type MessageFilter = { before?: string | undefined; isOpenOnly?: boolean }

const pageSize = 20

/** A page of messages, latest first. */
export async function listMessages(
  db: Db,
  { before, isOpenOnly = false }: MessageFilter,
): Promise<{ messages: ListedMessage[]; next: string | undefined }> {
  const found = await messages(db)
    .$if(before !== undefined && isUuid(before), (query) => query.where('contact_messages.id', '<', before ?? ''))
    .$if(isOpenOnly, (query) => query.where('handled_at', 'is', null))
    // UUID v7 ids sort by time.
    .orderBy('contact_messages.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { rows, last } = pageAfterKey(found, pageSize)
  return { messages: rows.map(toListed), next: last?.id }
}

export async function findMessage(db: Db, id: string): Promise<ListedMessage | undefined> {
  const row = isUuid(id) ? await messages(db).where('contact_messages.id', '=', id).executeTakeFirst() : undefined
  return row && toListed(row)
}

function messages(db: Db) {
  return db
    .selectFrom('contact_messages')
    .leftJoin('users', 'users.id', 'contact_messages.user_id')
    .select([
      'contact_messages.id',
      'contact_messages.created_at as at',
      'handled_at as handledAt',
      'address',
      'text',
      'question_id as questionId',
      'user_id as userId',
      'users.email',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>

function toListed({ userId, email, ...message }: Row) {
  return { ...message, member: userId !== null && email !== null ? { id: userId, email } : null }
}

export type MessageChange = 'handled' | 'reopened' | 'deleted'
export type MessageRefusal = 'NOT_AN_ADMINISTRATOR' | 'UNKNOWN_MESSAGE'

/** Changes a message if the actor is an administrator, and records it in the audit log in the same transaction. */
export async function changeMessage(
  db: Kysely<Tables>,
  actorId: string,
  id: string,
  change: MessageChange,
  now: Date,
): Promise<MessageRefusal | undefined> {
  return transact(db, async (transaction) => {
    if (!(await lockAdministrator(transaction, actorId))) return 'NOT_AN_ADMINISTRATOR'
    if (!isUuid(id) || !(await applyChange(transaction, id, change, now))) return 'UNKNOWN_MESSAGE'
    await recordAudit(transaction, actorId, `message-${change}`, id)
    return undefined
  })
}

/** @returns whether the message exists */
async function applyChange(db: Db, id: string, change: MessageChange, now: Date): Promise<boolean> {
  const changed =
    change === 'deleted'
      ? await db.deleteFrom('contact_messages').where('id', '=', id).returning('id').execute()
      : await db
          .updateTable('contact_messages')
          .set({ handled_at: change === 'handled' ? now : null })
          .where('id', '=', id)
          .returning('id')
          .execute()
  return changed.length > 0
}

export const contactMaintenance: MaintenanceTask = {
  name: 'delete-old-contact-messages',
  cron: '0 * * * *',
  run: (db) => removeOldMessages(db, new Date()),
}

/** Deletes messages older than `messageDaysMax`. */
export async function removeOldMessages(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('contact_messages')
    .where('created_at', '<', new Date(now.getTime() - messageDaysMax * dayMs))
    .execute()
}
