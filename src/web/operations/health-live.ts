/** `GET /health/live`: whether the process responds. Does not query the database. */
import { allowMethods } from '#web/http/methods.ts'
import { json } from '#web/http/problem.ts'

export const middleware = [allowMethods('GET')]

export function loader() {
  return json({ status: 'ok' })
}
