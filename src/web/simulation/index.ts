/** The entry module: what other areas may import. */
export { ExamPoints } from './exam-points.tsx'
