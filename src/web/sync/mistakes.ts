/** Makes a run of the questions that were not answered correctly. */
import { startAttempt } from '#web/sync/start-attempt.ts'

/** Begins a new run of the `mistakes` set, so that the exam page finds it. An earlier one stays in the journal. */
export function startMistakesAttempt(certificationId: string, questionIds: readonly string[]): Promise<void> {
  return startAttempt(certificationId, 'mistakes', questionIds)
}
