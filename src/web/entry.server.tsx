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
import type { Services } from '#server/services.ts'
import { nonceContext, originContext, servicesContext } from '#web/context.ts'

/** The context of one request; the HTTP entry calls this. */
export function makeRequestContext(services: Services, origin: string, nonce: string): RouterContextProvider {
  return new RouterContextProvider(
    new Map<Parameters<RouterContextProvider['set']>[0], unknown>([
      [servicesContext, services],
      [originContext, origin],
      [nonceContext, nonce],
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
    const { pipe } = renderToPipeableStream(<ServerRouter context={entryContext} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onShellError: reject,
      onError: reject,
    })
  })
  const prioritised = html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(prioritised, { status, headers })
}

/** Pages that are not there are no defects, and a request given up is nobody's fault. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  console.error(`${request.method} ${new URL(request.url).pathname} failed:`, error)
}
