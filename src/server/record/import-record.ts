/**
 * Imports a learner record into a member's account. Attempts that are already in the account stay as they are, so importing a record twice,
 * or again after an interruption, adds only what is missing. The attempts become the member's, even if the record is another person's.
 */
import type { Kysely } from 'kysely'
import type { ImportSummary } from '#exam/record-import.ts'
import type { Tables } from '#server/db/tables.ts'
import { yieldToRequests } from '#server/db/yield-to-requests.ts'
import { inBatches } from '#server/platform/in-batches.ts'
import { listStoredAttempts, writeAttempts } from '#server/record/import-attempts.ts'
import { importNotes, importPlans, planNotes, planPlans } from '#server/record/import-plans.ts'
import { matchQuestions } from '#server/record/match-questions.ts'
import type { LearnerRecord } from '#server/record/read-record.ts'
import { measureImports } from '#server/practice/index.ts'

export type ImportRefusal = 'RECORD_FULL' | 'TOO_MANY_NOTES'

/** Limits per member, over all imports. The length is that of the imported questions as JSON, in characters. */
const importedAttemptsMax = 5_000
const importedQuestionsMax = 10_000
const importedLengthMax = 50_000_000

const attemptsPerTransaction = 20

/** With `isDryRun`, only reports what would be imported. Otherwise, imports it, with at most `attemptsPerTransaction` attempts per transaction. */
export async function importRecord(
  db: Kysely<Tables>,
  { userId, record, isDryRun }: { userId: string; record: LearnerRecord; isDryRun: boolean },
  now: Date,
): Promise<{ ok: true; summary: ImportSummary } | { ok: false; refusal: ImportRefusal }> {
  const targets = await listStoredAttempts(db, userId, record.attempts)
  const planned = record.attempts.flatMap((imported, index) => {
    const id = targets[index]
    return id === undefined ? [] : [{ ...imported, id }]
  })
  const matches = await matchQuestions(db, record.questions)
  const kept = new Set(planned.flatMap(({ texts = [] }) => texts).filter((key) => key !== null && !matches.has(key)))
  const notes = await planNotes(db, userId, record.questionNotes)
  const plans = await planPlans(db, userId, record)
  const summary: ImportSummary = {
    attempts: { added: planned.length, existing: record.attempts.length - planned.length, leftOut: record.leftOut },
    keptQuestions: kept.size,
    notes: { added: notes.length, existing: record.questionNotes.length - notes.length },
    examDates: { added: plans.examDates.length, existing: plans.existingDates },
    renewalDates: { added: plans.renewalDates.length, existing: plans.existingRenewals },
  }
  const before = await measureImports(db, userId)
  const keptLength = [...kept].reduce((sum, key) => sum + JSON.stringify(record.questions.get(key ?? '')).length, 0)
  if (
    before.attempts + planned.length > importedAttemptsMax ||
    before.questions + kept.size > importedQuestionsMax ||
    before.length + keptLength > importedLengthMax
  )
    return { ok: false, refusal: 'RECORD_FULL' }
  if (isDryRun) return { ok: true, summary }
  if (!(await importNotes(db, userId, notes, now))) return { ok: false, refusal: 'TOO_MANY_NOTES' }
  await importPlans(db, userId, plans, now)
  for (const attempts of inBatches(planned, attemptsPerTransaction)) {
    await writeAttempts(db, { userId, attempts, questions: record.questions, matches }, now)
    await yieldToRequests()
  }
  return { ok: true, summary }
}
