/** Finishes an attempt without showing it. */
import type { QuestionSet } from '#exam/attempt.ts'
import { openPageAttempt } from '#web/sync/attempt-controller.ts'
import { countAnswers } from '#web/sync/count-answers.ts'
import { readKnownOwner } from '#web/sync/known-member.ts'

/**
 * Finishes the latest attempt at a question set on this device. The exam page then shows its results and sends them to the account.
 *
 * @throws when the storage does not save it
 */
export async function finishAttempt(certificationId: string, set: QuestionSet): Promise<void> {
  const owner = readKnownOwner()
  const now = Date.now()
  const counting = owner === null && { onFinished: countAnswers }
  const controller = await openPageAttempt(owner, { certificationId, set, questionIds: [], now, ...counting })
  controller.move({ type: 'finish', at: now })
  await new Promise<void>((resolve) => {
    const check = () => {
      if (controller.current().saved !== 'saving') resolve()
    }
    controller.subscribe(check)
    check()
  })
  controller.close()
  if (controller.current().problem) throw new Error('The finished attempt was not saved')
}
