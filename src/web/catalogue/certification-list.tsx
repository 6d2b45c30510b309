/** The certifications of a family. Each row links to the page of a certification and, if it has questions, starts practice with one tap. */
import { Link } from 'react-router'
import { familyMark, shortCertificationName, type Family } from '#exam/certification.ts'
import { catalogue } from '#text/catalogue.ts'
import { certificationDescriptions } from '#text/certification-descriptions.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Outline } from '#web/ui/figures/outline.tsx'
import { TypeBadge } from '#web/ui/figures/type-badge.tsx'
import { Status } from '#web/ui/figures/status.tsx'
import { English } from '#web/ui/english.tsx'
import type { CatalogSummary } from '#server/catalogue/index.ts'

/** `full` adds the description, badges, and a link to all ways to practice. */
export function CertificationList({
  family,
  entries,
  kind,
}: {
  family: Family
  entries: readonly CatalogSummary[]
  kind: 'short' | 'full'
}) {
  const headingId = `family-${familyMark(family)}`
  return (
    <section className="family" data-family={familyMark(family)} aria-labelledby={headingId}>
      <div className="flow">
        <h2 id={headingId}>{family}</h2>
        <p className="soft">{catalogue.familyTexts[family]}</p>
      </div>
      <ul className="index" data-kind={kind} role="list">
        {entries.map((entry) => (
          <li key={entry.id}>
            {kind === 'full' ? <FullRow entry={entry} /> : <ShortRow entry={entry} />}
            {entry.bankSize > 0 && (
              <p className="row">
                <Link className="button" to={`/exam/${entry.id}?start=10`}>
                  {catalogue.practiceTen(entry.bankSize)}
                  <span className="visually-hidden"> {catalogue.questionsOf(entry.id.toUpperCase())}</span>
                </Link>
                {kind === 'full' && (
                  <Link className="practice-more link-alone" to={`/certifications/${entry.id}`}>
                    {catalogue.allWays}
                    <span className="visually-hidden"> {catalogue.toPractice(entry.id.toUpperCase())}</span>
                  </Link>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ShortRow({ entry }: { entry: CatalogSummary }) {
  return (
    <Link className="index-entry" to={`/certifications/${entry.id}`}>
      <IdBadge id={entry.id} />
      <h3>
        <English>{shortCertificationName(entry)}</English>
      </h3>
      {entry.weights.length > 0 && <Outline areas={entry.weights} label={catalogue.outlineLabel(entry.id.toUpperCase())} />}
      <span className="count">{catalogue.questions(entry.bankSize)}</span>
      <Status certification={entry} length="short" />
    </Link>
  )
}

function FullRow({ entry }: { entry: CatalogSummary }) {
  return (
    <Link className="index-entry" to={`/certifications/${entry.id}`}>
      <IdBadge id={entry.id} />
      <h3>
        <English>{entry.name}</English>
      </h3>
      <p className="text">{certificationDescriptions[entry.description] ?? <English>{entry.description}</English>}</p>
      <p className="facts">
        <TypeBadge certification={entry} />
        <Status certification={entry} length="full" />
        <span>{catalogue.questions(entry.bankSize)}</span>
      </p>
      <div className="progress">
        {entry.weights.length > 0 && <Outline areas={entry.weights} label={catalogue.outlineLabel(entry.id.toUpperCase())} />}
      </div>
    </Link>
  )
}
