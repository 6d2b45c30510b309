/** The facts of a certification with their sources, and the notice on a retired one. */
import { Link } from 'react-router'
import { isApproximate } from '#exam/certification.ts'
import type { Certification, FactName } from '#exam/certification.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { useTexts } from '#web/text/texts.ts'

export function Facts({ entry }: { entry: CatalogueEntry }) {
  const { catalogue } = useTexts()
  const factText = <Value,>(name: FactName, value: Value | null, format: (value: Value) => string): string | undefined => {
    if (value === null) return undefined
    return isApproximate(entry, name) ? catalogue.about(format(value)) : format(value)
  }
  const facts: [name: string, text: string | undefined][] = [
    [catalogue.duration, factText('durationMinutes', entry.durationMinutes, catalogue.minutes)],
    [catalogue.passScore, factText('passScore', entry.passScore, catalogue.ofThousand)],
    [catalogue.price, factText('priceUsd', entry.priceUsd, catalogue.dollars)],
    [catalogue.questionCount, factText('questionCount', entry.questionCount, catalogue.countRange)],
    [catalogue.outlineOf, factText('outlineOf', entry.outlineOf, catalogue.day)],
    [catalogue.inOurBank, catalogue.questions(entry.bankSize)],
  ]
  return (
    <dl className="facts" data-size="large">
      {facts.map(([name, text]) =>
        text === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

export function RetiredNotice({ entry }: { entry: CatalogueEntry }) {
  const { catalogue } = useTexts()
  if (entry.status === 'active') return null
  return (
    <aside className="notice retired" aria-label={catalogue.retiredTitle}>
      <p>
        <b>{catalogue.retiredTitle}.</b> {catalogue.retiredText(entry.id.toUpperCase(), entry.retiredOn, isApproximate(entry, 'retiredOn'))}{' '}
        {entry.successor ? catalogue.successor(entry.successor, isApproximate(entry, 'successor')) : catalogue.noSuccessor}{' '}
        {catalogue.questionsStay}
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
  const { catalogue } = useTexts()
  const sources = Object.entries(entry.sources) as [FactName, NonNullable<Certification['sources'][FactName]>][]
  const checkedOn = sources[0]?.[1].checkedOn
  return (
    <section className="apart" aria-labelledby="sources">
      <h2 id="sources">{catalogue.sources}</h2>
      {checkedOn && <p className="soft">{catalogue.sourcesText(checkedOn)}</p>}
      <details>
        <summary>{catalogue.showSources}</summary>
        <dl className="sources">
          {sources.map(([name, { source, isApproximate: isAbout }]) => (
            <div key={name}>
              <dt>{catalogue.facts[name]}</dt>
              <dd>
                {source}
                {isAbout && ` (${catalogue.approximateMark})`}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {entry.studyGuideUrl && (
        <p>
          <a href={entry.studyGuideUrl} rel="external noopener">
            {catalogue.officialGuide}
          </a>
        </p>
      )}
    </section>
  )
}
