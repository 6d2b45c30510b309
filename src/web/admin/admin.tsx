/** The layout of the pages for administrators, which only administrators can open. Source: spec §6. */
import { Link, Outlet, useLocation } from 'react-router'
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

/** Each page loads its own data. If this loader ran again, its failure would replace the navigation, too, and not only the page. */
export function shouldRevalidate() {
  return false
}

export default function Admin() {
  const { pathname } = useLocation()
  // The lists of reports are tabs next to those of challenges.
  const here = pathname.startsWith('/admin/reports') ? '/admin/challenges' : pathname
  return (
    <SitePage counterpart={null}>
      <meta name="robots" content="noindex" />
      <nav className="admin-nav" aria-label={admin.title}>
        {admin.places.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={here === to || (to !== '/admin' && here.startsWith(`${to}/`)) ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </SitePage>
  )
}
