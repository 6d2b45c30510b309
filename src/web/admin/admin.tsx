/** The layout of the pages for administrators, which only administrators can open. Source: spec §6. */
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

/** With a loader, the middleware also runs on client navigations. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  return null
}

/** Each page loads its own data. Revalidating here would make a failed page look like a failed layout. */
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
