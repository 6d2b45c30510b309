/** What other areas may use. */
export { openChannel } from './attempt-channel.ts'
export { openAttempt } from './attempt-controller.ts'
export type { AttemptController, ControlledAttempt, StorageProblem } from './attempt-controller.ts'
export { clearDeviceOnSignOut, flushAttempts } from './clear-device-on-sign-out.ts'
export { countAnswers } from './count-answers.ts'
export { journalInMemory, journalOfPage, readAllAttempts } from './journal.ts'
export type { Journal } from './journal.ts'
export { isInRun, readKnownMember, rememberMember, setOwnerOfPage } from './known-member.ts'
export type { DeviceOwner, Member } from './known-member.ts'
export { startMistakesAttempt } from './mistakes.ts'
export { answerTimeoutMs, senderOf } from './move-sender.ts'
export type { SyncRefusal } from './move-sender.ts'
export { findLatestAttemptOnDevice, startAttempt } from './start-attempt.ts'
export {
  acknowledge,
  adoptGuestAttempts,
  findLatestRow,
  findRow,
  forgetAttempts,
  headersOf,
  importAttempt,
  listGuestAttempts,
  readBatch,
} from './sync.ts'
export type { AdoptionReport, SentAnswer, ServerAttempt, SimulationAdoption } from './sync.ts'
export { loadMoveSender, loadSignOutCleanup } from './lazy.ts'
