/** Renders a page completely before sending it. The database is fast enough that streaming has no benefit. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, isRouteErrorResponse, type EntryContext, type HandleErrorFunction } from 'react-router'
import { lowerScriptPriority } from '#exam/react-router-internals.ts'
import { withLogContext } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { logContext, nonceContext, originContext, referenceContext, servicesContext } from '#web/context.ts'
import { withErrorReference } from '#web/http/log-errors.ts'
import { ScriptNonce } from '#web/layout/theme.tsx'

export { withErrorReferences } from '#web/http/log-errors.ts'

/** Creates the context of one request. The HTTP server calls it. */
export function makeRequestContext(services: Services, origin: string, nonce: string, reference: string): RouterContextProvider {
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
      <ScriptNonce value={nonce}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </ScriptNonce>
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
