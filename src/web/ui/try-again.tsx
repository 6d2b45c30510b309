/** A link that reloads the page, which works without scripts, and optionally a second link. */
import { Link, useLocation } from 'react-router'
import { addressIn } from '#exam/languages.ts'
import { language } from '#text/language.ts'
import { site } from '#text/site.ts'

export function TryAgain({ also }: { also?: { to: string; label: string } | undefined }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <a className="button" data-kind="primary" href={addressIn(language.code, pathname + search)}>
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
