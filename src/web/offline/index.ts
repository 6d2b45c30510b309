/** What other areas may use. */
export { KeepExam } from './save-exam.tsx'
export { KeptList } from './saved-exams.tsx'
export { startWorker } from './worker.ts'
