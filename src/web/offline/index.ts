/** The entry module: what other areas may import. */
export { SaveExam } from './save-exam.tsx'
export { SavedExams } from './saved-exams.tsx'
