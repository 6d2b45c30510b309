/** Refuses requests that could change something and were not made by a page of this site. */
import { originContext } from '#web/context.ts'
import type { MiddlewareFunction } from 'react-router'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Root middleware, so that it holds for pages and resource routes alike. Answers 403 to a foreign request. */
export const refuseForeignRequests: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const isOwn = safeMethods.has(request.method) || comesFromHere(request, context.get(originContext))
  return isOwn
    ? next()
    : new Response('This request does not come from a page of this site.\n', {
        status: 403,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
}

function comesFromHere(request: Request, origin: string): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  return site ? site === 'same-origin' : request.headers.get('Origin') === origin
}
