/** Restricts an address to some HTTP methods. */
import type { MiddlewareFunction } from 'react-router'
import { problem } from '#web/http/problem.ts'

type AllowedMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Middleware that responds with 405 to all methods except these. GET includes HEAD. */
export function allowMethods(...methods: AllowedMethod[]): MiddlewareFunction<Response> {
  const allowed: string[] = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return ({ request }) => (allowed.includes(request.method) ? undefined : refuseMethod(allowed))
}

function refuseMethod(allowed: readonly string[]): Response {
  const response = problem(405, 'Method not allowed', `Use ${allowed.join(' or ')} with this address.`)
  response.headers.set('Allow', allowed.join(', '))
  return response
}
