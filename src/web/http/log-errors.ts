/**
 * Unexpected errors on the server: the log has the details, the user sees only the reference of the request.
 *
 * React Router replaces an error with "Unexpected Server Error" before it reaches a page, but passes responses on. So an
 * error thrown by a route becomes a response with the reference, for pages and for navigations.
 *
 * While the database is unavailable, every request fails in the same way: these errors become a 503 and are logged only as `debug`.
 */
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { PlainRequest } from '#server/http/plain-request.ts'
import { isOutage, isOverload } from '#server/db/availability.ts'
import { isDiskFull } from '#server/db/free-space.ts'
import { problem } from '#web/http/problem.ts'
import { refuse } from '#web/http/refusals.ts'
import { refuseWithoutRoom } from '#web/http/require-room.ts'
import { logContext, referenceContext, servicesContext } from '#web/context.ts'

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']
type Context = Readonly<RouterContextProvider>
type Arguments = { request: Request; context: Context }

/** Wraps loaders, actions, and middleware of the build so that their errors have a reference. */
export function withErrorReferences(routes: Routes): Routes {
  return Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && { ...route, module: named(route.module) }]))
}

function named(module: Module): Module {
  const { loader, action, middleware } = module
  // A module without a component is a resource route, which programs call.
  const isPage = module.default !== undefined || module.ErrorBoundary !== undefined
  return {
    ...module,
    ...(loader && { loader: naming(loader, isPage) }),
    ...(action && { action: naming(action, isPage) }),
    ...(middleware && { middleware: middleware.map((each) => naming(each, isPage)) }),
  }
}

function naming<Args extends Arguments, Rest extends unknown[], Result>(run: (args: Args, ...rest: Rest) => Result, isPage: boolean) {
  return async (args: Args, ...rest: Rest): Promise<Awaited<Result>> => {
    try {
      return await run(args, ...rest)
    } catch (error) {
      throw withErrorReference(error, args.request, args.context, isPage)
    }
  }
}

/** Whether the database is unavailable or overloaded, or the disk is full. The response is a 503, because the request should be retried later. */
export function isTemporary(error: unknown, context: Context): boolean {
  return isDiskFull(error) || isOverload(error) || isUnavailable(error, context)
}

function isUnavailable(error: unknown, context: Context): boolean {
  // A library may have replaced the error of the database with its own.
  return isOutage(error) || !context.get(servicesContext).isDatabaseAvailable()
}

/**
 * Converts an error to a response with the reference: `{ reference }` for a page, a problem otherwise. If the database is unavailable or
 * overloaded, or the disk is full, the response is a 503 without a reference. Responses and other values that are not errors are
 * intentional: they are returned unchanged. So is the error of an aborted request.
 */
export function withErrorReference(
  error: unknown,
  request: Pick<PlainRequest, 'method' | 'url' | 'signal'>,
  context: Context,
  isPage = true,
): unknown {
  if (!(error instanceof Error) || request.signal.aborted) return error
  const reference = context.get(referenceContext)
  const details = { method: request.method, path: new URL(request.url).pathname, error }
  if (isDiskFull(error)) {
    context.get(logContext).debug(details, 'There was no room for a request')
    return refuseWithoutRoom(isPage)
  }
  if (isTemporary(error, context)) {
    context.get(logContext)[isUnavailable(error, context) ? 'debug' : 'warn'](details, 'The database could not serve a request')
    return isPage ? Response.json({}, { status: 503 }) : refuse('DATABASE_UNAVAILABLE')
  }
  context.get(logContext).error(details, 'A request failed')
  if (isPage) return Response.json({ reference }, { status: 500 })
  return problem(
    500,
    'Something went wrong on our side',
    'Please try again. If the problem continues, contact us and include the reference.',
    {
      reference,
    },
  )
}
