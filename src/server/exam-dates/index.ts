/** The public API of this area. */
export { listExamDates, findLocalToday, removeExamDate, saveExamDate, type ExamDate, type ExamDateProblems } from './exam-dates.ts'
