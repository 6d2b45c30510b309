/** `GET /api/viewer`: the signed-in member, requested by the browser after a page has loaded; `{ "viewer": null }` for a guest. */
import { findViewer } from '#web/accounts/viewer.ts'
import type { Route } from './+types/viewer.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  const { id, email, isAdministrator } = viewer ?? {}
  return Response.json({ viewer: viewer ? { id, email, isAdministrator } : null }, { headers: { 'Cache-Control': 'no-store' } })
}
