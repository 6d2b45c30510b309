/** The public API of this area. */
export { SaveExam } from './save-exam.tsx'
export { SavedExams } from './saved-exams.tsx'
