/**
 * `/exam/:certificationId?set=`: the practice exam of a certification. The server sends the first questions with their answer keys, and
 * what the browser needs to load the others. The page is the same for every visitor: only the browser knows which attempt is in progress.
 */
import { Link, useLocation, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { Suspense, lazy, useMemo } from 'react'
import {
  countDrawn,
  findAreaOfSet,
  needsQuestionIds,
  listQuestionIdsOfSet,
  parsePracticeLength,
  parseQuestionSet,
  type PracticeLength,
} from '#exam/question-set.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import type { QuestionChunk } from '#exam/question-chunks.ts'
import { familyMark, isApproximate, isRenewable as canBeRenewed, toAttemptCertification, type Certification } from '#exam/certification.ts'
import { getQuestionLoader, useBankIndex } from '#web/bank/index.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import type { AreaNames } from '#web/practice/attempt/attempt-mode.ts'
import { PracticeScreen } from '#web/practice/attempt/practice-screen.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { shareImagePath, pageMeta } from '#web/seo/page-meta.ts'
import { certificationPage } from '#text/certification-page.ts'
import { exam } from '#text/practice.ts'
import { site } from '#text/site.ts'
import { Message } from '#web/ui/message.tsx'
import { pickAreaNames } from '#web/ui/areas/area-name.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Route } from './+types/practice.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, questionChunks } = context.get(servicesContext)
  const certification = await getCertification(db, params.certificationId, (id) => `/exam/${id}${url.search}`)
  return {
    certification: toAttemptCertification(certification),
    isRenewable: canBeRenewed(certification),
    retired: certification.status === 'retired' ? retiredSentence(certification) : null,
    // Servers of earlier releases send no names, and during a rolling release one may answer.
    areaNames: pickAreaNames(certification.skillAreas.map(({ name }) => name)) as AreaNames | undefined,
    areaSizes: certification.areaSizes,
    bank: await questionChunks.readBank(certification.id),
  }
}

/** Another question set of the same exam needs no new loader data: the page can already load every question. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentParams['certificationId'] === nextParams['certificationId'] ? false : defaultShouldRevalidate
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { certification, bank } = loaderData
  return pageMeta({
    title: exam.title(certification.name),
    description: exam.description(certification.id.toUpperCase(), bank.size),
    // Search engines treat this page as the certification page. Source: spec §2, /exam/{certificationId}.
    path: `/certifications/${params.certificationId}`,
    matches,
    image: shareImagePath('certifications', certification.id),
  })
}

const StartMixed = lazy(() => import('#web/practice/attempt/start-mixed.tsx'))
const StartRenewal = lazy(() => import('#web/practice/renewal/start-renewal.tsx'))

/**
 * The query of the address: the question set and, if the page should start a new attempt, its length. The set is `all` during server rendering and
 * hydration, because the cached page ignores the query.
 */
function useRequest(): { set: QuestionSet | undefined; startLength: PracticeLength | undefined; startsRenewal?: boolean } {
  const [parameters] = useSearchParams()
  if (!useHydrated()) return { set: 'all', startLength: undefined }
  if (parameters.get('start') === 'renewal') return { set: 'renewal', startLength: 'all', startsRenewal: true }
  const startLength = parsePracticeLength(parameters.get('start'))
  if (!startLength) return { set: parseQuestionSet(parameters.get('set')), startLength }
  const area = parameters.get('area')
  if (area !== null) return { set: parseQuestionSet(`area-${area}`), startLength }
  return { set: parameters.getAll('only').join() === 'wrong' ? 'mistakes' : 'mixed', startLength }
}

/** Composed on the server, so that the browser need not load the texts about certifications. */
function retiredSentence(certification: Certification): string {
  const { id, retiredOn, successor } = certification
  return [
    `${certificationPage.retiredTitle}.`,
    certificationPage.retiredText(id.toUpperCase(), retiredOn, isApproximate(certification, 'retiredOn')),
    successor ? certificationPage.successor(successor, isApproximate(certification, 'successor')) : certificationPage.noSuccessor,
  ].join(' ')
}

export default function Practice({ loaderData }: Route.ComponentProps) {
  const { certification, isRenewable, retired, areaNames = {}, areaSizes, bank } = loaderData
  const { set, startLength, startsRenewal } = useRequest()
  const { key: visit } = useLocation()
  const { id, family, skillAreas } = certification
  const loader = getQuestionLoader(bank)
  // A set that needs question ids continues an attempt that already has them, so it does not need the index.
  const index = useBankIndex(loader, startLength !== undefined || (set !== undefined && !needsQuestionIds(set)))
  const area = set && findAreaOfSet(set, skillAreas)
  const poolSize = area ? (areaSizes[skillAreas.indexOf(area)] ?? 0) : bank.size
  const questionIds = useMemo(() => {
    if (!set) return []
    return index.questions ? listQuestionIdsOfSet(set, index.questions, skillAreas) : placeholderIds(set, bank, countDrawn('all', poolSize))
  }, [set, index.questions, skillAreas, bank, poolSize])
  const toList = (
    <Link className="button" to="/certifications">
      {exam.returnToList}
    </Link>
  )
  if (bank.size === 0) {
    return (
      <SitePage>
        <Message title={exam.emptyTitle} actions={toList}>
          {exam.empty}
        </Message>
      </SitePage>
    )
  }
  if (set === undefined || (set.startsWith('area-') && !area)) {
    return (
      <SitePage>
        <Message title={exam.noAreaTitle} actions={toList}>
          {exam.noArea(id.toUpperCase())}
        </Message>
      </SitePage>
    )
  }
  if (index.hasFailed && !index.questions) {
    const retry = (
      <button className="button" data-kind="primary" type="button" onClick={index.retry}>
        {site.tryAgain}
      </button>
    )
    return (
      <SitePage>
        <Message title={exam.errorTitle} isAlert actions={retry}>
          {`${exam.failed}. ${exam.failedAdvice}`}
        </Message>
      </SitePage>
    )
  }
  if (startsRenewal) {
    return (
      <Suspense fallback={null}>
        <StartRenewal key={visit} {...{ certification, isRenewable }} questions={index.questions} onDrawn={loader.load} />
      </Suspense>
    )
  }
  if (startLength) {
    return (
      <Suspense fallback={null}>
        <StartMixed
          key={visit}
          certification={certification}
          questions={index.questions}
          set={set}
          length={startLength}
          // The drawn questions load while the page changes to the attempt.
          onDrawn={loader.load}
        />
      </Suspense>
    )
  }
  return (
    <div className="attempt-page" data-family={familyMark(family)}>
      {retired && <p className="retired-exam">{retired}</p>}
      <PracticeScreen
        // Each start of a set that needs question ids is a new attempt, although the address stays the same.
        key={needsQuestionIds(set) ? visit : `${id} ${set}`}
        certification={certification}
        bank={bank}
        loader={loader}
        index={index.questions}
        set={set}
        questionIds={questionIds}
        areIdsKnown={index.questions !== undefined || needsQuestionIds(set)}
        poolSize={poolSize}
        area={area}
        areaNames={areaNames}
      />
    </div>
  )
}

/**
 * One id per question of the set, for the screen until the index of a large bank is loaded. In the set `all`, the ids of questions sent with the page
 * are real. All other ids are placeholders. Empty for a set that needs question ids.
 */
function placeholderIds(set: QuestionSet, { first }: { first: QuestionChunk }, count: number): string[] {
  if (needsQuestionIds(set)) return []
  return Array.from({ length: count }, (_, i) => (set === 'all' ? first.questions[i]?.id : undefined) ?? ` ${i}`)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const message = error instanceof TypeError ? error.message : exam.failed
  return <QuestionsError error={error}>{`${message.replace(/\.$/, '')}. ${exam.failedAdvice}`}</QuestionsError>
}
