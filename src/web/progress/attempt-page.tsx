/** `/profile/history/:attemptId`: an attempt in the account, with its questions as they were when it started, except for corrected answer keys. */
import { useCallback } from 'react'
import { Form, Link, data, redirect } from 'react-router'
import { toLocalMoment } from '#exam/planning/local-day.ts'
import { showAttempt, showQuestion } from '#exam/option-order.ts'
import { gradeAttempt } from '#exam/results/results.ts'
import { attemptPath, findAreaOfSet } from '#exam/question-set.ts'
import { hasFinished } from '#exam/attempt.ts'
import type { Services } from '#server/services.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark, toAttemptCertification, type AttemptCertification } from '#exam/certification.ts'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { deleteOnDeviceToo } from '#web/progress/remove-deleted-attempts.ts'
import { progress } from '#text/progress.ts'
import { readKnownOwner } from '#web/sync/index.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/attempt-page.ts'
import { listRemovedQuestions } from '#server/bank/index.ts'
import { findCertification } from '#server/catalogue/index.ts'
import {
  findAttempt,
  findLatestAttempt,
  findPinnedSkillArea,
  finishExpired,
  listAnswerTimes,
  listPinnedCaseStudies,
  listPinnedQuestions,
  removeAttempt,
  type StoredAttempt,
} from '#server/practice/index.ts'
import { listEarlierResults } from '#server/rescoring/index.ts'
import { readSettings } from '#server/settings/index.ts'
import { findLatestSimulation } from '#server/simulation/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { QuestionReview, Results, ShareLink, fetchTranslations } from '#web/practice/index.ts'
import { EarlierResults, EarlierResultsLink } from '#web/rescoring/index.ts'
import { ExamPoints } from '#web/simulation/index.ts'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  await finishExpired(db, new Date(), { id: params.attemptId })
  const stored = await findAttempt(db, params.attemptId, { userId: viewer.id })
  if (!stored) throw data(null, { status: 404 })
  const { id } = stored
  const pinned = await listPinnedQuestions(db, { ...stored, pinned: readableQuestions(stored) })
  const keptQuestions = stored.pinned.filter(({ imported }) => imported !== undefined).length
  const attempt = showAttempt(stored.attempt, new Map(pinned.map((question) => [question.id, question])))
  const questions = pinned.map((question) => showQuestion(question, attempt.seed))
  const entry = await findCertification(db, attempt.certificationId)
  const certificationId = attempt.certificationId
  const certification: AttemptCertification = entry
    ? toAttemptCertification(entry)
    : { id: certificationId, name: certificationId.toUpperCase(), family: 'ERP', skillAreas: [] }
  const { timeZone } = await readSettings(db, viewer.id)
  return {
    id,
    attempt,
    certification,
    area: attempt.set.startsWith('area-')
      ? ((await findPinnedSkillArea(db, id)) ?? findAreaOfSet(attempt.set, certification.skillAreas)?.name)
      : undefined,
    isLatest: (await findLatest(db, viewer.id, attempt))?.id === id,
    started: toLocalMoment(attempt.startedAt, timeZone),
    finished: attempt.finishedAt === null ? null : toLocalMoment(attempt.finishedAt, timeZone),
    questions,
    times: hasFinished(attempt) ? await listAnswerTimes(db, id) : undefined,
    caseStudies: await listPinnedCaseStudies(db, questions),
    // The bank may not have the questions of an imported attempt.
    imported: stored.isImported ? { keptQuestions, correct: stored.correct, total: stored.total } : undefined,
    earlierResults: await listEarlierResults(db, viewer.id, stored),
    removedIds: await listRemovedQuestions(db, attempt.certificationId, attempt.questionIds),
  }
}

/** The attempt that the exam page continues. */
function findLatest(
  db: Services['db'],
  userId: string,
  { certificationId, set }: StoredAttempt['attempt'],
): Promise<StoredAttempt | undefined> {
  return set === 'simulation'
    ? findLatestSimulation(db, userId, certificationId, new Date())
    : findLatestAttempt(db, userId, certificationId, set)
}

/** The questions that the member may see: in a simulation, none before it is submitted; in practice, the revealed ones. */
function readableQuestions({ attempt, pinned, simulation }: StoredAttempt): StoredAttempt['pinned'] {
  if (hasFinished(attempt)) return pinned
  return simulation ? [] : pinned.filter(({ id }) => attempt.revealed.includes(id))
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = await getViewer(context, request)
  if (!(await removeAttempt(context.get(servicesContext).db, viewer.id, params.attemptId, new Date()))) throw data(null, { status: 404 })
  return redirect('/profile/history?done=attempt-deleted')
}

export function clientAction({ serverAction, params: { attemptId } }: Route.ClientActionArgs) {
  return deleteOnDeviceToo(serverAction, { attemptId })
}

export default function AttemptPage({ loaderData }: Route.ComponentProps) {
  const { id, attempt, certification, area, started, finished, questions, times, caseStudies, removedIds, ...rest } = loaderData
  const { earlierResults, imported } = rest
  const result = gradeAttempt(
    attempt,
    questions,
    certification.skillAreas.map(({ name }) => name),
  )
  const requestTranslations = useCallback(() => fetchTranslations(readKnownOwner(), id), [id])
  const origin = { seed: attempt.seed, requestTranslations }
  const tookMs = (attempt.finishedAt ?? attempt.startedAt) - attempt.startedAt
  return (
    <SitePage>
      <NoindexTitle>{`${progress.attemptTitle(certification.id.toUpperCase())}, Praxam`}</NoindexTitle>
      <div data-family={familyMark(certification.family)}>
        <p className="facts">
          <IdBadge id={certification.id} />
          <span>{progress.sets(attempt.set, area && areaNameOf(area))}</span>
          <span>
            {finished ? progress.attemptFinished(finished.day, finished.time, tookMs) : progress.attemptStarted(started.day, started.time)}
          </span>
          {earlierResults.length > 0 && <EarlierResultsLink />}
        </p>
        {imported && <p className="soft">{progress.imported(imported.keptQuestions)}</p>}
        {finished && result ? (
          <>
            <Results
              certification={certification}
              caseStudies={caseStudies}
              result={result}
              origin={origin}
              times={times}
              removedIds={removedIds}
              figures={attempt.set === 'simulation' && <ExamPoints questions={questions} attempt={attempt} />}
              attemptId={id}
              actions={!imported && <ShareLink attemptId={id} />}
            />
            <p className="small">{progress.asWhenStarted}</p>
          </>
        ) : (
          <>
            <h1 className="title">{progress.attemptTitle(certification.id.toUpperCase())}</h1>
            {finished ? (
              <p>{imported?.total ? progress.unreadable(imported.correct ?? 0, imported.total) : progress.noResult}</p>
            ) : (
              <InProgress data={loaderData} />
            )}
            {!finished && result && <QuestionReview {...{ result, caseStudies, origin }} certificationId={certification.id} />}
          </>
        )}
        <EarlierResults results={earlierResults} />
        <details className="danger-zone">
          <summary>{progress.deleteAttempt}</summary>
          <Form method="post" className="flow measure">
            <p>{progress.deleteAttemptText}</p>
            <SubmitButton label={progress.deleteAttemptNow} busy={progress.deleting} kind="danger" />
          </Form>
        </details>
        <p className="apart row">
          <Link className="link-alone" to="/profile/history">
            {progress.backToHistory}
          </Link>
          <Link className="link-alone" to={`/profile/progress/${certification.id}`}>
            {progress.pageTitle(certification.id.toUpperCase())}
          </Link>
        </p>
      </div>
    </SitePage>
  )
}

function InProgress({ data: { attempt, certification, questions, isLatest } }: { data: Route.ComponentProps['loaderData'] }) {
  const revealed = questions.length > 0 ? progress.revealedSoFar : progress.noneRevealed
  return (
    <div className="flow">
      <p>
        {progress.answeredSoFar(Object.keys(attempt.answers).length, attempt.questionIds.length)}{' '}
        {attempt.set === 'simulation' ? progress.sealed : revealed}
      </p>
      {isLatest ? (
        <p>
          <Link className="button" data-kind="primary" to={attemptPath(certification.id, attempt.set)}>
            {progress.continue}
          </Link>
        </p>
      ) : (
        <p>{attempt.set === 'simulation' ? progress.otherInProgress : progress.replaced}</p>
      )}
    </div>
  )
}
