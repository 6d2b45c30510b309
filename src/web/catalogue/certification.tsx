/** A certification: facts with their sources, the outline to scale, and ways to practise. */
import { useEffect, useState } from 'react'
import { Link, isRouteErrorResponse } from 'react-router'
import { familyMark, isApproximate } from '#exam/certification.ts'
import type { Certification, FactName } from '#exam/certification.ts'
import { foldJournal, hasFinished } from '#exam/attempt.ts'
import type { Attempt } from '#exam/attempt.ts'
import { listSimulationLengths } from '#exam/simulation.ts'
import type { SimulationLength } from '#exam/simulation.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { getCertification } from '#web/http/get-certification.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { findCounterpart } from '#web/seo/counterpart.ts'
import { NotFoundPage } from '#web/layout/not-found.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { cardPath, pageMeta } from '#web/seo/page-meta.ts'
import { certificationData } from '#web/seo/structured-data.ts'
import { en } from '#web/text/en/en.ts'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { Outline } from '#web/ui/outline.tsx'
import { Status } from '#web/ui/status.tsx'
import { TypeBadge } from '#web/ui/type-badge.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import type { Route } from './+types/certification.ts'
import type { CatalogueEntry } from '#server/catalogue/index.ts'
import { KeepExam } from '#web/offline/index.ts'
import { CustomSetLink, MistakesLink, ReviewLink } from '#web/review/index.ts'
import { openPageJournal } from '#web/sync/index.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const entry = await getCertification(context.get(servicesContext).db, params.certificationId, (id) => `/certifications/${id}`)
  return {
    entry,
    simulation: listSimulationLengths(entry, entry.bankSize)[0],
    counterpart: findCounterpart(context, `/certifications/${entry.id}`),
    about: certificationData(context.get(originContext), entry),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { id, name, bankSize } = loaderData.entry
  return pageMeta({
    title: en.catalogue.pageTitle(id.toUpperCase(), name),
    description: en.catalogue.pageDescription(id.toUpperCase(), name, bankSize),
    path: `/certifications/${id}`,
    matches,
    image: cardPath('certifications', id),
    counterpart: loaderData.counterpart,
    data: loaderData.about,
  })
}

export default function CertificationPage({ loaderData: { entry, simulation, counterpart } }: Route.ComponentProps) {
  const run = useLatestRun(entry.id)
  return (
    <SitePage counterpart={counterpart}>
      <div data-family={familyMark(entry.family)}>
        <p className="facts">
          <IdBadge id={entry.id} />
          <Link to={`/certifications?family=${encodeURIComponent(entry.family)}`}>{entry.family}</Link>
          <TypeBadge certification={entry} />
          <Status certification={entry} length="full" />
        </p>
        <div className="title">
          <h1>{entry.name}</h1>
          <PracticeLink entry={entry} run={run} />
        </div>
        <RetiredNotice entry={entry} />
        <Facts entry={entry} />
        {entry.status === 'active' && (
          <p className="small">
            <Link to={`/profile/exam-dates?exam=${entry.id}`}>{en.catalogue.setExamDate}</Link>
          </p>
        )}
        <Ways entry={entry} simulation={simulation} run={run} />
        <OutlineWithAreas entry={entry} />
        {entry.bankSize > 0 && <KeepExam key={entry.id} id={entry.id} />}
        <Sources entry={entry} />
      </div>
    </SitePage>
  )
}

/** The latest run of the whole bank on this device, if there is one. */
function useLatestRun(certificationId: string): Attempt | undefined {
  const [run, setRun] = useState<Attempt>()
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const { journal } = await openPageJournal()
      const recorded = await journal.latest(certificationId, 'all')
      if (!isGone) setRun(recorded && foldJournal(recorded.moves))
    }
    read().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [certificationId])
  return run
}

function PracticeLink({ entry, run }: { entry: CatalogueEntry; run: Attempt | undefined }) {
  const { catalogue } = useTexts()
  if (entry.bankSize === 0) return null
  const words = () => {
    if (run) return hasFinished(run) ? catalogue.seeResults : catalogue.resume(run.current + 1, run.questionIds.length)
    return entry.status === 'retired' ? catalogue.practiceAnyway : catalogue.startPractice
  }
  return (
    <Link className="button" data-kind="primary" data-size="large" to={`/exam/${entry.id}`}>
      {words()}
    </Link>
  )
}

function RetiredNotice({ entry }: { entry: CatalogueEntry }) {
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

function Facts({ entry }: { entry: CatalogueEntry }) {
  const { catalogue } = useTexts()
  const said = <Value,>(name: FactName, value: Value | null, print: (value: Value) => string): string | undefined => {
    if (value === null) return undefined
    return isApproximate(entry, name) ? catalogue.about(print(value)) : print(value)
  }
  const facts: [name: string, words: string | undefined][] = [
    [catalogue.duration, said('durationMinutes', entry.durationMinutes, catalogue.minutes)],
    [catalogue.passScore, said('passScore', entry.passScore, catalogue.ofThousand)],
    [catalogue.price, said('priceUsd', entry.priceUsd, catalogue.dollars)],
    [catalogue.questionCount, said('questionCount', entry.questionCount, catalogue.countRange)],
    [catalogue.outlineOf, said('outlineOf', entry.outlineOf, catalogue.day)],
    [catalogue.inOurBank, catalogue.questions(entry.bankSize)],
  ]
  return (
    <dl className="facts" data-size="large">
      {facts.map(([name, words]) =>
        words === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

type WaysProps = { entry: CatalogueEntry; simulation: SimulationLength | undefined; run: Attempt | undefined }

function Ways({ entry, simulation, run }: WaysProps) {
  const { catalogue } = useTexts()
  if (entry.bankSize === 0) return null
  return (
    <section className="apart" aria-labelledby="ways">
      <h2 id="ways">{catalogue.waysToPractice}</h2>
      <ul className="split ways" role="list">
        <li className="way">
          <h3>{catalogue.practice}</h3>
          <p>{catalogue.practiceText(entry.bankSize)}</p>
          {/* With a run under way or finished, the button on top of the page goes on with it. */}
          {!run && (
            <Link className="button" to={`/exam/${entry.id}`}>
              {catalogue.startPractice}
            </Link>
          )}
        </li>
        {simulation && (
          <li className="way">
            <h3>{catalogue.simulation}</h3>
            <p>{catalogue.simulationText(simulation.questions, simulation.minutes)}</p>
            <Link className="button" to={`/exam/${entry.id}/simulation`}>
              {catalogue.startSimulation}
            </Link>
          </li>
        )}
        <li className="way">
          <h3>{catalogue.byArea}</h3>
          <p>{catalogue.byAreaText}</p>
        </li>
        <MistakesLink certificationId={entry.id} />
        <CustomSetLink certificationId={entry.id} />
        <ReviewLink certificationId={entry.id} />
      </ul>
    </section>
  )
}

function OutlineWithAreas({ entry }: { entry: CatalogueEntry }) {
  const { catalogue } = useTexts()
  return (
    <section className="apart" aria-labelledby="outline">
      <h2 id="outline">{catalogue.toScale}</h2>
      <p className="soft">
        {isApproximate(entry, 'outline') ? `${catalogue.toScaleText} ${catalogue.toScaleApproximate}` : catalogue.toScaleText}
      </p>
      <div className="outline-alone">
        <Outline areas={entry.skillAreas} label={catalogue.outlineLabel(entry.id.toUpperCase())} />
      </div>
      <ol className="areas" role="list">
        <li data-head aria-hidden="true">
          <span />
          <span>{catalogue.skillArea}</span>
          <span className="figure">{catalogue.weight}</span>
          <span className="figure">{catalogue.questionCount}</span>
          <span />
          <span />
        </li>
        {entry.skillAreas.map((area, i) => (
          <li key={area.name}>
            <b>{i + 1}</b>
            <details>
              <summary>{area.name}</summary>
              <ul className="soft">
                {area.skills.map((skill) => (
                  <li key={skill}>{skill}</li>
                ))}
              </ul>
            </details>
            <span className="figure" data-name={catalogue.weight}>
              {isApproximate(entry, 'outline')
                ? catalogue.about(catalogue.weightRange(area.weightMin, area.weightMax))
                : catalogue.weightRange(area.weightMin, area.weightMax)}
            </span>
            <span className="figure" data-name={catalogue.questionCount}>
              {entry.areaSizes[i]}
            </span>
            <span />
            {entry.areaSizes[i] === 0 ? (
              <span />
            ) : (
              <Link to={`/exam/${entry.id}?set=area-${i + 1}`} aria-label={catalogue.practiceArea(area.name)}>
                {catalogue.practice}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Sources({ entry }: { entry: Certification }) {
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { catalogue, site } = useTexts()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <SitePage>
      <NoindexTitle>{catalogue.errorTitle}</NoindexTitle>
      <Message
        title={catalogue.errorTitle}
        isAlert
        error={error}
        actions={<TryAgain also={{ to: '/certifications', label: site.certifications }} />}
      >
        {`${catalogue.failed}. ${catalogue.failedAdvice}`}
      </Message>
    </SitePage>
  )
}
