/** `GET /health/live`: the process answers. Asks nothing of the database. */
import { json } from '#web/http/problem.ts'

export function loader() {
  return json({ status: 'ok' })
}
