/** Sends a `Response` of the application over the connection. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import { acceptedEncodings, compressFor } from '#server/http/encoding.ts'

/** Seconds after which to retry a request that the server could not handle, for example because the database was unavailable. */
export const retryAfterSeconds = '5'

/** Sends the response, compressed if that helps and the client accepts it. Downloads and streams of lines are sent while they are created. */
export function sendResponse(webResponse: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return (isStreamed(webResponse) ? sendStream : sendBody)(webResponse, request, response)
}

/** Sends a short plain text with the security headers. */
export function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const body = `${text}\n`
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...securityHeaders(policyWithoutScripts),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(body)
}

/** Removes the body from a request without Content-Length. Node would end its stream without an event, so reading the body would hang. */
export function withoutMissingBody(webRequest: Request, { headers }: IncomingMessage): Request {
  if (!webRequest.body || headers['content-length'] !== undefined) return webRequest
  return new Request(webRequest.url, { method: webRequest.method, headers: webRequest.headers, signal: webRequest.signal })
}

/** Reads and discards a body that the application did not read. Most clients read the response only after sending the whole body. */
export function discardBody(request: IncomingMessage, webRequest: Request): void {
  if (!webRequest.body || webRequest.body.locked) return
  // If the client has disconnected, the stream has failed and there is nothing left to read.
  webRequest.body.cancel().then(
    () => request.resume(),
    () => undefined,
  )
}

/**
 * Reads and discards the rest of a body after the response. Otherwise, a body that the application has opened but not read, as React Router
 * does, would block the next request of the connection.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.removeAllListeners('data')
  request.resume()
}

function isStreamed({ headers }: Response): boolean {
  return mediaTypeOf(headers) === 'application/x-ndjson' || headers.get('Content-Disposition')?.startsWith('attachment') === true
}

async function sendBody(webResponse: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const identity = Buffer.from(await webResponse.arrayBuffer())
  // Image formats are already compressed.
  const isImage = webResponse.headers.get('Content-Type')?.startsWith('image/') ?? false
  const { body, encoding } = await compressFor(identity, isImage ? undefined : request.headers['accept-encoding'])
  const hasBody = webResponse.status !== 204 && webResponse.status !== 304
  // For a HEAD request, the application may have removed the body, and then its length is unknown.
  const isLengthKnown = hasBody && (request.method !== 'HEAD' || body.length > 0)
  response.writeHead(webResponse.status, { ...headersOf(webResponse, encoding), ...(isLengthKnown && { 'Content-Length': body.length }) })
  response.end(request.method === 'HEAD' || !hasBody ? undefined : body)
}

/** Sends at the pace of the client. If the client disconnects, the source of the stream is canceled. */
async function sendStream(webResponse: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A compressor would delay lines of progress, and archives are already compressed.
  const isCompressed =
    mediaTypeOf(webResponse.headers) === 'application/json' && acceptedEncodings(request.headers['accept-encoding']).includes('gzip')
  response.writeHead(webResponse.status, headersOf(webResponse, isCompressed ? 'gzip' : undefined))
  if (request.method === 'HEAD' || !webResponse.body) {
    response.end()
    return webResponse.body?.cancel()
  }
  const body = Readable.fromWeb(webResponse.body as NodeReadableStream)
  await (isCompressed ? pipeline(body, createGzip(), response) : pipeline(body, response)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('Content-Type')?.split(';', 1)[0]
}

function headersOf(webResponse: Response, encoding: string | undefined): Record<string, string | string[]> {
  const cookies = webResponse.headers.getSetCookie()
  const headers = Object.fromEntries([...webResponse.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-length'))
  return {
    ...headers,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  }
}
