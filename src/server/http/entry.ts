/**
 * The HTTP server: guard → metrics → responses in memory (static files, pages, chunks of banks) → other static files → saves → assets of
 * other builds → other chunks → pages to render → application. All but the last handle the raw request. The application is a function from a
 * `Request` to a `Response`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { createRequest } from '@remix-run/node-fetch-server'
import { hourMs } from '#exam/duration.ts'
import { buildHeader } from '#exam/public-pages.ts'
import { createNonce, policyWithNonce, policyWithoutScripts, securityHeaders, type ThirdPartyOrigins } from '#server/http/csp.ts'
import { clientAddressHeader, findClientAddress, networkOf } from '#server/http/client-address.ts'
import { siteOrigin } from '#server/config.ts'
import { isOutage, isOverload } from '#server/db/availability.ts'
import { createChunkSender, type FindChunk } from '#server/http/chunk-sender.ts'
import { createSaveSender, type AnswerSave } from '#server/http/direct-save.ts'
import { findRefusal, listOwnOrigins, pathOf } from '#server/http/guard.ts'
import { canonicalAddress, createPageCache } from '#server/http/page-cache.ts'
import { discardBody, discardRest, retryAfterSeconds, sendResponse, sendText, withoutMissingBody } from '#server/http/send-response.ts'
import { errorText, withLogging, type Application, type RequestHandler } from '#server/http/request-log.ts'
import type { SharedAssets } from '#server/http/shared-assets.ts'
import { limitSlowBody } from '#server/http/slow-body.ts'
import type { StaticFiles } from '#server/http/static-files.ts'
import { createReference, type Log } from '#server/log.ts'

type HttpServerOptions = {
  application: Application
  /** Answers the saves that do not need the application. */
  answerSave?: AnswerSave | undefined
  /** Fingerprint of the browser build, in a header of pages and API responses, so that the service worker can detect a release. */
  build: string
  files: StaticFiles
  /** The assets of other builds. */
  sharedAssets?: SharedAssets
  readContentVersion: () => Promise<number>
  /** Requests to the application wait for this promise. Public pages, direct saves, and health checks do not. */
  startJobs?: () => Promise<unknown>
  findChunk?: FindChunk
  port: number
  publicOrigin: string | undefined
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  trustedProxies: BlockList
  /** Other sites that a page rendered for one request may use. */
  readThirdPartyOrigins: () => ThirdPartyOrigins
  /** How long shared caches may send a public page without revalidating it. */
  edgeCacheSeconds?: number | undefined
  /** Sends the metrics, if the request is for them and is allowed to read them. */
  sendMetrics?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  log: Log
}

/** Time limits. The headers fit into one packet. A body may take long if it arrives steadily, see `limitSlowBody`. */
const serverOptions = {
  optimizeEmptyRequests: true,
  headersTimeout: 20_000,
  requestTimeout: hourMs,
  // Longer than proxies keep an idle connection, usually a minute. Otherwise, a proxy may send a request just as the server closes it.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}

export type CreatedServer = {
  /** It is not listening yet. */
  server: Server
  /** Its public address, without a trailing slash. */
  origin: string
  /** After this call, the readiness check fails and every response closes its connection. All other requests are answered as before. */
  announceStop: () => void
}

export function createHttpServer(options: HttpServerOptions): CreatedServer {
  const {
    application,
    answerSave,
    build,
    files,
    sharedAssets,
    readContentVersion,
    startJobs,
    findChunk,
    port,
    publicOrigin,
    trustedProxies,
  } = options
  const { readThirdPartyOrigins, edgeCacheSeconds, sendMetrics, log } = options
  const origin = siteOrigin(options)
  const ownOrigins = listOwnOrigins(port, publicOrigin)
  const transportSecurity = origin.startsWith('https:') ? 'max-age=31536000' : undefined
  const handle = withLogging(application, log)
  const render = (address: string) => renderPage(handle, origin, address)
  const cache = createPageCache({ render, readContentVersion, build, edgeCacheSeconds, log })
  const chunks = createChunkSender(findChunk ?? (async () => undefined))

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if ((await files.send(request, response)) || (await sendSave?.(request, response))) return
    if ((await sharedAssets?.send(request, response)) || (await chunks.send(request, response))) return
    const canonical = canonicalAddress(request)
    if (canonical) return sendText(response, 301, 'This page has moved.', { Location: canonical, 'Cache-Control': 'public, max-age=3600' })
    if (!(await cache.sendRendered(request, response))) await respondFromApplication(request, response)
  }

  const respondFromApplication = async (request: IncomingMessage, response: ServerResponse) => {
    if (!pathOf(request.url ?? '').startsWith(healthPath)) await startJobs?.()
    const nonce = createNonce()
    request.headers[clientAddressHeader] = findClientAddress(request, trustedProxies)
    const publicAddress = publicOrigin ? { protocol: new URL(publicOrigin).protocol, host: new URL(publicOrigin).host } : {}
    const webRequest = withoutMissingBody(createRequest(request, response, publicAddress), request)
    const webResponse = await handle(webRequest, nonce)
    if (!request.complete) discardBody(request, webRequest)
    await sendFromApplication(webResponse, request, response, nonce)
    discardRest(request)
  }

  const sendFromApplication = async (webResponse: Response, request: IncomingMessage, response: ServerResponse, nonce = '') => {
    const { headers } = webResponse
    const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
    const policy = isHtml ? policyWithNonce(nonce, readThirdPartyOrigins()) : policyWithoutScripts
    for (const [name, value] of Object.entries(securityHeaders(policy)))
      if (name !== referrerPolicy || !headers.has(name)) headers.set(name, value)
    headers.set(buildHeader, build)
    if (webResponse.status === 503 && !headers.has('Retry-After')) headers.set('Retry-After', retryAfterSeconds)
    // A shared cache would give the cookie to others.
    if (!headers.has('Cache-Control') || headers.has('Set-Cookie')) headers.set('Cache-Control', 'no-store')
    // A response that is not public is for one person or for a program, so search engines must not index it.
    if (!headers.get('Cache-Control')?.startsWith('public')) headers.set('X-Robots-Tag', 'noindex')
    await sendResponse(webResponse, request, response)
  }
  const sendSave = answerSave && createSaveSender({ answerSave, build, origin, sendOther: sendFromApplication, log })

  let isStopping = false
  const server = createServer(serverOptions, (request, response) => {
    if (transportSecurity) response.setHeader('Strict-Transport-Security', transportSecurity)
    const refusal = findRefusal(request, ownOrigins)
    if (refusal) {
      const details = { method: request.method, path: pathOf(request.url ?? '') }
      if (refusal.status === 403) {
        const network = networkOf(findClientAddress(request, trustedProxies))
        log.info({ ...details, network, reason: 'NOT_FROM_THIS_SITE' }, 'Access refused')
      } else log.debug({ ...details, status: refusal.status }, 'Request refused')
      return sendText(response, refusal.status, refusal.text, { Connection: 'close', ...refusal.headers })
    }
    if (isStopping) {
      response.setHeader('Connection', 'close')
      if (pathOf(request.url ?? '') === readinessPath) return sendText(response, 503, 'This process is stopping.')
    }
    if (sendMetrics?.(request, response)) return
    // Nearly all requests end here: the response is in memory and is sent synchronously.
    if (files.sendCached(request, response) || cache.sendCached(request, response) || chunks.sendCached(request, response)) return
    limitSlowBody(request, response)
    respond(request, response).catch((error: unknown) => {
      const reference = createReference()
      log.error({ reference, method: request.method, path: pathOf(request.url ?? ''), error }, 'The response could not be sent')
      if (response.headersSent) response.destroy()
      else if (isOutage(error) || isOverload(error)) sendText(response, 503, unavailableText, { 'Retry-After': retryAfterSeconds })
      else sendText(response, 500, errorText(reference))
    })
  })
  const announceStop = () => {
    isStopping = true
  }
  return { server, origin, announceStop }
}

const unavailableText = 'The database is unavailable at the moment. Please try again.'

/** Load balancers and orchestrators request these. */
const healthPath = '/health/'
const readinessPath = `${healthPath}ready`

/** A page with a secret in its address may set a stricter policy than the default. */
const referrerPolicy = 'Referrer-Policy'

/** Renders a public page without cookies. Returns `undefined` if the response must not be cached. */
async function renderPage(handle: RequestHandler, origin: string, address: string) {
  const nonce = createNonce()
  const response = await handle(new Request(origin + address, { headers: { Accept: 'text/html' } }), nonce)
  const type = response.headers.get('Content-Type') ?? ''
  const isPage = /^(?:text\/html|application\/xml)\b/.test(type)
  // Data and API responses are cached only if they have content. Other responses, such as redirects, have their own headers.
  const isContent =
    /^(?:text\/x-script|application\/(?:problem\+)?json)\b/.test(type) &&
    (response.status === 200 || response.status === 503) &&
    response.headers.get('Cache-Control') !== 'no-store'
  const mayBeCached = (isPage || isContent) && !response.headers.has('Set-Cookie')
  return mayBeCached ? { status: response.status, type, text: await response.text(), nonce } : undefined
}
