/** Makes a run of the questions that were not answered correctly. */
import { journalOfPage } from '#web/exam/journal.ts'

/** Begins a new run of the `mistakes` set, so that the exam page finds it. An earlier one stays in the journal. */
export async function startMistakesRun(certificationId: string, questionIds: readonly string[]): Promise<void> {
  const { journal } = await journalOfPage()
  const before = await journal.latest(certificationId, 'mistakes')
  await journal.begin({ type: 'start', at: Date.now(), certificationId, set: 'mistakes', questionIds }, [], before?.id)
}
