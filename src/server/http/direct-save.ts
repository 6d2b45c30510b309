/**
 * Answers saves by members without creating a `Request` or `Response` and without React Router, because these take several times as long as
 * saving. The rules of a save are the same as in its route. See `docs/decisions/0071-direct-saves.md`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buildHeader } from '#exam/public-pages.ts'
import { policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import { compressFor } from '#server/http/encoding.ts'
import { toPlainRequest, type PlainRequest } from '#server/http/plain-request.ts'
import { logHandled } from '#server/http/request-log.ts'
import { createReference, withLogContext, type Log } from '#server/log.ts'

/**
 * Returns the JSON of a response with status 200, or any other response. Returns `undefined`, before reading the body, if the application
 * must answer.
 */
export type AnswerSave = (request: PlainRequest, attemptId: string, reference: string) => Promise<object | Response | undefined>

type Options = {
  answerSave: AnswerSave
  build: string
  origin: string
  /** Sends a response of the application with the headers that every such response has. */
  sendOther: (webResponse: Response, request: IncomingMessage, response: ServerResponse) => Promise<void>
  log: Log
}

/** Addresses with ids in other forms are left to the application. */
const savePath = /^\/api\/attempts\/([\da-fA-F-]{36})\/moves$/

/** Returns a function that answers a save. It returns `false` when the application must answer. */
export function createSaveSender({ answerSave, build, origin, sendOther, log }: Options) {
  // The headers that `entry.ts` sets for a private response.
  const headers = {
    'Content-Type': 'application/json',
    ...securityHeaders(policyWithoutScripts),
    [buildHeader]: build,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    Vary: 'Accept-Encoding',
  }

  const sendSaved = async (saved: object, request: IncomingMessage, response: ServerResponse) => {
    const json = JSON.stringify(saved)
    const { body, encoding } = await compressFor(Buffer.from(json), request.headers['accept-encoding'])
    response.writeHead(200, { ...headers, ...(encoding && { 'Content-Encoding': encoding }), 'Content-Length': body.length })
    // Node sends a string together with the headers.
    response.end(encoding ? body : json)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const attemptId = request.method === 'POST' ? savePath.exec(request.url ?? '')?.[1] : undefined
    if (attemptId === undefined) return false
    const startedAt = performance.now()
    const reference = createReference()
    const plain = toPlainRequest(request, response, origin)
    const answer = await answerSave(plain, attemptId, reference).catch((error: unknown) => {
      if (plain.signal.aborted) return response
      throw error
    })
    if (answer === undefined) return false
    if (answer === response) return true
    const isOther = answer instanceof Response
    const status = isOther ? answer.status : 200
    logHandled(withLogContext(log, { reference, method: 'POST', path: request.url }), plain, { status, isSave: true, startedAt })
    // A refusal may be sent before the body has been read. Most clients read the response only after sending the whole body.
    if (isOther) request.resume()
    await (isOther ? sendOther(answer, request, response) : sendSaved(answer, request, response))
    return true
  }
}
