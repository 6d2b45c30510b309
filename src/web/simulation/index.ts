/** The public API of this area. */
export { ExamPoints } from './exam-points.tsx'
