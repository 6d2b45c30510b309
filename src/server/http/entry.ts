/**
 * The HTTP entry: guard → static files → page cache → application. Everything before the application works on the raw
 * request; the application is a function from a `Request` to a `Response` and knows nothing of sockets.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { createRequest } from '@remix-run/node-fetch-server'
import { makeNonce, policyWithNonce, policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import type { Guests } from '#server/http/csp.ts'
import { clientAddressHeader, clientAddressOf } from '#server/accounts/client-address.ts'
import { originOf } from '#server/config.ts'
import { compressFor } from '#server/http/encoding.ts'
import { hostsOf, refusalOf } from '#server/http/guard.ts'
import { makePageCache } from '#server/http/page-cache.ts'
import { sendStaticFile } from '#server/http/static-files.ts'
import type { StaticFiles } from '#server/http/static-files.ts'
import { logWith, makeReference } from '#server/log.ts'
import type { Log } from '#server/log.ts'

/** `reference` names the request towards people and in the log, see `docs/decisions/0010-references.md`. */
export type Application = (request: Request, nonce: string, reference: string) => Promise<Response>

type Entry = {
  application: Application
  files: StaticFiles
  readPublication: () => Promise<number>
  port: number
  publicOrigin: string | undefined
  /** Proxies whose word about the client's address is believed. */
  trustedProxies: BlockList
  /** Other sites that pages made for one request may use. */
  readGuests: () => Guests
  log: Log
}

/** A server that is not listening yet. `origin` is where people reach it, without a slash at the end. */
export function makeEntry(entry: Entry): { server: Server; origin: string } {
  const { application, files, readPublication, port, publicOrigin, trustedProxies, readGuests, log } = entry
  const origin = originOf(entry)
  const hosts = hostsOf(port, publicOrigin)
  const transport = origin.startsWith('https:') ? 'max-age=31536000' : undefined
  const answer = logged(application, log)
  const cache = makePageCache({ render: (address) => renderPage(answer, origin, address), readPublication, log })

  const answerSlowly = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await cache.sendRendered(request, response))) await sendApplication(request, response)
  }

  const sendApplication = async (request: IncomingMessage, response: ServerResponse) => {
    const nonce = makeNonce()
    // Whatever a client writes under this name goes no further.
    request.headers[clientAddressHeader] = clientAddressOf(request, trustedProxies)
    const addressed = publicOrigin ? { protocol: new URL(publicOrigin).protocol, host: new URL(publicOrigin).host } : {}
    const made = await answer(createRequest(request, response, addressed), nonce)
    const isHtml = made.headers.get('Content-Type')?.startsWith('text/html') ?? false
    for (const [name, value] of Object.entries(securityHeaders(isHtml ? policyWithNonce(nonce, readGuests()) : policyWithoutScripts)))
      made.headers.set(name, value)
    if (!made.headers.has('Cache-Control')) made.headers.set('Cache-Control', 'no-store')
    await sendResponse(made, request, response)
  }

  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    if (transport) response.setHeader('Strict-Transport-Security', transport)
    const refusal = refusalOf(request, hosts)
    if (refusal) {
      log.debug({ method: request.method, path: pathOf(request), status: refusal.status }, 'Refused')
      return sendText(response, refusal.status, refusal.text, { Connection: 'close', ...refusal.headers })
    }
    // What is in memory goes out at once: these are nearly all requests.
    if (sendStaticFile(files, request, response) || cache.sendKept(request, response)) return
    answerSlowly(request, response).catch((error: unknown) => {
      const reference = makeReference()
      log.error({ reference, method: request.method, path: pathOf(request), error }, 'An answer could not be sent')
      if (response.headersSent) response.destroy()
      else sendText(response, 500, apology(reference))
    })
  })
  return { server, origin }
}

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
    const level = response.status >= 500 ? 'warn' : isRead ? 'debug' : 'info'
    known[level]({ status: response.status, durationMs: Math.round(performance.now() - startedAt) }, 'Answered')
    return response
  }
}

function apology(reference: string): string {
  return `Something went wrong on our side. Please try again. If you write to us about it, name this reference: ${reference}.`
}

/** Without the query, which may hold what is nobody's business. */
function pathOf(request: IncomingMessage): string | undefined {
  return request.url?.split('?', 1)[0]
}

/** A public page as anybody gets it: without cookies, without a query that the server does not read. */
async function renderPage(answer: Answer, origin: string, address: string) {
  const nonce = makeNonce()
  const response = await answer(new Request(origin + address, { headers: { Accept: 'text/html' } }), nonce)
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') && !response.headers.has('Set-Cookie')
  return isPage ? { status: response.status, html: await response.text(), nonce } : undefined
}

async function sendResponse(made: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const identity = Buffer.from(await made.arrayBuffer())
  const { body, encoding } = compressFor(identity, request.headers['accept-encoding'])
  const cookies = made.headers.getSetCookie()
  const headers = Object.fromEntries([...made.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-length'))
  const hasBody = made.status !== 204 && made.status !== 304
  response.writeHead(made.status, {
    ...headers,
    Vary: 'Accept-Encoding',
    ...(hasBody && { 'Content-Length': body.length }),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  })
  response.end(request.method === 'HEAD' || !hasBody ? undefined : body)
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
