/** The facts of a certification with their sources, and the notice about a retired one. */
import { Link } from 'react-router'
import { isApproximate, type Certification, type FactName } from '#exam/certification.ts'
import type { CatalogEntry } from '#server/catalogue/index.ts'
import { catalogue } from '#text/catalogue.ts'
import { certificationPage } from '#text/certification-page.ts'
import { FactList, type Fact } from '#web/ui/figures/fact-list.tsx'
import { English } from '#web/ui/english.tsx'

export function Facts({ entry }: { entry: CatalogEntry }) {
  const factText = <Value,>(name: FactName, value: Value | null, format: (value: Value) => string): string | undefined => {
    if (value === null) return undefined
    return isApproximate(entry, name) ? certificationPage.about(format(value)) : format(value)
  }
  const facts: Fact[] = [
    [certificationPage.duration, factText('durationMinutes', entry.durationMinutes, certificationPage.minutes)],
    [certificationPage.passScore, factText('passScore', entry.passScore, certificationPage.ofThousand)],
    [certificationPage.price, factText('priceUsd', entry.priceUsd, certificationPage.dollars)],
    [certificationPage.questionCount, factText('questionCount', entry.questionCount, certificationPage.countRange)],
    [certificationPage.outlineOf, factText('outlineOf', entry.outlineOf, catalogue.day)],
    [certificationPage.inOurBank, catalogue.questions(entry.bankSize)],
    ...(entry.status === 'active' || entry.languages ? [[certificationPage.languages, languagesText(entry)] as const] : []),
    ...(entry.status === 'active' || entry.inFrench
      ? [[certificationPage.inFrench, certificationPage.isInFrench[entry.inFrench ?? 'unknown']] as const]
      : []),
    ...(entry.status === 'active' || entry.practiceAssessment
      ? [[certificationPage.practiceAssessment, certificationPage.hasPracticeAssessment[entry.practiceAssessment ?? 'unknown']] as const]
      : []),
  ]
  return <FactList facts={facts} />
}

function languagesText(entry: CatalogEntry): string {
  if (entry.languages === null) return certificationPage.notFound
  const languages = certificationPage.listedLanguages(entry.languages)
  return isApproximate(entry, 'languages') ? certificationPage.unconfirmed(languages) : languages
}

export function RetiredNotice({ entry }: { entry: CatalogEntry }) {
  if (entry.status === 'active') return null
  return (
    <aside className="notice retired" aria-label={certificationPage.retiredTitle}>
      <p>
        <b>{certificationPage.retiredTitle}.</b>{' '}
        {certificationPage.retiredText(entry.id.toUpperCase(), entry.retiredOn, isApproximate(entry, 'retiredOn'))}{' '}
        {entry.successor ? certificationPage.successor(entry.successor, isApproximate(entry, 'successor')) : certificationPage.noSuccessor}{' '}
        {certificationPage.questionsStay}
      </p>
      {entry.successorId && (
        <Link className="button" to={`/certifications/${entry.successorId}`}>
          {entry.successorId.toUpperCase()}
        </Link>
      )}
    </aside>
  )
}

export function Sources({ entry }: { entry: Certification }) {
  const sources = Object.entries(entry.sources) as [FactName, NonNullable<Certification['sources'][FactName]>][]
  const checkedOn = sources[0]?.[1].checkedOn
  return (
    <section className="apart" aria-labelledby="sources">
      <h2 id="sources">{certificationPage.sources}</h2>
      {checkedOn && <p className="soft">{certificationPage.sourcesText(checkedOn)}</p>}
      <details>
        <summary>{certificationPage.showSources}</summary>
        <dl className="sources">
          {sources.map(([name, { source, address, checkedOn: day, isApproximate: isAbout }]) => (
            <div key={name}>
              <dt>{certificationPage.facts[name]}</dt>
              <dd>
                {address ? (
                  <a href={address} rel="external noopener">
                    <English>{source}</English>
                  </a>
                ) : (
                  <English>{source}</English>
                )}
                {address ? certificationPage.readOn(day) : certificationPage.checkedOn(day)}
                {isAbout && ` (${certificationPage.approximateMark})`}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {entry.studyGuideUrl && (
        <p>
          <a className="link-alone" href={entry.studyGuideUrl} rel="external noopener">
            {certificationPage.officialGuide}
          </a>
        </p>
      )}
    </section>
  )
}
