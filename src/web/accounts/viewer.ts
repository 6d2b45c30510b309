/** The user who makes a request, for loaders and actions, and the checks for restricted pages. */
import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { splitLanguage } from '#exam/languages.ts'
import { findPageAddress } from '#exam/react-router-internals.ts'
import { servicesContext, viewerContext } from '#web/context.ts'
import { checkAdministrator } from '#web/accounts/check-administrator.ts'
import { isMeantFor } from '#web/http/is-meant-for.ts'
import { readViewer, type ReadViewer, type Viewer } from '#server/accounts/index.ts'

export type { Viewer }

type Context = Readonly<RouterContextProvider>

/** Reads the viewer when a loader or action needs it, at most once per request. Session cookies are set on the response. */
export const provideViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  let reading: Promise<ReadViewer> | undefined
  const { accounts, db } = context.get(servicesContext)
  context.set(viewerContext, () => (reading ??= readViewer(accounts.auth, db, request, new Date())))
  const response = await next()
  // A response that sets its own cookies, such as signing out, takes precedence.
  const isSet = response.headers.has('Set-Cookie')
  for (const cookie of (!isSet && (await reading)?.cookies) || []) response.headers.append('Set-Cookie', cookie)
  return response
}

export async function findViewer(context: Context): Promise<Viewer | undefined> {
  return (await context.get(viewerContext)()).viewer
}

/** The viewer, unless the request comes from a page that was opened for another member. For requests by scripts of a page. */
export async function findViewerOfPage(context: Context, request: Request): Promise<Viewer | undefined> {
  const viewer = await findViewer(context)
  return isMeantFor(request, viewer?.id) ? viewer : undefined
}

/** @throws a redirect to the sign-in page, which redirects back */
export async function getViewer(context: Context, request: Request): Promise<Viewer> {
  const viewer = await findViewer(context)
  if (!viewer) throw redirectToSignIn(request)
  return viewer
}

function redirectToSignIn(request: Request): Response {
  return redirect(`/login?to=${encodeURIComponent(pathOf(request))}`)
}

/** @throws a redirect to the page for signing in again, unless the viewer signed in recently */
export async function getRecentlyAuthenticatedViewer(context: Context, request: Request): Promise<Viewer> {
  const viewer = await getViewer(context, request)
  if (!viewer.isRecentlyAuthenticated) throw redirect(`/login/confirm?to=${encodeURIComponent(pathOf(request))}`)
  return viewer
}

/**
 * @throws a redirect: guests to the sign-in page, other members to the home page, and administrators without a required second factor to its
 * setup. Source: spec §6
 */
export async function getAdministrator(context: Context, request: Request): Promise<Viewer> {
  const access = await checkAdministrator(context, request)
  if (access.ok) return access.administrator
  switch (access.refusal) {
    case 'NOT_SIGNED_IN':
      throw redirectToSignIn(request)
    case 'NOT_AN_ADMINISTRATOR':
      throw redirect('/')
    case 'SECOND_FACTOR_NEEDED':
      throw redirect('/profile/second-factor?to=%2Fadmin')
  }
}

/** Middleware of a layout. The layout needs a loader, so that this middleware also runs on client navigations. */
export const requireAdministrator: MiddlewareFunction<Response> = async ({ request, context }) =>
  void (await getAdministrator(context, request))

/** The path of the requested page without its language, which redirects add. */
function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return splitLanguage(findPageAddress(pathname, search.slice(1))).path
}
