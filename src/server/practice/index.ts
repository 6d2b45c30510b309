/** The public API of this area. */
export { adoptAttempt } from './adoption.ts'
export { appendMoves } from './append-moves.ts'
export { finishExpired } from './deadline.ts'
export { listAttempts, removeAttempt, removePractice } from './history.ts'
export type { AttemptPage, ListedAttempt } from './history.ts'
export { findPinnedSkillArea, listPinnedCaseStudies, listPinnedQuestions, pinQuestions } from './pinned-questions.ts'
export { findAttempt, findLatestAttempt, findSimulationInProgress, insertAttempt, listEntries, saveMoves } from './store.ts'
export type { AttemptOwner, StoredAttempt } from './store.ts'
