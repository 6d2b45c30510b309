/** `/admin/challenges?state=under_review&exam=mb-800&before=`: challenges of questions, twenty per page, newest first. */
import { Form, Link } from 'react-router'
import { challengeStates } from '#exam/reports/challenge.ts'
import { printChallengesAddress, listReportTabs } from '#web/admin/challenges/tabs.ts'
import { ListPage } from '#web/admin/list-page.tsx'
import { dayOf } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { challengesAdmin as words } from '#web/text/en/admin/challenges.ts'
import { reports } from '#web/text/en/reports.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import type { Route } from './+types/challenges.ts'
import { listCertificationRows } from '#server/catalogue/index.ts'
import { listChallenges, type ListedChallenge } from '#server/challenges/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const { db } = context.get(servicesContext)
  const exams = (await listCertificationRows(db)).map(({ id }) => id).toSorted()
  const state = challengeStates.find((state) => state === url.searchParams.get('state')) ?? 'open'
  const exam = exams.find((id) => id === url.searchParams.get('exam')?.toLowerCase())
  const before = url.searchParams.get('before') ?? undefined
  return { ...(await listChallenges(db, { state, certificationId: exam, before })), part: { state, exam, before }, exams }
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function Challenges({ loaderData: { challenges, next, part, exams } }: Route.ComponentProps) {
  return (
    <ListPage
      title={words.title}
      lede={words.lede}
      filter={{ label: words.filter, tabs: listReportTabs(part.state, part.exam) }}
      before={<ExamFilter {...part} exams={exams} />}
      entries={challenges.map((challenge) => (
        <ChallengeEntry key={challenge.id} challenge={challenge} />
      ))}
      none={words.none(part.state)}
      pages={{
        label: words.page,
        first: part.before !== undefined && { to: printChallengesAddress({ ...part, before: undefined }), text: words.latest },
        next: next ? { to: printChallengesAddress({ ...part, before: next }), text: words.older } : undefined,
      }}
    />
  )
}

function ExamFilter({ state, exam, exams }: { state: string; exam: string | undefined; exams: readonly string[] }) {
  const choices = [['', words.everyExam] as const, ...exams.map((id) => [id, id.toUpperCase()] as const)]
  return (
    <Form className="row list-filter" action="/admin/challenges">
      <input type="hidden" name="state" value={state} />
      <SelectField key={exam} label={words.exam} name="exam" defaultValue={exam ?? ''} choices={choices} />
      <button className="button" type="submit">
        {words.apply}
      </button>
    </Form>
  )
}

function ChallengeEntry({ challenge }: { challenge: ListedChallenge }) {
  const { id, state, certificationId, question, reportCount, reasons, openedAt, changedAt, changedBy, publicReason } = challenge
  return (
    <li className="flow">
      <h2>
        <Link className="link-alone" to={`/admin/challenges/${id}`}>
          {question ?? words.removed}
        </Link>
      </h2>
      <p className="row">
        <span className="badge">{certificationId.toUpperCase()}</span>
        <span>{words.reports(reportCount)}</span>
        {reasons.length > 0 && <span>{reasons.map((reason) => reports.shortReasons[reason]).join(', ')}</span>}
      </p>
      <p className="small">
        {state === 'open' ? words.openedOn(dayOf(openedAt)) : `${words.stateBy(state, changedBy)}, ${dayOf(changedAt)}`}
      </p>
      {publicReason !== null && (state === 'confirmed' || state === 'rejected') && <p className="written">{publicReason}</p>}
    </li>
  )
}
