/** What other areas may use. */
export { ExamPoints } from './exam-points.tsx'
