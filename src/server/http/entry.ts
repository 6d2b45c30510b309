/**
 * The HTTP entry: guard → static files → page cache → application. Everything before the application works on the raw
 * request; the application is a function from a `Request` to a `Response` and knows nothing of sockets.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createRequest } from '@remix-run/node-fetch-server'
import { makeNonce, policyWithNonce, policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import type { ThirdPartyOrigins } from '#server/http/csp.ts'
import { clientAddressHeader, clientAddressOf } from '#server/http/client-address.ts'
import { originOf } from '#server/config.ts'
import { acceptedEncodings, compressFor } from '#server/http/encoding.ts'
import { hostsOf, pathOf, refusalOf } from '#server/http/guard.ts'
import { buildHeader, makePageCache, properAddressOf } from '#server/http/page-cache.ts'
import { sendStaticFile } from '#server/http/static-files.ts'
import type { StaticFiles } from '#server/http/static-files.ts'
import { logWith, makeReference } from '#server/log.ts'
import type { Log } from '#server/log.ts'

/** `reference` names the request towards people and in the log, see `docs/decisions/0010-references.md`. */
export type Application = (request: Request, nonce: string, reference: string) => Promise<Response>

type Entry = {
  application: Application
  /** Fingerprint of the files for browsers; answers of the application carry it, so that the worker can tell a release. */
  build: string
  files: StaticFiles
  readPublication: () => Promise<number>
  port: number
  publicOrigin: string | undefined
  /** Proxies whose word about the client's address is believed. */
  trustedProxies: BlockList
  /** Other sites that pages made for one request may use. */
  readGuests: () => ThirdPartyOrigins
  log: Log
}

/** A server that is not listening yet. `origin` is where people reach it, without a slash at the end. */
export function makeEntry(entry: Entry): { server: Server; origin: string } {
  const { application, build, files, readPublication, port, publicOrigin, trustedProxies, readGuests, log } = entry
  const origin = originOf(entry)
  const hosts = hostsOf(port, publicOrigin)
  const transport = origin.startsWith('https:') ? 'max-age=31536000' : undefined
  const answer = logged(application, log)
  const cache = makePageCache({ render: (address) => renderPage(answer, origin, address), readPublication, build, log })

  const answerSlowly = async (request: IncomingMessage, response: ServerResponse) => {
    const proper = properAddressOf(request)
    if (proper) return sendText(response, 301, 'This page has moved.', { Location: proper, 'Cache-Control': 'public, max-age=3600' })
    if (!(await cache.sendRendered(request, response))) await sendApplication(request, response)
  }

  const sendApplication = async (request: IncomingMessage, response: ServerResponse) => {
    const nonce = makeNonce()
    // Whatever a client writes under this name goes no further.
    request.headers[clientAddressHeader] = clientAddressOf(request, trustedProxies)
    const addressed = publicOrigin ? { protocol: new URL(publicOrigin).protocol, host: new URL(publicOrigin).host } : {}
    const asked = withoutAbsentBody(createRequest(request, response, addressed), request)
    const made = await answer(asked, nonce)
    const isHtml = made.headers.get('Content-Type')?.startsWith('text/html') ?? false
    for (const [name, value] of Object.entries(securityHeaders(isHtml ? policyWithNonce(nonce, readGuests()) : policyWithoutScripts)))
      if (name !== referrerPolicy || !made.headers.has(name)) made.headers.set(name, value)
    made.headers.set(buildHeader, build)
    if (!made.headers.has('Cache-Control')) made.headers.set('Cache-Control', 'no-store')
    // What is not for everybody's cache is for one person or for programs, and not for search engines.
    if (!made.headers.get('Cache-Control')?.startsWith('public')) made.headers.set('X-Robots-Tag', 'noindex')
    if (!request.complete) discard(request, asked)
    await (isStreamed(made) ? sendStream : sendResponse)(made, request, response)
  }

  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    if (transport) response.setHeader('Strict-Transport-Security', transport)
    const refusal = refusalOf(request, hosts)
    if (refusal) {
      log.debug({ method: request.method, path: pathOf(request.url ?? ''), status: refusal.status }, 'Refused')
      return sendText(response, refusal.status, refusal.text, { Connection: 'close', ...refusal.headers })
    }
    // What is in memory goes out at once: these are nearly all requests.
    if (sendStaticFile(files, request, response) || cache.sendKept(request, response)) return
    answerSlowly(request, response).catch((error: unknown) => {
      const reference = makeReference()
      log.error({ reference, method: request.method, path: pathOf(request.url ?? ''), error }, 'An answer could not be sent')
      if (response.headersSent) response.destroy()
      else sendText(response, 500, apology(reference))
    })
  })
  return { server, origin }
}

/** A page whose address is a secret may say less to other sites than every page does. */
const referrerPolicy = 'Referrer-Policy'

type Answer = (request: Request, nonce: string) => Promise<Response>

/** The application with a reference for every request, and a line in the log for those that fail or could change something. */
function logged(application: Application, log: Log): Answer {
  return async (request, nonce) => {
    const startedAt = performance.now()
    const reference = makeReference()
    const known = logWith(log, { reference, method: request.method, path: new URL(request.url).pathname })
    const response = await application(request, nonce, reference).catch((error: unknown) => {
      known.error({ error }, 'The application failed')
      return new Response(`${apology(reference)}\n`, { status: 500, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    })
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The framework answers 500 to somebody who has gone, which is no fault of ours.
    const level = response.status >= 500 && !request.signal.aborted ? 'warn' : isRead ? 'debug' : 'info'
    known[level]({ status: response.status, durationMs: Math.round(performance.now() - startedAt) }, 'Answered')
    return response
  }
}

function apology(reference: string): string {
  return `Something went wrong on our side. Please try again. If you write to us about it, name this reference: ${reference}.`
}

/** A public page as anybody gets it: without cookies, without a query that the server does not read. */
async function renderPage(answer: Answer, origin: string, address: string) {
  const nonce = makeNonce()
  const response = await answer(new Request(origin + address, { headers: { Accept: 'text/html' } }), nonce)
  const type = response.headers.get('Content-Type') ?? ''
  const isPage = /^(?:text\/html|application\/xml)\b/.test(type) && !response.headers.has('Set-Cookie')
  return isPage ? { status: response.status, type, text: await response.text(), nonce } : undefined
}

async function sendResponse(made: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const identity = Buffer.from(await made.arrayBuffer())
  // Images are compressed as they are.
  const isImage = made.headers.get('Content-Type')?.startsWith('image/') ?? false
  const { body, encoding } = compressFor(identity, isImage ? undefined : request.headers['accept-encoding'])
  const hasBody = made.status !== 204 && made.status !== 304
  // The application takes the body away itself when nobody wants it, and then how long it was is not known here.
  const isLengthKnown = hasBody && (request.method !== 'HEAD' || body.length > 0)
  response.writeHead(made.status, { ...headersOf(made, encoding), ...(isLengthKnown && { 'Content-Length': body.length }) })
  response.end(request.method === 'HEAD' || !hasBody ? undefined : body)
}

/** Node ends the stream of a body that is not there without a word, and whoever read it would wait for ever. */
function withoutAbsentBody(asked: Request, { headers }: IncomingMessage): Request {
  if (!asked.body || headers['content-length'] !== undefined) return asked
  return new Request(asked.url, { method: asked.method, headers: asked.headers, signal: asked.signal })
}

/** Downloads and lines of progress, which may be long: they are sent while they are made. */
function isStreamed({ headers }: Response): boolean {
  return typeOf(headers) === 'application/x-ndjson' || headers.get('Content-Disposition')?.startsWith('attachment') === true
}

/** Sends at the pace of the reader; whoever goes away ends the making, too. */
async function sendStream(made: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A compressor would hold back lines of progress, and archives are compressed already.
  const isPacked = typeOf(made.headers) === 'application/json' && acceptedEncodings(request.headers['accept-encoding']).includes('gzip')
  response.writeHead(made.status, headersOf(made, isPacked ? 'gzip' : undefined))
  if (request.method === 'HEAD' || !made.body) {
    response.end()
    return made.body?.cancel()
  }
  const body = Readable.fromWeb(made.body as NodeReadableStream)
  await (isPacked ? pipeline(body, createGzip(), response) : pipeline(body, response)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

function typeOf(headers: Headers): string | undefined {
  return headers.get('Content-Type')?.split(';', 1)[0]
}

function headersOf(made: Response, encoding: string | undefined): Record<string, string | string[]> {
  const cookies = made.headers.getSetCookie()
  const headers = Object.fromEntries([...made.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-length'))
  return {
    ...headers,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  }
}

/** Takes in and throws away what was sent and nobody read: until all is sent, most senders do not look at the answer. */
function discard(request: IncomingMessage, asked: Request): void {
  if (!asked.body || asked.body.locked) return
  // Whoever went away has ended the stream, and there is nothing left to take in.
  asked.body.cancel().then(
    () => request.resume(),
    () => undefined,
  )
}

function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
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
