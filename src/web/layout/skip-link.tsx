/** The first stop of the keyboard: past the header, to the content. */
import { useTexts } from '#web/text/texts.ts'

export function SkipLink() {
  const { site } = useTexts()
  return (
    <a className="unseen skip-link" href="#main">
      {site.skip}
    </a>
  )
}
