/** Renders a page completely before sending it. The database is fast enough that streaming has no benefit. */
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
import { lowerScriptPriority } from '#exam/react-router-internals.ts'
import { withLogContext } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { logContext, nonceContext, originContext, referenceContext, servicesContext } from '#web/context.ts'
import { withErrorReference, withErrorReferences } from '#web/http/log-errors.ts'
import { InlineScripts } from '#web/layout/inline-script.tsx'
import { scriptTexts } from '#web/layout/script-texts.server.ts'

/** Answers a request for a page or to the API. `reference` identifies the request in the log. */
type RequestHandler = (request: Request, services: Services, origin: string, nonce: string, reference: string) => Promise<Response>

/** The handler of a build. The HTTP server calls it. */
export function createHandler(build: ServerBuild): RequestHandler {
  const handle = createRequestHandler({ ...build, routes: withErrorReferences(build.routes) }, 'production')
  return (request, ...values) => handle(request, makeRequestContext(...values))
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
      <InlineScripts value={{ nonce, texts: scriptTexts }}>
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
 * defects.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error)) withErrorReference(error, request, context)
}
