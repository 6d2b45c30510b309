/** `/profile/history?before=`: all attempts in a member's account, twenty at a time, the latest first. */
import { Link } from 'react-router'
import { toLocalMoment } from '#exam/planning/local-day.ts'
import { computeShare } from '#exam/answer-share.ts'
import { attemptPath, findAreaOfSet } from '#exam/question-set.ts'
import type { Db } from '#server/db/tables.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { familyMark } from '#exam/certification.ts'
import { servicesContext } from '#web/context.ts'
import { SitePage } from '#web/layout/site-page.tsx'
import { NoindexTitle } from '#web/layout/noindex-title.tsx'
import { NothingYet } from '#web/progress/nothing-yet.tsx'
import { sentenceOf } from '#text/accounts.ts'
import { profile } from '#text/profile.ts'
import { progress } from '#text/progress.ts'
import { Notice } from '#web/ui/notice.tsx'
import { NextPageLinks } from '#web/ui/figures/pagination.tsx'
import { Table } from '#web/ui/figures/table.tsx'
import type { Route } from './+types/history.ts'
import { findCertification } from '#server/catalogue/index.ts'
import { finishExpired, listAttempts, type AttemptPage, type ListedAttempt } from '#server/practice/index.ts'
import { readSettings } from '#server/settings/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { areaNameOf } from '#web/ui/areas/area-name.tsx'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await getViewer(context, request)
  const { db } = context.get(servicesContext)
  const before = url.searchParams.get('before')
  const now = new Date()
  // Grades simulations whose time ran out before they were submitted.
  await finishExpired(db, now, { userId: viewer.id })
  const { attempts, next } = await listAttempts(db, viewer.id, before)
  const { timeZone } = await readSettings(db, viewer.id)
  const outlines = await findOutlines(db, attempts)
  return {
    attempts: attempts.map((attempt) => {
      const entry = outlines.get(attempt.certificationId)
      return {
        ...attempt,
        started: toLocalMoment(attempt.startedAt.getTime(), timeZone),
        family: entry?.family,
        area: attempt.area ?? findAreaOfSet(attempt.set, entry?.skillAreas ?? [])?.name ?? null,
      }
    }),
    next,
    isFirst: before === null,
    done: url.searchParams.get('done'),
  }
}

async function findOutlines(db: Db, attempts: AttemptPage['attempts']) {
  const found = new Map<string, Awaited<ReturnType<typeof findCertification>>>()
  for (const { certificationId } of attempts)
    if (!found.has(certificationId)) found.set(certificationId, await findCertification(db, certificationId))
  return found
}

type HistoryRow = Route.ComponentProps['loaderData']['attempts'][number]

export default function History({ loaderData: { attempts, next, isFirst, done } }: Route.ComponentProps) {
  const sentence = sentenceOf(progress.done, done)
  return (
    <SitePage>
      <NoindexTitle>{`${progress.historyTitle}, Praxam`}</NoindexTitle>
      <h1>{progress.historyTitle}</h1>
      <div className="notices flow">{sentence && <Notice verdict="right">{sentence}</Notice>}</div>
      <div className="apart flow">
        {attempts.length > 0 && <p className="soft">{progress.historyText}</p>}
        {attempts.length > 0 ? <AttemptTable attempts={attempts} /> : <NothingYet />}
        <NextPageLinks
          label={progress.historyTitle}
          first={!isFirst && { to: '/profile/history', text: progress.newest }}
          next={next === null ? undefined : { to: `/profile/history?before=${next}`, text: progress.older }}
        />
        <p>
          <Link className="link-alone" to="/profile">
            {profile.backToProfile}
          </Link>
        </p>
      </div>
    </SitePage>
  )
}

function AttemptTable({ attempts }: { attempts: readonly HistoryRow[] }) {
  const titles = progress.historyColumns
  return (
    <Table
      rows={attempts}
      rowKey={({ id }) => id}
      rowFamily={({ family }) => family && familyMark(family)}
      columns={[
        {
          title: titles.attempt,
          renderCell: (attempt) => (
            <>
              <IdBadge id={attempt.certificationId} />{' '}
              <Link to={`/profile/history/${attempt.id}`}>
                {progress.sets(attempt.set, attempt.area === null ? undefined : areaNameOf(attempt.area))}
              </Link>
            </>
          ),
        },
        { title: titles.started, renderCell: (attempt) => progress.at(attempt.started.day, attempt.started.time) },
        { title: titles.result, renderCell: resultText },
        {
          title: titles.actions,
          isTitleHidden: true,
          renderCell: (attempt) =>
            canContinue(attempt) && (
              <Link className="button" to={attemptPath(attempt.certificationId, attempt.set)}>
                {progress.continue}
              </Link>
            ),
        },
      ]}
    />
  )
}

function resultText({ finishedAt, correct, total, answered, questionCount, isLatest }: ListedAttempt): string {
  if (!finishedAt) return isLatest ? progress.inProgress(answered, questionCount) : progress.leftUnfinished(answered, questionCount)
  return correct !== null && total ? progress.result(computeShare(correct, total)) : progress.noResult
}

/** The exam page continues the latest attempt at a question set; earlier attempts are read-only. */
function canContinue({ finishedAt, isLatest }: ListedAttempt): boolean {
  return finishedAt === null && isLatest
}
