/**
 * The HTTP entry: guard → static files → page cache → application. Everything before the application works on the raw
 * request; the application is a function from a `Request` to a `Response` and knows nothing of sockets.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createRequest } from '@remix-run/node-fetch-server'
import { makeNonce, policyWithNonce, policyWithoutScripts, securityHeaders } from '#server/http/csp.ts'
import { compressFor } from '#server/http/encoding.ts'
import { hostsOf, refusalOf } from '#server/http/guard.ts'
import { makePageCache } from '#server/http/page-cache.ts'
import { sendStaticFile } from '#server/http/static-files.ts'
import type { StaticFiles } from '#server/http/static-files.ts'

export type Application = (request: Request, nonce: string) => Promise<Response>

type Entry = {
  application: Application
  files: StaticFiles
  readPublication: () => Promise<number>
  port: number
  publicOrigin: string | undefined
}

/** A server that is not listening yet. `origin` is where people reach it, without a slash at the end. */
export function makeEntry({ application, files, readPublication, port, publicOrigin }: Entry): { server: Server; origin: string } {
  const origin = publicOrigin ?? `http://localhost:${port}`
  const hosts = hostsOf(port, publicOrigin)
  const transport = origin.startsWith('https:') ? 'max-age=31536000' : undefined
  const cache = makePageCache({ render: (address) => renderPage(application, origin, address), readPublication })

  const answerSlowly = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await cache.sendRendered(request, response))) await sendApplication(request, response)
  }

  const sendApplication = async (request: IncomingMessage, response: ServerResponse) => {
    const nonce = makeNonce()
    const addressed = publicOrigin ? { protocol: new URL(publicOrigin).protocol, host: new URL(publicOrigin).host } : {}
    const made = await application(createRequest(request, response, addressed), nonce)
    const isHtml = made.headers.get('Content-Type')?.startsWith('text/html') ?? false
    for (const [name, value] of Object.entries(securityHeaders(isHtml ? policyWithNonce(nonce) : policyWithoutScripts)))
      made.headers.set(name, value)
    if (!made.headers.has('Cache-Control')) made.headers.set('Cache-Control', 'no-store')
    await sendResponse(made, request, response)
  }

  const server = createServer({ optimizeEmptyRequests: true }, (request, response) => {
    if (transport) response.setHeader('Strict-Transport-Security', transport)
    const refusal = refusalOf(request, hosts)
    if (refusal) return sendText(response, refusal.status, refusal.text, { Connection: 'close', ...refusal.headers })
    // What is in memory goes out at once: these are nearly all requests.
    if (sendStaticFile(files, request, response) || cache.sendKept(request, response)) return
    answerSlowly(request, response).catch((error: unknown) => {
      console.error(`${request.method} ${request.url} failed:`, error)
      if (response.headersSent) response.destroy()
      else sendText(response, 500, 'Something went wrong on our side. Please try again.')
    })
  })
  return { server, origin }
}

/** A public page as anybody gets it: without cookies, without a query that the server does not read. */
async function renderPage(application: Application, origin: string, address: string) {
  const nonce = makeNonce()
  const response = await application(new Request(origin + address, { headers: { Accept: 'text/html' } }), nonce)
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
