/** `GET /profile/my-data.json`: all stored data of the signed-in member, as a download. See `docs/my-data.md`. */
import { redirect } from 'react-router'
import { findViewer } from '#web/accounts/viewer.ts'
import { servicesContext } from '#web/context.ts'
import type { Route } from './+types/my-data.ts'
import { readMyData } from '#server/accounts/index.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await findViewer(context)
  // A download is not a page, so the sign-in leads to the profile.
  if (!viewer) return redirect('/login?to=%2Fprofile')
  const myData = await readMyData(context.get(servicesContext).db, viewer.id, new Date())
  return new Response(`${JSON.stringify(myData, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="praxam-my-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
