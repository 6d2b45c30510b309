/** The public API of this area. */
export { listDailyAnswers } from './daily-answers.ts'
export {
  countAreas,
  readActiveMs,
  readCertificationProgress,
  readProgressOverview,
  type FinishedAttempt,
  type PracticedCertification,
  type ProgressOverview,
} from './progress.ts'
export { listKnowledge } from './question-knowledge.ts'
