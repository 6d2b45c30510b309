/** The entry module: what other areas may import. */
export { ExamDatesSection } from './exam-dates-section.tsx'
