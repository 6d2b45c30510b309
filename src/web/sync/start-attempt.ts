/** Runs of sets that are known by their start alone: begun here, found by the exam page. */
import { foldJournal } from '#exam/attempt.ts'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { openPageJournal } from '#web/sync/journal.ts'

/** Begins a new run of the set with these questions. An earlier one stays in the journal. */
export async function startAttempt(certificationId: string, set: QuestionSet, questionIds: readonly string[]): Promise<void> {
  const { journal } = await openPageJournal()
  const before = await journal.latest(certificationId, set)
  await journal.begin({ type: 'start', at: Date.now(), certificationId, set, questionIds }, [], before?.id)
}

/** The latest run of a set on this device. */
export async function findLatestAttemptOnDevice(certificationId: string, set: QuestionSet): Promise<Attempt | undefined> {
  const { journal } = await openPageJournal()
  const recorded = await journal.latest(certificationId, set)
  return recorded && foldJournal(recorded.moves)
}
