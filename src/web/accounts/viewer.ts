/** Who is looking, for loaders and actions; and the gates in front of pages that are not for everybody. */
import { redirect } from 'react-router'
import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { servicesContext, viewerContext } from '#web/context.ts'
import { readViewer } from '#server/accounts/index.ts'
import type { ReadViewer, Viewer } from '#server/accounts/index.ts'

export type { Viewer }

type Context = Readonly<RouterContextProvider>

/** Reads the viewer at most once a request, and only when somebody asks; cookies of the session go out with the answer. */
export const provideViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  let reading: Promise<ReadViewer> | undefined
  const { accounts, db } = context.get(servicesContext)
  context.set(viewerContext, () => (reading ??= readViewer(accounts.auth, db, request, new Date())))
  const response = await next()
  // An answer that sets cookies itself, such as signing out, has the last word.
  const isSet = response.headers.has('Set-Cookie')
  for (const cookie of (!isSet && (await reading)?.cookies) || []) response.headers.append('Set-Cookie', cookie)
  return response
}

export async function findViewer(context: Context): Promise<Viewer | undefined> {
  return (await context.get(viewerContext)()).viewer
}

/** @throws a redirect to the sign-in page, which leads back */
export async function getViewer(context: Context, request: Request): Promise<Viewer> {
  const viewer = await findViewer(context)
  if (!viewer) throw redirect(`/login?to=${encodeURIComponent(pathOf(request))}`)
  return viewer
}

/** @throws a redirect to the page that asks again who one is, when that was not long ago enough */
export async function getRecentlyAuthenticatedViewer(context: Context, request: Request): Promise<Viewer> {
  const viewer = await getViewer(context, request)
  if (!viewer.isRecentlyAuthenticated) throw redirect(`/login/confirm?to=${encodeURIComponent(pathOf(request))}`)
  return viewer
}

/** @throws a redirect: to the sign-in page for guests, home for members, to the second factor where one is needed. Source: spec §6 */
export async function getAdministrator(context: Context, request: Request): Promise<Viewer> {
  const viewer = await getViewer(context, request)
  if (!viewer.isAdministrator) throw redirect('/')
  if (!viewer.hasSecondFactor && context.get(servicesContext).accounts.policy.secondFactorForAdministrators)
    throw redirect('/profile/second-factor?to=%2Fadmin')
  return viewer
}

/** Gate of a layout; a loader beside it makes it run on client navigations, too. */
export const requireAdministrator: MiddlewareFunction<Response> = async ({ request, context }) =>
  void (await getAdministrator(context, request))

/** The page asked for, without React Router's own marks of a data request. */
function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  searchParams.delete('index')
  const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}
