/** The frame of the pages for administrators, and the gate in front of them. Source: spec §6. */
import { NavLink, Outlet } from 'react-router'
import { SitePage } from '#web/layout/site-page.tsx'
import { admin } from '#web/text/en/admin/admin.ts'
import '#web/styles/bank.css'
import '#web/styles/edit-form.css'
import '#web/styles/images.css'
import '#web/styles/messages.css'
import type { Route } from './+types/admin.ts'
import { requireAdministrator, getAdministrator } from '#web/accounts/index.server.ts'

export const middleware = [requireAdministrator]

/** Makes the gate run on client navigations, too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  return null
}

/** Every page within asks for itself. Asking here as well would make one that failed to load look like a failed frame. */
export function shouldRevalidate() {
  return false
}

export default function Admin() {
  return (
    <SitePage>
      <meta name="robots" content="noindex" />
      <nav className="admin-nav" aria-label={admin.title}>
        {admin.places.map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === '/admin'}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </SitePage>
  )
}
