/** The public API of this area. */
export { ExamDatesSection } from './exam-dates-section.tsx'
