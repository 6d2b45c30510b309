/** The log line of a request, and the response to a failed request. */
import { createReference, withLogContext, type Log } from '#server/log.ts'
import type { PlainRequest } from '#server/http/plain-request.ts'

/** `reference` identifies the request in the log and in error messages. See `docs/decisions/0010-references.md`. */
export type Application = (request: Request, nonce: string, reference: string) => Promise<Response>

export type RequestHandler = (request: Request, nonce: string) => Promise<Response>

const savePath = /^\/api\/attempts\/[^/]+\/moves$/

/** Gives every request a reference and logs it: failures as `warn`, reads and successful saves as `debug`, other requests as `info`. */
export function withLogging(application: Application, log: Log): RequestHandler {
  return async (request, nonce) => {
    const startedAt = performance.now()
    const reference = createReference()
    const path = new URL(request.url).pathname
    const requestLog = withLogContext(log, { reference, method: request.method, path })
    const response = await application(request, nonce, reference).catch((error: unknown) => {
      requestLog.error({ error }, 'The application failed')
      return new Response(`${errorText(reference)}\n`, { status: 500, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    })
    logHandled(requestLog, request, { status: response.status, isSave: savePath.test(path), startedAt })
    return response
  }
}

type Handled = { status: number; isSave: boolean; startedAt: number }

export function logHandled(
  requestLog: Log,
  { method, signal }: Pick<PlainRequest, 'method' | 'signal'>,
  { status, isSave, startedAt }: Handled,
): void {
  // If the client has disconnected, React Router returns 500. This is not a failure, so the line says `aborted`, like the metrics.
  const isFailure = status >= 500 && status !== 503 && !signal.aborted
  const isRead = method === 'GET' || method === 'HEAD'
  // Every answer of a candidate is saved, so logging each save would fill the log. The metrics count saves.
  const isRoutine = isRead || (isSave && status === 200)
  const level = isFailure ? 'warn' : isRoutine ? 'debug' : 'info'
  const context = { status, ...(signal.aborted && { aborted: true }), durationMs: Math.round(performance.now() - startedAt) }
  requestLog[level](context, 'Request handled')
}

export function errorText(reference: string): string {
  return `Something went wrong on our side. Please try again. If you contact us about it, include this reference: ${reference}.`
}
