/** What other areas may use. */
export { ExamDatesSection } from './exam-dates-section.tsx'
