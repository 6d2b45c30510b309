/** The public API of this area. */
export { adoptAttempt } from './adoption.ts'
export { appendMoves } from './append-moves.ts'
export { archiveMaintenance } from './archive.ts'
export { recountMaintenance } from './count-answers.ts'
export { findAttemptTranslations } from './attempt-translations.ts'
export { listAnswerTimes } from './answer-times.ts'
export { finishAllExpired, finishExpired } from './deadline.ts'
export {
  findLastPracticed,
  listOpenAttempts,
  listAttempts,
  listSimulationScores,
  removeAttempt,
  removePractice,
  type AttemptPage,
  type ListedAttempt,
} from './history.ts'
export { addImportedQuestions, measureImports, type ImportedQuestion } from './imported-questions.ts'
export { answerShape, createMoveShape, createQuestionSetShape, momentShape } from './move-shape.ts'
export { findPinnedSkillArea, listPinnedCaseStudies, listPinnedQuestions, listPinnedVersions, pinQuestions } from './pinned-questions.ts'
export { recordMoves } from './record-results.ts'
export { parseRecordedItem, parseStoredVersion } from './stored-version.ts'
export {
  findAttempt,
  findLatestAttempt,
  findSimulationInProgress,
  insertAttempt,
  listEntries,
  listEntriesOf,
  saveMoves,
  type AttemptOwner,
  type StoredAttempt,
} from './store.ts'
