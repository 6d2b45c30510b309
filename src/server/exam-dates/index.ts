/** The public API of this area. */
export { listExamDates, findLocalToday, removeExamDate, saveExamDate } from './exam-dates.ts'
export type { ExamDate, ExamDateProblems } from './exam-dates.ts'
