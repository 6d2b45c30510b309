/** Members' own notes on questions. The later version of a note wins, but a note that a guest wrote is combined with the stored one. */
import { sql, type Kysely } from 'kysely'
import { minuteMs } from '#exam/duration.ts'
import { combineNoteTexts, notesPerMemberMax, type NotesRequest, type NotesResponse, type QuestionNote } from '#exam/notes.ts'
import { insertedValues } from '#server/db/inserted-values.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { lockMember } from '#server/review/index.ts'

type NotesResult = ({ ok: true } & NotesResponse) | { ok: false; refusal: 'TOO_MANY_NOTES' }

/** Notes saved within this time before a response may be committed only after it, so the next response includes them again. */
const overlapMs = minuteMs

/** Stores the notes of a request, or none if the member would have too many, and returns notes that the device may not have. */
export async function syncNotes(db: Kysely<Tables>, userId: string, request: NotesRequest, now: Date): Promise<NotesResult> {
  const { since, sentAt, notes } = request
  return transact(db, async (transaction): Promise<NotesResult> => {
    const sentIds = notes.map(({ questionId }) => questionId)
    if (notes.length > 0) {
      await lockMember(transaction, userId)
      const stored = new Map((await listByIds(transaction, userId, sentIds)).map((note) => [note.questionId, note]))
      const offsetMs = now.getTime() - sentAt
      const changed = notes.flatMap(({ isAdded, ...note }) => {
        const before = stored.get(note.questionId)
        const sent = { ...note, changedAt: Math.min(now.getTime(), note.changedAt + offsetMs) }
        if (isAdded && before) return [{ ...sent, text: combineNoteTexts(before.text, sent.text), changedAt: now.getTime() }]
        return !before || before.changedAt < sent.changedAt ? [sent] : []
      })
      const isNew = changed.filter(({ questionId }) => !stored.has(questionId)).length
      if (isNew > 0 && (await countNotes(transaction, userId)) + isNew > notesPerMemberMax) return { ok: false, refusal: 'TOO_MANY_NOTES' }
      await saveNotes(transaction, userId, changed, now)
    }
    const later = await select(transaction, userId)
      .where((note) =>
        note.or([note('saved_at', '>=', new Date(since)), ...(sentIds.length > 0 ? [note('question_id', 'in', sentIds)] : [])]),
      )
      .orderBy('saved_at')
      .orderBy('question_id')
      .execute()
    return { ok: true, notes: later.map(toNote), next: Math.max(0, now.getTime() - overlapMs) }
  })
}

/** A member's notes without the deleted ones, least recently changed first. */
export async function listNotes(db: Db, userId: string): Promise<QuestionNote[]> {
  const rows = await select(db, userId).where('text', '<>', '').orderBy('changed_at').orderBy('question_id').execute()
  return rows.map(toNote)
}

function select(db: Db, userId: string) {
  return db
    .selectFrom('question_notes')
    .select(['question_id as questionId', 'certification_id as certificationId', 'text', 'changed_at as changedAt'])
    .where('user_id', '=', userId)
}

async function listByIds(db: Db, userId: string, questionIds: readonly string[]): Promise<QuestionNote[]> {
  return (await select(db, userId).where('question_id', 'in', questionIds).execute()).map(toNote)
}

function toNote({ changedAt, ...note }: Omit<QuestionNote, 'changedAt'> & { changedAt: Date }): QuestionNote {
  return { ...note, changedAt: changedAt.getTime() }
}

async function countNotes(db: Db, userId: string): Promise<number> {
  const query = db
    .selectFrom('question_notes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).count
}

async function saveNotes(transaction: Db, userId: string, notes: readonly QuestionNote[], now: Date): Promise<void> {
  if (notes.length === 0) return
  await transaction
    .insertInto('question_notes')
    .values(
      notes.map(({ questionId, certificationId, text, changedAt }) => ({
        user_id: userId,
        question_id: questionId,
        certification_id: certificationId,
        text,
        changed_at: new Date(changedAt),
        saved_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'question_id']).doUpdateSet(insertedValues(['certification_id', 'text', 'changed_at', 'saved_at'])),
    )
    .execute()
}
