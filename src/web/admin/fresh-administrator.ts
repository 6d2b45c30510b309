/** Restricts sensitive changes to recently authenticated administrators. */
import type { RouterContextProvider } from 'react-router'
import { getAdministrator, getRecentlyAuthenticatedViewer } from '#web/accounts/index.server.ts'
import type { Viewer } from '#web/accounts/index.ts'

/** @throws a redirect for users who are not administrators or not recently authenticated */
export async function getFreshAdministrator(context: Readonly<RouterContextProvider>, request: Request): Promise<Viewer> {
  await getAdministrator(context, request)
  return getRecentlyAuthenticatedViewer(context, request)
}
