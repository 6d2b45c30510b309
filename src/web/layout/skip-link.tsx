/** The first tab stop: a link that skips the header. */
import { useTexts } from '#web/text/texts.ts'

export function SkipLink() {
  const { site } = useTexts()
  return (
    <a className="visually-hidden skip-link" href="#main">
      {site.skip}
    </a>
  )
}
