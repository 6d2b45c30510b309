/** The functions and types that other areas may use. */
export { readActiveMs, readCertificationProgress, readProgressOverview } from './progress.ts'
export type { PracticedCertification, ProgressOverview } from './progress.ts'
export { listKnowledge } from './question-knowledge.ts'
