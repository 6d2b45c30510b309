/** What other areas may use. */
export { SaveExam } from './save-exam.tsx'
export { SavedExams } from './saved-exams.tsx'
