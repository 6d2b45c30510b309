/** What other areas may use. */
export { openAttemptChannel } from './attempt-channel.ts'
export { openAttempt } from './attempt-controller.ts'
export type { AttemptController, ControlledAttempt, StorageProblem } from './attempt-controller.ts'
export { clearDeviceOnSignOut, flushAttempts } from './clear-device-on-sign-out.ts'
export { countAnswers } from './count-answers.ts'
export { createMemoryJournal, openPageJournal, readAllAttempts } from './journal.ts'
export type { Journal } from './journal.ts'
export { isAttemptOpenFor, readKnownMember, rememberMember, setPageOwner } from './known-member.ts'
export type { DeviceOwner, Member } from './known-member.ts'
export { startMistakesAttempt } from './mistakes.ts'
export { responseTimeoutMs, getMoveSender } from './move-sender.ts'
export type { SyncRefusal } from './move-sender.ts'
export { startAttempt } from './start-attempt.ts'
export { useLatestAttempt } from './use-latest-attempt.ts'
export {
  acknowledge,
  adoptGuestAttempts,
  findLatestAttemptRow,
  findAttemptRow,
  removeAttempts,
  ownerHeaders,
  importAttempt,
  listGuestAttempts,
  readBatch,
} from './sync.ts'
export type { AdoptionReport, ServerAttempt, SimulationAdoption } from './sync.ts'
export { loadMoveSender, loadSignOutCleanup } from './lazy.ts'
