/** Answers requests for unknown addresses under `/api`. */
import { problem } from '#web/http/problem.ts'

export function loader() {
  return problem(
    404,
    'No such address',
    'The available addresses are /api/certifications, /api/certifications/:id, /api/questions?exam_id= and /api/case-studies/:id.',
  )
}

export const action = loader
