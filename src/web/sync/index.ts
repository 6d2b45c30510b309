/** What other areas may use. */
export type { ControlledAttempt, StorageProblem } from '#exam/sync/attempt-sync.ts'
export type { DeviceOwner } from '#exam/sync/device-journal.ts'
export type { SyncRefusal } from '#exam/sync/send-schedule.ts'
export { ownerHeaders, postMoves, responseTimeoutMs } from './attempt-api.ts'
export type { ServerAttempt } from './attempt-api.ts'
export { isFromThisPage, openAttemptChannel, postAttemptsGone } from './attempt-channel.ts'
export { openAttempt, openPageAttempt } from './attempt-controller.ts'
export type { AttemptController } from './attempt-controller.ts'
export { clearDeviceOnSignOut, flushAttempts } from './clear-device-on-sign-out.ts'
export { countAnswers } from './count-answers.ts'
export {
  findAttemptRow,
  findLatestAttemptOnDevice,
  findLatestAttemptRow,
  importAttempt,
  removeAttempts,
  startAttempt,
} from './device-attempts.ts'
export { adoptGuestAttempts, listGuestAttempts } from './guest-adoption.ts'
export type { AdoptionReport, SimulationAdoption } from './guest-adoption.ts'
export { createMemoryJournal, openPageJournal, readAllAttempts } from './journal.ts'
export type { Journal } from './journal.ts'
export { readKnownMember, rememberMember } from './known-member.ts'
export type { Member } from './known-member.ts'
export { getMoveSender } from './move-sender.ts'
export { isAttemptOpenFor } from './open-attempts.ts'
export { acknowledge, readBatch } from './unsent-moves.ts'
export { useControllerState } from './use-controller-state.ts'
export { loadMoveSender, loadSignOutCleanup } from './lazy.ts'
