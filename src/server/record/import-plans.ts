/** Imports from a record: notes, dates, and the exam that the member prepares for. Only newer notes replace data in the account. */
import type { Kysely } from 'kysely'
import { notesPerRequestMax, type QuestionNote } from '#exam/notes.ts'
import { isRenewable } from '#exam/certification.ts'
import { listCertificationRows, readCertification } from '#server/catalogue/index.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { listNotes, syncNotes } from '#server/notes/index.ts'
import { addRenewalDates } from '#server/exam-dates/index.ts'
import type { RecordFile } from '#server/record/record-file.ts'
import { reschedule } from '#server/review/index.ts'

type Plans = Pick<RecordFile, 'examDates' | 'renewalDates' | 'preparingFor'>

/** The notes that the account does not have, or has in an older version. */
export async function planNotes(db: Db, userId: string, notes: RecordFile['questionNotes']): Promise<QuestionNote[]> {
  if (notes.length === 0) return []
  const stored = new Map((await listNotes(db, userId)).map((note) => [note.questionId, note.changedAt]))
  return notes
    .map(({ question, certification, text, changedAt }) => ({
      questionId: question,
      certificationId: certification,
      text,
      changedAt: changedAt.getTime(),
    }))
    .filter(({ questionId, changedAt }) => (stored.get(questionId) ?? -1) < changedAt)
}

/** @returns `false` if the account would have too many notes; some of the new ones may have been added */
export async function importNotes(db: Kysely<Tables>, userId: string, notes: readonly QuestionNote[], now: Date): Promise<boolean> {
  const at = now.getTime()
  for (const some of inBatches(notes, notesPerRequestMax)) {
    if (!(await syncNotes(db, userId, { since: at, sentAt: at, notes: some }, now)).ok) return false
  }
  return true
}

/**
 * What to import: dates for certifications of this site that have none in the account, and the exam that the member prepares for, if the account has
 * none. `existingDates` and `existingRenewals` count the dates that the account already has.
 */
export async function planPlans(
  db: Db,
  userId: string,
  { examDates, renewalDates, preparingFor }: Plans,
): Promise<Plans & { existingDates: number; existingRenewals: number }> {
  const listStored = async (table: 'exam_dates' | 'renewal_dates') => {
    const rows = await db.selectFrom(table).select('certification_id').where('user_id', '=', userId).execute()
    return new Set(rows.map(({ certification_id }) => certification_id))
  }
  const there = await listStored('exam_dates')
  const renewalsThere = await listStored('renewal_dates')
  const certifications = (await listCertificationRows(db)).map(readCertification)
  const known = new Set(certifications.map(({ id }) => id))
  const renewable = new Set(certifications.filter(isRenewable).map(({ id }) => id))
  const profile = await db.selectFrom('user_profiles').select('preparing_for').where('id', '=', userId).executeTakeFirst()
  const isWanted = preparingFor !== null && (profile?.preparing_for ?? null) === null && (preparingFor === '' || known.has(preparingFor))
  const possible = examDates.filter(({ certification }) => known.has(certification))
  const added = possible.filter(({ certification }) => !there.has(certification))
  const possibleRenewals = renewalDates.filter(({ certification }) => renewable.has(certification))
  const addedRenewals = possibleRenewals.filter(({ certification }) => !renewalsThere.has(certification))
  return {
    examDates: added,
    existingDates: possible.length - added.length,
    renewalDates: addedRenewals,
    existingRenewals: possibleRenewals.length - addedRenewals.length,
    preparingFor: isWanted ? preparingFor : null,
  }
}

export async function importPlans(
  db: Kysely<Tables>,
  userId: string,
  { examDates, renewalDates, preparingFor }: Plans,
  now: Date,
): Promise<void> {
  await transact(db, async (transaction) => {
    if (preparingFor !== null)
      await transaction
        .insertInto('user_profiles')
        .values({ id: userId, preparing_for: preparingFor })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ preparing_for: preparingFor }))
        .execute()
    await addRenewalDates(
      transaction,
      userId,
      renewalDates.map(({ certification, endsOn, reminds }) => ({ certificationId: certification, day: endsOn, reminds })),
      now,
    )
    if (examDates.length === 0) return
    await transaction
      .insertInto('exam_dates')
      .values(
        examDates.map(({ certification, examOn, outcome }) => ({
          user_id: userId,
          certification_id: certification,
          exam_on: examOn,
          outcome,
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'certification_id']).doNothing())
      .execute()
    for (const { certification } of examDates) await reschedule(transaction, userId, certification, now)
  })
}
