/** The functions and types that other areas may use. */
export { listExamDates, findLocalToday, removeExamDate, saveExamDate } from './exam-dates.ts'
export type { ExamDate, ExamDateProblems } from './exam-dates.ts'
