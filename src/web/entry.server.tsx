/**
 * Renders a page into one piece of text: with the database in reach there is nothing to stream.
 *
 * Scripts come after everything one sees: React Router has no setting for their priority, so it is written in here.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, isRouteErrorResponse } from 'react-router'
import type { EntryContext, HandleErrorFunction } from 'react-router'
import { logWith } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { logContext, nonceContext, originContext, referenceContext, servicesContext } from '#web/context.ts'
import { withErrorReference } from '#web/http/log-errors.ts'
import { ScriptNonce } from '#web/settings/index.ts'

export { withErrorReferences } from '#web/http/log-errors.ts'

/** The context of one request; the HTTP entry calls this. */
export function makeRequestContext(services: Services, origin: string, nonce: string, reference: string): RouterContextProvider {
  return new RouterContextProvider(
    new Map<Parameters<RouterContextProvider['set']>[0], unknown>([
      [servicesContext, services],
      [originContext, origin],
      [nonceContext, nonce],
      [referenceContext, reference],
      [logContext, logWith(services.log, { reference })],
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
    // React Router draws the page for failures with what is thrown here.
    throw withErrorReference(error, request, context)
  })
  const prioritised = html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(prioritised, { status, headers })
}

/**
 * Defects in React Router itself; those of routes and components have been logged and are responses by now. Pages that
 * are not there are no defects, and a request given up is nobody's fault.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error)) withErrorReference(error, request, context)
}
