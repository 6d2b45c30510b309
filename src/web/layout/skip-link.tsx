/** The first tab stop: a link that skips the header. */
import { site } from '#text/site.ts'

export function SkipLink() {
  return (
    <a className="visually-hidden skip-link" href="#main">
      {site.skip}
    </a>
  )
}
