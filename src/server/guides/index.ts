/** The public API of this area. */
export { factPattern, type ExamFact } from './guide-lint.ts'
export type { Drawing } from './guide-drawings.ts'
export { findGuideQuestion, findQuestionProblems, listTranslatedCertifications } from './guide-questions.ts'
export { preventIdBreaks } from './guide-markdown.ts'
export { listGuideCertifications, readGuides, storeGuides, type FindStoredGuides, type Guide } from './guides.ts'
