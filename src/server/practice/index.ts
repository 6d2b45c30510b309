/** What other areas may use. */
export {
  addAttempt,
  adoptAttempt,
  appendMoves,
  entriesMax,
  findAttempt,
  findInProgress,
  findLatestAttempt,
  finishExpired,
  keepStart,
  movesMax,
  questionsMax,
  readEntries,
} from './attempts.ts'
export type { AppendResult, AttemptOwner, StoredAttempt } from './attempts.ts'
export { listAttempts, removeAttempt, removePractice } from './history.ts'
export type { AttemptPage, ListedAttempt } from './history.ts'
export { findPinnedSkillArea, pinQuestions, readPinnedCaseStudies, readPinnedQuestions } from './pinned-questions.ts'
export { createRateLimiter } from './rate-limiter.ts'
