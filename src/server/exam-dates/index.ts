/** What other areas may use. */
export { listExamDates, readToday, removeExamDate, saveExamDate } from './exam-dates.ts'
export type { ExamDate, ExamDateProblems } from './exam-dates.ts'
