/**
 * `/exam/:certificationId?set=`: the practice exam of a certification. The server sends every question with its answer key, the
 * same for every visitor. Only the browser knows which attempt is in progress.
 */
import { Link, useLocation, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { Suspense, lazy, useMemo } from 'react'
import {
  findAreaOfSet,
  needsQuestionIds,
  listQuestionIdsOfSet,
  parsePracticeLength,
  parseQuestionSet,
  type PracticeLength,
} from '#exam/question-set.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { familyMark, toAttemptCertification } from '#exam/certification.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { QuestionsError } from '#web/layout/questions-error.tsx'
import { PracticeScreen } from '#web/practice/attempt/practice-screen.tsx'
import { SitePage } from '#web/layout/site-page.tsx'
import { shareImagePath, pageMeta } from '#web/seo/page-meta.ts'
import { en } from '#web/text/en/en.ts'
import { useTexts } from '#web/text/texts.ts'
import { Message } from '#web/ui/message.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Route } from './+types/practice.ts'
import { listCaseStudies, listQuestions } from '#server/bank/index.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const certification = await getCertification(db, params.certificationId, (id) => `/exam/${id}${url.search}`)
  return {
    certification: toAttemptCertification(certification),
    questions: await listQuestions(db, certification.id),
    caseStudies: await listCaseStudies(db, certification.id),
  }
}

/** Another question set of the same exam needs no request, because every question is already loaded. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentParams['certificationId'] === nextParams['certificationId'] ? false : defaultShouldRevalidate
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { certification, questions } = loaderData
  return pageMeta({
    title: en.exam.title(certification.name),
    description: en.exam.description(certification.id.toUpperCase(), questions.length),
    // Search engines treat it as the certification page. Source: spec §2, /exam/{certificationId}.
    path: `/certifications/${params.certificationId}`,
    matches,
    image: shareImagePath('certifications', certification.id),
  })
}

const StartMixed = lazy(() => import('#web/practice/attempt/start-mixed.tsx'))

/**
 * The query of the address: the question set and, if it is to be drawn and started, how many questions. `all` during server rendering
 * and hydration, because the cached page ignores the query.
 */
function useRequest(): { set: QuestionSet | undefined; startLength: PracticeLength | undefined } {
  const [parameters] = useSearchParams()
  if (!useHydrated()) return { set: 'all', startLength: undefined }
  const startLength = parsePracticeLength(parameters.get('start'))
  if (!startLength) return { set: parseQuestionSet(parameters.get('set')), startLength }
  const area = parameters.get('area')
  if (area !== null) return { set: parseQuestionSet(`area-${area}`), startLength }
  return { set: parameters.getAll('only').join() === 'wrong' ? 'mistakes' : 'mixed', startLength }
}

export default function Practice({ loaderData: { certification, questions, caseStudies } }: Route.ComponentProps) {
  const { exam } = useTexts()
  const { set, startLength } = useRequest()
  const { key: visit } = useLocation()
  const { id, family, skillAreas } = certification
  const questionIds = useMemo(() => (set ? listQuestionIdsOfSet(set, questions, skillAreas) : []), [set, questions, skillAreas])
  const toList = (
    <Link className="button" to="/certifications">
      {exam.returnToList}
    </Link>
  )
  if (questions.length === 0) {
    return (
      <SitePage>
        <Message title={exam.emptyTitle} actions={toList}>
          {exam.empty}
        </Message>
      </SitePage>
    )
  }
  if (set === undefined || (set.startsWith('area-') && !findAreaOfSet(set, skillAreas))) {
    return (
      <SitePage>
        <Message title={exam.noAreaTitle} actions={toList}>
          {exam.noArea(id.toUpperCase())}
        </Message>
      </SitePage>
    )
  }
  if (startLength) {
    return (
      <Suspense fallback={null}>
        <StartMixed key={visit} certification={certification} questions={questions} set={set} length={startLength} />
      </Suspense>
    )
  }
  return (
    <div className="attempt-page" data-family={familyMark(family)}>
      <PracticeScreen
        // Each start of such a set is a new attempt, although the address stays the same.
        key={needsQuestionIds(set) ? visit : `${id} ${set}`}
        certification={certification}
        questions={questions}
        caseStudies={caseStudies}
        set={set}
        questionIds={questionIds}
      />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { exam } = useTexts()
  const message = error instanceof TypeError ? error.message : exam.failed
  return <QuestionsError error={error}>{`${message.replace(/\.$/, '')}. ${exam.failedAdvice}`}</QuestionsError>
}
