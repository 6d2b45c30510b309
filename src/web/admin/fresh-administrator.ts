/** The gate in front of everything that changes a person. */
import type { RouterContextProvider } from 'react-router'
import { getAdministrator, getRecentlyAuthenticatedViewer } from '#web/accounts/index.server.ts'
import type { Viewer } from '#web/accounts/index.ts'

/** @throws a redirect for whoever is no administrator, or has not signed in a short while ago */
export async function getFreshAdministrator(context: Readonly<RouterContextProvider>, request: Request): Promise<Viewer> {
  await getAdministrator(context, request)
  return getRecentlyAuthenticatedViewer(context, request)
}
