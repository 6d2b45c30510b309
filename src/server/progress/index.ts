/** The public API of this area. */
export { readActiveMs, readCertificationProgress, readProgressOverview } from './progress.ts'
export type { PracticedCertification, ProgressOverview } from './progress.ts'
export { listKnowledge } from './question-knowledge.ts'
