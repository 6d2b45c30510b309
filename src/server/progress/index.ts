/** The public API of this area. */
export {
  readActiveMs,
  readCertificationProgress,
  readProgressOverview,
  type FinishedAttempt,
  type PracticedCertification,
  type ProgressOverview,
} from './progress.ts'
export { listKnowledge } from './question-knowledge.ts'
