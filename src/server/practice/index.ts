/** The public API of this area. */
export { adoptAttempt } from './adoption.ts'
export { appendMoves } from './append-moves.ts'
export { archiveMaintenance } from './archive.ts'
export { finishAllExpired, finishExpired } from './deadline.ts'
export {
  findLastPracticed,
  listOpenAttempts,
  listAttempts,
  removeAttempt,
  removePractice,
  type AttemptPage,
  type ListedAttempt,
} from './history.ts'
export { findPinnedSkillArea, listPinnedCaseStudies, listPinnedQuestions, pinQuestions } from './pinned-questions.ts'
export {
  findAttempt,
  findLatestAttempt,
  findSimulationInProgress,
  insertAttempt,
  listEntries,
  saveMoves,
  type AttemptOwner,
  type StoredAttempt,
} from './store.ts'
