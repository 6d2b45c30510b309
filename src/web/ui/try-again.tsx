/** A link that reloads the page, which works without scripts, and optionally a second link. */
import { Link, useLocation } from 'react-router'
import { useTexts } from '#web/text/texts.ts'

export function TryAgain({ also }: { also?: { to: string; label: string } | undefined }) {
  const { site } = useTexts()
  const { pathname, search } = useLocation()
  return (
    <>
      <a className="button" data-kind="primary" href={pathname + search}>
        {site.tryAgain}
      </a>
      {also && (
        <Link className="button" to={also.to}>
          {also.label}
        </Link>
      )}
    </>
  )
}
