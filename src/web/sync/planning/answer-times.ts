/** The time spent on each question of an attempt on this device. See `exam/planning/pace.ts`. */
import type { Attempt } from '#exam/attempt.ts'
import { movesOf } from '#exam/moves.ts'
import { measureAnswers, measureQuestion } from '#exam/planning/pace.ts'
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { openPageJournal } from '#web/sync/journal.ts'

/** Milliseconds by question id, for each answered question of an attempt. Empty if the attempt is not on this device. */
export async function readAnswerTimes(owner: DeviceOwner, attemptId: string): Promise<ReadonlyMap<string, number>> {
  const { journal } = await openPageJournal(owner)
  return measureAnswers(movesOf(await journal.transact('readonly', (stores) => stores.listEntries(attemptId, 0))))
}

/** Milliseconds that a question of the latest attempt at a set was on screen, up to the last recorded move. */
export async function readQuestionTime(
  { certificationId, set }: Pick<Attempt, 'certificationId' | 'set'>,
  questionId: string,
): Promise<number> {
  const { journal } = await openPageJournal()
  return measureQuestion((await journal.latest(certificationId, set))?.moves ?? [], questionId)
}
