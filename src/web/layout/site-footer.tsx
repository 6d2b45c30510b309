/** The footer: the active exams, links by family, external resources, and legal pages. */
import { Link, useRouteLoaderData } from 'react-router'
import { families } from '#exam/certification.ts'
import { site } from '#text/site.ts'
import { langOfContent } from '#web/ui/english.tsx'

/** Exams linked from every page, by family. Source: spec §2, footer and exam ids named in links. */
const footerLinks = {
  ERP: [
    { id: 'mb-800', label: 'MB-800 Business Central' },
    { id: 'mb-300', label: 'MB-300 Finance and operations' },
    { id: 'mb-920', label: 'MB-920 Fundamentals' },
  ],
  CRM: [
    { id: 'mb-230', label: 'MB-230 Customer Service' },
    { id: 'mb-200', label: 'MB-200 Core' },
    { id: 'mb-210', label: 'MB-210 Sales' },
    { id: 'mb-910', label: 'MB-910 Fundamentals' },
  ],
  'Power Platform': [
    { id: 'pl-100', label: 'PL-100 App maker' },
    { id: 'pl-200', label: 'PL-200 Functional consultant' },
    { id: 'pl-900', label: 'PL-900 Fundamentals' },
  ],
}

type ActiveExam = { id: string; name: string }

export function SiteFooter() {
  // On an error page, the root's data may be missing. Then the active exams and the year are left out.
  const root = useRouteLoaderData<{ year: number; activeExams?: readonly ActiveExam[] }>('root')
  const live = root?.activeExams ?? []
  return (
    <footer className="site-footer">
      {live.length > 0 && (
        <nav aria-label={site.liveExams}>
          <b>{site.liveExams}</b>
          <ul className="row" role="list">
            {live.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/certifications/${id}`} title={name} lang={langOfContent()}>
                  {id.toUpperCase()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="split">
        {families.map((family) => (
          <nav key={family} aria-label={family}>
            <h2>{family}</h2>
            <ul role="list">
              {footerLinks[family].map(({ id, label }) => (
                <li key={id}>
                  <Link to={`/certifications/${id}`}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label={site.resources}>
          <h2>{site.resources}</h2>
          <ul role="list">
            {site.resourceLinks.map(({ label, href }) => (
              <li key={href}>
                <a href={href} rel={href.startsWith('/') ? undefined : 'external noopener'}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p>
        <span>{site.copyright(root?.year)}</span>
        <Link to="/privacy">{site.privacy}</Link>
        <Link to="/terms">{site.terms}</Link>
        <Link to="/legal-notice">{site.legalNotice}</Link>
        <Link to="/contact">{site.contact}</Link>
      </p>
    </footer>
  )
}
