/** Which attempts a candidate can resume: from the journals of the device and, for a member, from the account. */
import type { QuestionSet } from '#exam/attempt.ts'

/** An attempt that can be resumed on the exam page. `changedAt`: milliseconds since 1970, UTC. */
export type OpenAttempt = {
  readonly id: string
  readonly certificationId: string
  readonly set: QuestionSet
  /** The question on screen, from 1. */
  readonly position: number
  readonly questionCount: number
  /** How many questions have an answer. */
  readonly answered: number
  readonly changedAt: number
}

/** `isUnsent`: the account lacks moves of the attempt. */
export type DeviceAttempt = OpenAttempt & { readonly isFinished: boolean; readonly isUnsent: boolean }

/**
 * The attempts to resume, the most recently changed first. The account also has the moves of other devices, so the device's copy is used
 * only for attempts with unsent moves. `inAccount` is `undefined` for a guest, and when the account cannot be reached; then only the device
 * is used.
 */
export function listAttemptsToResume(
  onDevice: readonly DeviceAttempt[],
  inAccount: readonly OpenAttempt[] | undefined,
): readonly OpenAttempt[] {
  const local = inAccount ? onDevice.filter(({ isUnsent }) => isUnsent) : onDevice
  const isNewerHere = (attempt: OpenAttempt) => local.some(({ id }) => id === attempt.id)
  return [
    ...local.filter(({ isFinished, answered }) => !isFinished && answered > 0),
    ...(inAccount ?? []).filter((attempt) => !isNewerHere(attempt)),
  ].toSorted((a, b) => b.changedAt - a.changedAt)
}
