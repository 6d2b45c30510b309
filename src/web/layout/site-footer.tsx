/** The footer: links by family, external resources and legal pages. */
import { Link, useRouteLoaderData } from 'react-router'
import { families, shortCertificationName, type Family } from '#exam/certification.ts'
import { useTexts } from '#web/text/texts.ts'

/** Exams linked from every page besides the active ones, by family. Source: spec §2, footer and exam ids named in links. */
const footerLinks = {
  ERP: [
    { id: 'mb-800', label: 'MB-800 Business Central' },
    { id: 'mb-300', label: 'MB-300 Finance and operations' },
    { id: 'mb-920', label: 'MB-920 Fundamentals' },
  ],
  CRM: [
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

type ActiveExam = { id: string; name: string; family: string }

export function SiteFooter() {
  const { site } = useTexts()
  // On an error page the root's data is missing: the line has no year, and exams that became active later have no link.
  const root = useRouteLoaderData<{ year: number; activeExams?: readonly ActiveExam[] }>('root')
  return (
    <footer className="site-footer">
      <div className="split">
        {families.map((family) => (
          <nav key={family} aria-label={family}>
            <h2>{family}</h2>
            <ul role="list">
              {listLinks(family, root?.activeExams ?? []).map(({ id, label }) => (
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
                <a href={href} rel="external noopener">
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
        <Link to="/contact">{site.contact}</Link>
      </p>
    </footer>
  )
}

/** The exams of a family, active ones first. */
function listLinks(family: Family, activeExams: readonly ActiveExam[]): { id: string; label: string }[] {
  const links = footerLinks[family]
  const active = activeExams.filter((exam) => exam.family === family)
  return [
    ...active.map(
      ({ id, name }) =>
        links.find((link) => link.id === id) ?? {
          id,
          label: `${id.toUpperCase()} ${shortCertificationName({ name }).replace(/ Functional Consultant$/, '')}`,
        },
    ),
    ...links.filter(({ id }) => !active.some((exam) => exam.id === id)),
  ]
}
