/** `/profile/history/:attemptId`: a run that the account keeps, with its questions as they were asked. */
import { Form, Link, data, redirect } from 'react-router'
import { toLocalMoment } from '#exam/local-day.ts'
import { gradeAttempt } from '#exam/results.ts'
import { findAreaOfSet } from '#exam/question-set.ts'
import { hasFinished } from '#exam/attempt.ts'
import type { Services } from '#server/services.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { deleteHereToo } from '#web/progress/remove-deleted-attempts.ts'
import { runPath } from '#web/progress/history.tsx'
import { progress } from '#web/text/en/progress.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import type { Route } from './+types/attempt-page.ts'
import { listRemovedQuestions } from '#server/bank/index.ts'
import { findCertification } from '#server/catalogue/index.ts'
import {
  findAttempt,
  findLatestAttempt,
  findPinnedSkillArea,
  finishExpired,
  listPinnedCaseStudies,
  listPinnedQuestions,
  removeAttempt,
} from '#server/practice/index.ts'
import type { StoredAttempt } from '#server/practice/index.ts'
import { readSettings } from '#server/settings/index.ts'
import { findLatestSimulation } from '#server/simulation/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { QuestionReview, Results, ShareLink } from '#web/practice/index.ts'
import { ExamPoints } from '#web/simulation/index.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  await finishExpired(db, new Date(), { id: params.attemptId })
  const attempt = await findAttempt(db, params.attemptId, { userId: viewer.id })
  if (!attempt) throw data(null, { status: 404 })
  const { attempt: run } = attempt
  const entry = await findCertification(db, run.certificationId)
  const skillAreas = entry?.skillAreas.map(({ name, weightMin, weightMax }) => ({ name, weightMin, weightMax })) ?? []
  const questions = await listPinnedQuestions(db, { ...attempt, pinned: readableOf(attempt) })
  const { timeZone } = await readSettings(db, viewer.id)
  return {
    id: attempt.id,
    run,
    certification: {
      id: run.certificationId,
      name: entry?.name ?? run.certificationId.toUpperCase(),
      family: entry?.family ?? ('ERP' as const),
      skillAreas,
    },
    area: run.set.startsWith('area-')
      ? ((await findPinnedSkillArea(db, attempt.id)) ?? findAreaOfSet(run.set, skillAreas)?.name)
      : undefined,
    isLatest: (await findContinued(db, viewer.id, run))?.id === attempt.id,
    begun: toLocalMoment(run.startedAt, timeZone),
    finished: run.finishedAt === null ? null : toLocalMoment(run.finishedAt, timeZone),
    questions,
    caseStudies: await listPinnedCaseStudies(db, questions),
    removedIds: await listRemovedQuestions(db, run.certificationId, run.questionIds),
  }
}

/** The attempt that the exam page goes on with. */
function findContinued(
  db: Services['db'],
  userId: string,
  { certificationId, set }: StoredAttempt['attempt'],
): Promise<StoredAttempt | undefined> {
  return set === 'simulation'
    ? findLatestSimulation(db, userId, certificationId, new Date())
    : findLatestAttempt(db, userId, certificationId, set)
}

/** Nothing of a simulation before it is submitted, and of practice under way what has been revealed. */
function readableOf({ attempt: run, pinned: asked, simulation }: StoredAttempt): StoredAttempt['pinned'] {
  if (hasFinished(run)) return asked
  return simulation ? [] : asked.filter(({ id }) => run.revealed.includes(id))
}

/** The one button there is deletes the attempt. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = await getViewer(context, request)
  if (!(await removeAttempt(context.get(servicesContext).db, viewer.id, params.attemptId, new Date()))) throw data(null, { status: 404 })
  return redirect('/profile/history?done=attempt-deleted')
}

export function clientAction({ serverAction, params: { attemptId } }: Route.ClientActionArgs) {
  return deleteHereToo(serverAction, { attemptId })
}

export default function AttemptPage({ loaderData }: Route.ComponentProps) {
  const { id, run, certification, area, begun, finished, questions, caseStudies, removedIds } = loaderData
  const result = gradeAttempt(
    run,
    questions,
    certification.skillAreas.map(({ name }) => name),
  )
  const tookMs = (run.finishedAt ?? run.startedAt) - run.startedAt
  return (
    <SitePage>
      <NoindexTitle>{`${progress.attemptTitle(certification.id.toUpperCase())}, Praxam`}</NoindexTitle>
      <div data-family={familyMark(certification.family)}>
        <p className="facts">
          <IdBadge id={certification.id} />
          <span>{progress.sets(run.set, area)}</span>
          <span>
            {finished ? progress.attemptFinished(finished.day, finished.time, tookMs) : progress.attemptStarted(begun.day, begun.time)}
          </span>
        </p>
        {finished && result ? (
          <>
            <Results
              certification={certification}
              caseStudies={caseStudies}
              result={result}
              removedIds={removedIds}
              figures={run.set === 'simulation' && <ExamPoints questions={questions} attempt={run} />}
              actions={<ShareLink attemptId={id} />}
            />
            <p className="small">{progress.asWhenStarted}</p>
          </>
        ) : (
          <>
            <h1 className="title">{progress.attemptTitle(certification.id.toUpperCase())}</h1>
            {finished ? <p>{progress.noResult}</p> : <UnderWay data={loaderData} />}
            {!finished && result && <QuestionReview result={result} caseStudies={caseStudies} />}
          </>
        )}
        <details className="danger-zone">
          <summary>{progress.deleteAttempt}</summary>
          <Form method="post" className="flow measure">
            <p>{progress.deleteAttemptText}</p>
            <SubmitButton label={progress.deleteAttemptNow} busy={progress.deleting} kind="danger" />
          </Form>
        </details>
        <p className="apart row">
          <Link to="/profile/history">{progress.backToHistory}</Link>
          <Link to={`/profile/progress/${certification.id}`}>{progress.pageTitle(certification.id.toUpperCase())}</Link>
        </p>
      </div>
    </SitePage>
  )
}

function UnderWay({ data: { run, certification, questions, isLatest } }: { data: Route.ComponentProps['loaderData'] }) {
  const revealed = questions.length > 0 ? progress.revealedSoFar : progress.noneRevealed
  return (
    <div className="flow">
      <p>
        {progress.answeredSoFar(Object.keys(run.answers).length, run.questionIds.length)}{' '}
        {run.set === 'simulation' ? progress.sealed : revealed}
      </p>
      {isLatest ? (
        <p>
          <Link className="button" data-kind="primary" to={runPath(certification.id, run.set)}>
            {progress.continue}
          </Link>
        </p>
      ) : (
        <p>{run.set === 'simulation' ? progress.otherInProgress : progress.replaced}</p>
      )}
    </div>
  )
}
