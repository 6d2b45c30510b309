/** The addresses of `web/routes.ts` with their modules, to call their loaders and actions without a server. */
import { join } from 'node:path'
import { RouterContextProvider, matchPath } from 'react-router'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { readViewer } from '#server/accounts/viewer.ts'
import type { Services } from '#server/services.ts'
import { logContext, originContext, referenceContext, servicesContext, viewerContext } from '#web/context.ts'
import routes from '#web/routes.ts'
import type { TestServices } from '#tests/services.ts'
import type { Visitor } from '#tests/visitor.ts'

export type Handler = (args: never) => unknown
/** `file` is relative to `src/web`. The handlers run behind the middleware of the route. */
export type SiteRoute = { path: string; file: string; loader: Handler | undefined; action: Handler | undefined }

/** `data` is the result of a loader or an action, or the JSON of a response. */
export type RouteAnswer = { status: number; location: string | null; allow: string | null; data: unknown }

const webFolder = join(import.meta.dirname, '../src/web')

/** All routes of the site, including layouts. */
export async function listSiteRoutes(): Promise<SiteRoute[]> {
  return Promise.all(
    flatten(routes, '').map(async ({ path, file }) => {
      const module = (await import(/* @vite-ignore */ join(webFolder, file))) as RouteModule
      const { loader, action } = handlersOf(module)
      return { path, file, loader: module.loader ? loader : undefined, action: module.action ? action : undefined }
    }),
  )
}

type RouteModule = { loader?: unknown; action?: unknown; middleware?: readonly unknown[] }
type RunMiddleware = (args: never, next: () => Promise<unknown>) => unknown

/** The loader and the action of a route module behind its middleware, as the router calls them. */
export function handlersOf({ loader, action, middleware = [] }: RouteModule): { loader: Handler; action: Handler } {
  const behind = (handler: unknown): Handler =>
    (middleware as readonly RunMiddleware[]).reduceRight<Handler>(
      (next, run) => async (args) => {
        let result: Promise<unknown> | undefined
        const callNext = () => (result ??= Promise.resolve(next(args)))
        return (await run(args, callNext)) ?? (await callNext())
      },
      (args) => {
        if (!handler) throw new Error('The route has no handler for this method')
        return (handler as Handler)(args)
      },
    )
  return { loader: behind(loader), action: behind(action) }
}

function flatten(entries: readonly RouteConfigEntry[], parent: string): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent
    return [{ path: path || '/', file: entry.file }, ...flatten(entry.children ?? [], path)]
  })
}

type Asked = { pattern: string; address: string; init?: RequestInit; values?: Partial<Services> }

/** Calls the handler like the router; a response that it throws is also its result. */
export async function callRoute(
  services: TestServices,
  visitor: Visitor,
  handler: Handler,
  { pattern, address, init = {}, values = {} }: Asked,
): Promise<unknown> {
  const request = visitor.request(address, init)
  const url = new URL(request.url)
  const context = new RouterContextProvider()
  const provided = { ...services, ...values }
  context.set(servicesContext, provided)
  context.set(viewerContext, () => readViewer(services.accounts.auth, services.db, request, new Date()))
  context.set(originContext, services.origin)
  context.set(referenceContext, 'TEST-0000')
  context.set(logContext, provided.log)
  const params = matchPath(pattern, url.pathname.replace(/\.data$/, ''))?.params ?? {}
  return Promise.resolve()
    .then(() => handler({ request, context, params, url } as never))
    .catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
}

/** The response of a handler, with its body read. */
export async function askRoute(services: TestServices, visitor: Visitor, handler: Handler, asked: Asked): Promise<RouteAnswer> {
  const answer = await callRoute(services, visitor, handler, asked)
  if (answer instanceof Response) {
    const text = await answer.text()
    const isJson = answer.headers.get('Content-Type')?.includes('json') && !answer.headers.get('Content-Type')?.includes('ndjson')
    return {
      status: answer.status,
      location: answer.headers.get('Location'),
      allow: answer.headers.get('Allow'),
      data: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }
  const { data = answer, init: options } = (answer ?? {}) as { data?: unknown; init?: ResponseInit | null }
  return { status: options?.status ?? 200, location: null, allow: null, data }
}

/** The response of a page: from its loader or, if there are form fields, from its action. */
export async function askPage(
  services: TestServices,
  visitor: Visitor,
  handler: unknown,
  address: string,
  fields?: [string, string][],
): Promise<RouteAnswer> {
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  return askRoute(services, visitor, handler as Handler, { pattern: '/*', address, init })
}
