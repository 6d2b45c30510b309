/** The frame of the pages for administrators, and the gate in front of them. Source: spec §6. */
import { Outlet } from 'react-router'
import { forAdministrators, getAdministrator } from '#web/account/viewer.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import type { Route } from './+types/admin.ts'

export const middleware = [forAdministrators]

/** Makes the gate run on client navigations, too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  return null
}

export default function Admin() {
  return (
    <SitePage>
      <meta name="robots" content="noindex" />
      <Outlet />
    </SitePage>
  )
}
