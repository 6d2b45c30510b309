/** The page of a certification: facts with their sources, the outline drawn to scale, and ways to practice. */
import { Link } from 'react-router'
import { familyMark, isRenewable } from '#exam/certification.ts'
import { listNewestMonths } from '#exam/planning/renewal.ts'
import { listSimulationLengths } from '#exam/planning/simulation.ts'
import { catalogue } from '#text/catalogue.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { getCertification } from '#web/http/get-certification.ts'
import { originContext, servicesContext } from '#web/context.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { shareImagePath, pageMeta } from '#web/seo/page-meta.ts'
import { certificationData } from '#web/seo/structured-data.ts'
import { challenges } from '#text/challenges.ts'
import { certificationPage } from '#text/certification-page.ts'
import { paper } from '#text/paper.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Status } from '#web/ui/figures/status.tsx'
import { TypeBadge } from '#web/ui/figures/type-badge.tsx'
import type { Route } from './+types/certification.ts'
import { Facts, RetiredNotice, Sources } from '#web/catalogue/certification-facts.tsx'
import { CertificationOutline } from '#web/catalogue/certification-outline.tsx'
import { PracticePanel } from '#web/catalogue/practice-panel.tsx'
import { UnfinishedPractice } from '#web/catalogue/unfinished-practice.tsx'
import { ExamDay } from '#web/exam-dates/index.ts'
import { countByObjective, listAnswerKeys } from '#server/bank/index.ts'
import { listOutlines } from '#server/catalogue/index.ts'
import { SaveExam } from '#web/offline/index.ts'
import { English } from '#web/ui/english.tsx'

const { changes } = challenges

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const entry = await getCertification(db, params.certificationId, (id) => `/certifications/${id}`)
  const outline = (await listOutlines(db, [entry.id])).get(entry.id)
  return {
    entry,
    outline: outline && { ...outline, sizes: await countByObjective(db, entry.id) },
    newestMonths: isRenewable(entry) ? listNewestMonths(await listAnswerKeys(db, entry.id)) : [],
    simulation: listSimulationLengths(entry, entry.bankSize)[0],
    about: certificationData(context.get(originContext), entry),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { id, name, bankSize } = loaderData.entry
  return pageMeta({
    title: certificationPage.pageTitle(id.toUpperCase(), name),
    description: certificationPage.pageDescription(id.toUpperCase(), name, bankSize),
    path: `/certifications/${id}`,
    matches,
    image: shareImagePath('certifications', id),
    feed: { title: changes.feedTitle(id.toUpperCase()), path: `/certifications/${id}/changes.atom` },
    data: loaderData.about,
  })
}

export default function CertificationPage({ loaderData: { entry, outline, simulation, newestMonths } }: Route.ComponentProps) {
  return (
    <SitePage>
      <div data-family={familyMark(entry.family)}>
        <p className="facts">
          <IdBadge id={entry.id} />
          <Link to={`/certifications?family=${encodeURIComponent(entry.family)}`}>{entry.family}</Link>
          <TypeBadge certification={entry} />
          <Status certification={entry} length="full" />
        </p>
        <h1>
          <English>{entry.name}</English>
        </h1>
        <RetiredNotice entry={entry} />
        {entry.status === 'active' && <ExamDay key={entry.id} certificationId={entry.id} />}
        <UnfinishedPractice entry={entry} />
        {entry.bankSize > 0 && <PracticePanel entry={entry} simulation={simulation} newestMonths={newestMonths} />}
        <CertificationOutline entry={entry} outline={outline} />
        <Facts entry={entry} />
        {entry.bankSize > 0 && <SaveExam key={entry.id} id={entry.id} />}
        {entry.bankSize > 0 && <PaperLink id={entry.id} />}
        {entry.bankSize > 0 && <ChangesLink id={entry.id} />}
        <Sources entry={entry} />
      </div>
    </SitePage>
  )
}

function PaperLink({ id }: { id: string }) {
  return (
    <section className="apart flow" aria-labelledby="paper">
      <h2 id="paper">{paper.linkTitle}</h2>
      <p className="soft">{paper.linkText}</p>
      <p>
        <Link className="button" to={`/exam/${id}/paper`}>
          <Icon name="print" /> {paper.link}
        </Link>
      </p>
    </section>
  )
}

function ChangesLink({ id }: { id: string }) {
  return (
    <section className="apart flow" aria-labelledby="changes">
      <h2 id="changes">{changes.link}</h2>
      <p className="soft">{changes.linkText}</p>
      <p>
        <Link className="link-alone" to={`/certifications/${id}/changes`}>
          {changes.title(id.toUpperCase())}
        </Link>
      </p>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} title={catalogue.errorTitle}>{`${catalogue.failed}. ${catalogue.failedAdvice}`}</ErrorPage>
}
