/** `/profile/progress/:certificationId`: a member's progress in one certification, by skill area and over time. */
import { Fragment } from 'react'
import { Form, Link, redirect } from 'react-router'
import { toLocalMoment } from '#exam/planning/local-day.ts'
import { passMarkPercent, scorePercent } from '#exam/grading.ts'
import { minShareAnswers } from '#exam/answer-share.ts'
import { type AreaProgress } from '#exam/progress.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { getCertification } from '#web/http/get-certification.ts'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { deleteOnDeviceToo } from '#web/progress/remove-deleted-attempts.ts'
import { catalogue } from '#text/catalogue.ts'
import { profile } from '#text/profile.ts'
import { progress } from '#text/progress.ts'
import { AreaRows } from '#web/ui/figures/area-rows.tsx'
import { listDayLabels } from '#web/progress/day-labels.ts'
import { Outline } from '#web/ui/figures/outline.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/certification-progress.ts'
import { removePractice } from '#server/practice/index.ts'
import { readCertificationProgress } from '#server/progress/index.ts'
import { readSettings } from '#server/settings/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { PracticedFlashcards } from '#web/review/index.ts'
import { English } from '#web/ui/english.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const entry = await getCertification(db, params.certificationId, (id) => `/profile/progress/${id}`)
  const { areas, attempts, trend, attemptCount } = await readCertificationProgress(db, viewer.id, entry)
  const { timeZone } = await readSettings(db, viewer.id)
  return {
    certification: { id: entry.id, name: entry.name, family: entry.family, bankSize: entry.bankSize },
    areas,
    attempts: attempts.map(({ id, finishedAt, correct, total, isSimulation }) => {
      const { day, time } = toLocalMoment(finishedAt.getTime(), timeZone)
      return { id, day, time, correct, total, isSimulation, percent: scorePercent(correct, total) }
    }),
    trend,
    attemptCount,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  await removePractice(db, viewer.id, params.certificationId, new Date())
  return redirect('/profile/history?done=practice-deleted')
}

export function clientAction({ serverAction, params: { certificationId } }: Route.ClientActionArgs) {
  return deleteOnDeviceToo(serverAction, { certificationId })
}

type Data = Route.ComponentProps['loaderData']

export default function CertificationProgressPage({ loaderData }: Route.ComponentProps) {
  const { certification, areas, attempts, trend, attemptCount } = loaderData
  const { id, name, family, bankSize } = certification
  const seen = areas.reduce((sum, { share }) => sum + share.total, 0)
  return (
    <SitePage>
      <NoindexTitle>{`${progress.pageTitle(id.toUpperCase())}, Praxam`}</NoindexTitle>
      <div data-family={familyMark(family)}>
        <p className="facts">
          <IdBadge id={id} />
          <Link to={`/certifications/${id}`}>
            <English>{name}</English>
          </Link>
          <span>{progress.seen(seen, bankSize)}</span>
        </p>
        <div className="title">
          <h1>{progress.pageTitle(id.toUpperCase())}</h1>
          {bankSize > 0 && (
            <Link className="button" data-kind="primary" data-size="large" to={`/exam/${id}`}>
              {progress.practice}
            </Link>
          )}
        </div>
        {attemptCount === 0 ? (
          <p className="lede">{`${progress.nothingTitle}. ${progress.nothing}`}</p>
        ) : (
          <>
            {areas.length > 0 && <Areas id={id} areas={areas} />}
            <section className="apart" aria-labelledby="trend">
              <h2 id="trend">{progress.trend}</h2>
              <p>
                {progress.trendLatest(trend.latest)} {trend.latest.percent !== null && progress.trendBefore(trend.before)}
              </p>
              {attempts.length > 0 ? <AttemptChart attempts={attempts} /> : <p className="soft">{progress.noFinishedAttempts}</p>}
            </section>
            <PracticedFlashcards certificationId={id} />
            <StartOver id={id} attemptCount={attemptCount} />
          </>
        )}
        <p className="apart row">
          <Link className="link-alone" to={`/profile/readiness/${id}`}>
            {progress.readiness}
          </Link>
          <Link className="link-alone" to="/profile/history">
            {progress.history}
          </Link>
          <Link className="link-alone" to="/profile">
            {profile.backToProfile}
          </Link>
        </p>
      </div>
    </SitePage>
  )
}

function Areas({ id, areas }: { id: string; areas: readonly AreaProgress[] }) {
  const summary = summarizeAreas(areas)
  return (
    <section className="apart" aria-labelledby="areas">
      <h2 id="areas">{progress.byArea}</h2>
      {summary && <p>{summary}</p>}
      <p className="soft measure">{progress.byAreaText}</p>
      <Outline
        areas={areas}
        label={progress.byAreaLabel}
        scores={areas.map(({ share }) => share.percent)}
        seen={areas.map(({ share, size }) => (size === 0 ? 0 : (share.total / size) * 100))}
      />
      <AreaRows
        certificationId={id}
        columns={[progress.seenColumn, progress.correctColumn]}
        rows={areas.map(({ name, size, share, weightMin, weightMax }, i) => ({
          name,
          number: i + 1,
          weight: catalogue.weightRange(weightMin, weightMax),
          figures: [progress.seenOf(share.total, size), progress.share(share)],
          canPractice: size > 0,
        }))}
      />
      {areas.some(({ share }) => share.total > 0 && share.percent === null) && <p className="small">{progress.enough}</p>}
    </section>
  )
}

/** The strongest and the weakest area, if at least two have a percentage. */
function summarizeAreas(areas: readonly AreaProgress[]): string | undefined {
  const ranked = areas
    .flatMap(({ name, share: { percent } }) => (percent === null ? [] : [{ name, percent }]))
    .toSorted((a, b) => a.percent - b.percent)
  const [weakest, strongest] = [ranked[0], ranked.at(-1)]
  return weakest && strongest && weakest.percent < strongest.percent ? progress.areasSummary(weakest, strongest) : undefined
}

/** The chart has room for at least this many attempts, so that the bar of a single attempt is not as wide as the page. */
const columnsMin = 12

/** Finished attempts as a chart, the latest on the right, and as a table. Only simulations have the line of the passing score. */
function AttemptChart({ attempts }: { attempts: Data['attempts'] }) {
  const drawn = attempts.filter(({ total }) => total >= minShareAnswers).toReversed()
  const width = 100 / Math.max(drawn.length, columnsMin)
  const mark = `${100 - passMarkPercent}%`
  const [first, latest] = [drawn[0], drawn.at(-1)]
  return (
    <>
      {first && latest && drawn.length > 1 && (
        <p className="soft">{progress.attemptsSummary(first, latest, Math.max(...drawn.map(({ percent }) => percent)))}</p>
      )}
      {drawn.length > 0 && (
        <svg className="attempt-chart" role="img" aria-label={progress.attemptsLabel(drawn.length)}>
          {[0, 50, 100].map((percent) => (
            <Fragment key={percent}>
              <rect className="attempt-chart-scale" y={`${100 - percent}%`} />
              <text className="attempt-chart-percent" x="100%" y={`${100 - percent}%`} dx="2.4rem" dy="0.3rem">
                {progress.percent(percent)}
              </text>
            </Fragment>
          ))}
          {drawn.map(({ id, percent }, i) => (
            <svg key={id} x={`${i * width}%`} y={`${100 - percent}%`} width={`${width * 0.9}%`} height={`${percent}%`}>
              <rect className="attempt-bar" rx="10" />
            </svg>
          ))}
          {drawn.map(
            ({ id, isSimulation }, i) =>
              isSimulation && (
                <svg key={id} x={`${i * width}%`} y={mark} width={`${width * 0.9}%`} overflow="visible">
                  <rect className="outline-rim" width="100%" />
                  <rect className="outline-line" width="100%" />
                </svg>
              ),
          )}
          <rect className="attempt-chart-base" y="100%" />
          {drawn.map(({ id, percent }, i) => (
            <text key={id} x={`${(i + 0.45) * width}%`} y={`${100 - percent}%`} dy="-0.4rem">
              {percent}
            </text>
          ))}
          {drawn.some(({ isSimulation }) => isSimulation) && (
            <text className="outline-mark" x="100%" y={mark} dx="2.4rem" dy="1.2rem">
              {passMarkPercent}%
            </text>
          )}
          {listDayLabels(drawn.map(({ day }) => day)).map(({ day, column, isRare }) => (
            <text
              key={day}
              className="attempt-chart-day"
              x={`${(column + 0.45) * width}%`}
              y="100%"
              dy="1.1rem"
              data-rare={isRare ? '' : undefined}
            >
              {progress.weekLabel(day)}
            </text>
          ))}
        </svg>
      )}
      <AttemptTable attempts={attempts} />
      {drawn.length < attempts.length && <p className="small">{progress.attemptsDrawn(minShareAnswers)}</p>}
    </>
  )
}

function AttemptTable({ attempts }: { attempts: Data['attempts'] }) {
  const { finished, kind, correct, score } = progress.attemptColumns
  return (
    <Table
      rows={attempts}
      rowKey={({ id }) => id}
      columns={[
        {
          title: finished,
          renderCell: (attempt) => <Link to={`/profile/history/${attempt.id}`}>{progress.at(attempt.day, attempt.time)}</Link>,
        },
        { title: kind, renderCell: (attempt) => (attempt.isSimulation ? progress.simulation : progress.practice) },
        { title: correct, renderCell: (attempt) => progress.correctOf(attempt.correct, attempt.total), isFigure: true, isLabeled: true },
        {
          title: score,
          renderCell: ({ total, percent }) => (total < minShareAnswers ? '–' : progress.percent(percent)),
          isFigure: true,
          isLabeled: true,
        },
      ]}
    />
  )
}

function StartOver({ id, attemptCount }: { id: string; attemptCount: number }) {
  return (
    <details className="danger-zone">
      <summary>{progress.startOver}</summary>
      <Form method="post" className="flow measure">
        <p>{progress.startOverText(id.toUpperCase(), attemptCount)}</p>
        <SubmitButton label={progress.startOverNow(id.toUpperCase())} busy={progress.deleting} kind="danger" />
      </Form>
    </details>
  )
}
