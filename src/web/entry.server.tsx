/** Handles requests with React Router. Renders pages completely before sending them: the database is so fast that streaming has no benefit. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  RouterContextProvider,
  ServerRouter,
  createRequestHandler,
  isRouteErrorResponse,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import { basenameOf, defaultLanguage, isOnlyEnglish, languages, splitLanguage, type Language } from '#exam/languages.ts'
import { lowerScriptPriority, parseDataAddress } from '#exam/react-router-internals.ts'
import type { PlainRequest } from '#server/http/plain-request.ts'
import { withLogContext } from '#server/log.ts'
import type { SiteManifests } from '#server/operations/index.ts'
import { currentLanguage, inLanguage } from '#server/platform/language.ts'
import type { Services } from '#server/services.ts'
import { logContext, nonceContext, originContext, referenceContext, servicesContext } from '#web/context.ts'
import { withErrorReference, withErrorReferences } from '#web/http/log-errors.ts'
import { InlineScripts } from '#web/layout/inline-script.tsx'
import { saveMovesOfMember } from '#web/practice/index.server.ts'
import { scriptTexts } from '#web/layout/script-texts.server.ts'
import { allowReading } from '#web/text/in-every-language.ts'

/** Answers a request for a page or to the API. `reference` identifies the request in the log. */
type RequestHandler = (request: Request, services: Services, origin: string, nonce: string, reference: string) => Promise<Response>

/**
 * Creates the handler of a build, for the HTTP server to call. It contains a React Router handler for each language, with the base path of that
 * language, and with scripts that contain the texts in that language.
 */
export function createHandler(build: ServerBuild, manifests: SiteManifests): RequestHandler {
  allowReading()
  const routes = withErrorReferences(build.routes)
  const createFor = (language: Language) => {
    // The type of React Router's manifest has fields that only React Router uses.
    const assets = manifests[language] as unknown as ServerBuild['assets']
    return createRequestHandler({ ...build, routes, assets, basename: basenameOf(language) }, 'production')
  }
  const handlers = new Map(languages.map((language) => [language, createFor(language)]))
  return async (request, ...values) => {
    const url = new URL(request.url)
    const page = parseDataAddress(url.pathname, '')?.path ?? url.pathname
    const { language, path } = splitLanguage(page)
    const isPrefixed = path !== page
    if (isPrefixed && isOnlyEnglish(path)) return new Response(null, { status: 301, headers: { Location: path + url.search } })
    const handle = handlers.get(language) ?? handlers.get(defaultLanguage)
    if (!handle) throw new Error('No handler for the default language')
    return inLanguage(language, () => handle(isPrefixed ? request : withBasename(request, url, language), makeRequestContext(...values)))
  }
}

/** A guide has no language in its address, but it is rendered by the handler of its language. */
function withBasename(request: Request, url: URL, language: Language): Request {
  if (language === defaultLanguage) return request
  return new Request(new URL(`${basenameOf(language)}${url.pathname}${url.search}`, url), request)
}

/** Answers a request to save moves, without the router. Returns `undefined`, without reading the body, if the router must answer. */
export async function answerSave(
  request: PlainRequest,
  attemptId: string,
  services: Services,
  origin: string,
  reference: string,
): Promise<object | undefined> {
  try {
    return await saveMovesOfMember(services, attemptId, request)
  } catch (thrown) {
    // A refusal is thrown as a response and stays the same. An error becomes a response, unless the request was aborted.
    const response = withErrorReference(thrown, request, makeRequestContext(services, origin, '', reference), false)
    if (response instanceof Response) return response
    throw response
  }
}

/** Creates the context of one request. */
function makeRequestContext(services: Services, origin: string, nonce: string, reference: string): RouterContextProvider {
  return new RouterContextProvider(
    new Map<Parameters<RouterContextProvider['set']>[0], unknown>([
      [servicesContext, services],
      [originContext, origin],
      [nonceContext, nonce],
      [referenceContext, reference],
      [logContext, withLogContext(services.log, { reference })],
    ]),
  )
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const html = await new Promise<string>((resolve, reject) => {
    const page = (
      <InlineScripts value={{ nonce, texts: scriptTexts(currentLanguage()) }}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </InlineScripts>
    )
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  }).catch((error: unknown) => {
    // React Router renders the error page for this error.
    throw withErrorReference(error, request, context)
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(lowerScriptPriority(html), { status, headers })
}

/**
 * Logs errors in React Router itself. Errors in routes and components have already been logged, and error responses are not
 * bugs.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error)) withErrorReference(error, request, context)
}
