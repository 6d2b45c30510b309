/** `GET /health/live`: the process answers. Asks nothing of the database. */
import { answer } from '#web/http/problem.ts'

export function loader() {
  return answer({ status: 'ok' })
}
