/**
 * Defects on the server: logged with what they were, shown by the reference of the request alone.
 *
 * React Router replaces an error by "Unexpected Server Error" before it reaches a page, but passes on responses. So what
 * a route throws by mistake becomes a response that holds the reference, in a page as well as in a navigation.
 */
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { problem } from '#web/http/problem.ts'
import { logContext, referenceContext } from '#web/context.ts'

type Routes = ServerBuild['routes']
type Module = NonNullable<Routes[string]>['module']
type Context = Readonly<RouterContextProvider>
type Arguments = { request: Request; context: Context }

/** The routes of the build with loaders, actions and middleware whose defects are named. */
export function withErrorReferences(routes: Routes): Routes {
  return Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && { ...route, module: named(route.module) }]))
}

function named(module: Module): Module {
  const { loader, action, middleware } = module
  // Without anything to draw, the address is read by programs.
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

/**
 * What is to be thrown in place of an error: a response with the reference, `{ reference }` for a page, a problem
 * otherwise. Responses and other values are thrown on purpose and stay as they are, as does the error of a request that
 * was given up.
 */
export function withErrorReference(error: unknown, request: Request, context: Context, isPage = true): unknown {
  if (!(error instanceof Error) || request.signal.aborted) return error
  const reference = context.get(referenceContext)
  context.get(logContext).error({ method: request.method, path: new URL(request.url).pathname, error }, 'A request failed')
  if (isPage) return Response.json({ reference }, { status: 500 })
  return problem(
    500,
    'Something failed on our side',
    'Please try again; if it goes on, name the reference to us through the contact page.',
    {
      reference,
    },
  )
}
