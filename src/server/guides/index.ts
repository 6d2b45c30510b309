/** The public API of this area. */
export { factPattern } from './guide-lint.ts'
export type { ExamFact } from './guide-lint.ts'
export { preventIdBreaks } from './guide-markdown.ts'
export { listGuideCertifications, readGuides } from './guides.ts'
export type { Guide } from './guides.ts'
