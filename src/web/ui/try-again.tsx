/** A link that reloads the page, even without scripts, and optionally a second link. */
import { Link, useLocation } from 'react-router'
import { site } from '#text/site.ts'

export function TryAgain({ also }: { also?: { to: string; label: string } | undefined }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <Link className="button" data-kind="primary" to={pathname + search} reloadDocument>
        {site.tryAgain}
      </Link>
      {also && (
        <Link className="button" to={also.to}>
          {also.label}
        </Link>
      )}
    </>
  )
}
