/** `GET /health/live`: whether the process responds. Does not query the database. */
import { json } from '#web/http/problem.ts'

export function loader() {
  return json({ status: 'ok' })
}
