/** The 404 page, designed as a question whose answers are links. */
import { data } from 'react-router'
import { addressIn } from '#exam/languages.ts'
import { letterOf } from '#exam/question.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { language } from '#text/language.ts'
import { site } from '#text/site.ts'

export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundPage />
}

/** Shown by `ErrorPage` for every 404. */
export function NotFoundPage() {
  return (
    <SitePage kind="attempt">
      <NoindexTitle>{site.notFoundTitle}</NoindexTitle>
      <section className="question" aria-labelledby="lost">
        <div className="question-text" data-number="404">
          <h1 id="lost">{site.notFound}</h1>
          <p className="soft">{site.notFoundText}</p>
        </div>
        <nav className="options" aria-label={site.nextSteps}>
          {site.nextStepLinks.map(({ label, to }, i) => (
            // Not a router link, because a guide has no language in its address.
            <a key={to} className="option" href={addressIn(language.code, to)}>
              <span className="tab">{letterOf(i)}</span>
              <span>{label}</span>
            </a>
          ))}
        </nav>
      </section>
    </SitePage>
  )
}
