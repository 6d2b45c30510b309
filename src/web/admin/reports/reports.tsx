/** `/admin/reports?show=closed&before=`: open or closed reports, twenty per page, newest first. Reports in a challenge are closed. */
import { Form, Link, data, redirect } from 'react-router'
import { listReportTabs } from '#web/admin/challenges/index.ts'
import { printAddress } from '#web/admin/list-address.ts'
import { ListPage } from '#web/admin/list-page.tsx'
import { Timestamp, dayOf } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { sentenceOf } from '#web/text/en/accounts.ts'
import { questionReports as words } from '#web/text/en/admin/question-reports.ts'
import { reports } from '#web/text/en/reports.ts'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import type { Route } from './+types/reports.ts'
import {
  changeReport,
  listReports,
  reportDaysMax,
  type ListedReport,
  type ReportChange,
  type ReportListRefusal,
} from '#server/reports/index.ts'
import { getAdministrator } from '#web/accounts/index.server.ts'
import { readFields } from '#web/accounts/index.ts'

type Problem = keyof typeof words.problems

/** The part of the list that the address selects. */
type ReportsPart = { isClosed: boolean; before: string | undefined }

export async function loader({ request, context, url }: Route.LoaderArgs) {
  await getAdministrator(context, request)
  const part = parsePart(url)
  const page = await listReports(context.get(servicesContext).db, part)
  return { ...page, part, days: reportDaysMax, done: url.searchParams.get('done') }
}

/** Values of `intent` that the buttons send. */
const changes = ['closed', 'reopened', 'challenged'] as const satisfies ReportChange[]
const statuses: Record<ReportListRefusal, number> = {
  NOT_AN_ADMINISTRATOR: 403,
  UNKNOWN_REPORT: 404,
  IN_CHALLENGE: 409,
  QUESTION_DELETED: 409,
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const administrator = await getAdministrator(context, request)
  const { values, problem } = await readFields(request, ['id', 'intent'])
  const refused = (problem: Problem, status: number) => data({ problem }, { status })
  const change = changes.find((change) => change === values.intent)
  if (problem || !change) return refused('FIELD_UNREADABLE', 400)
  const refusal = await changeReport(context.get(servicesContext).db, administrator.id, values.id, change, new Date())
  if (refusal) return refused(refusal, statuses[refusal])
  return redirect(pagePath(parsePart(url), { done: change }))
}

function parsePart(url: URL): ReportsPart {
  return { isClosed: url.searchParams.get('show') === 'closed', before: url.searchParams.get('before') ?? undefined }
}

export function meta() {
  return [{ title: `${words.title}, Praxam` }]
}

export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { reports: listed, next, part, days, done } = loaderData
  return (
    <ListPage
      title={words.title}
      lede={words.lede(days)}
      problem={actionData && words.problems[actionData.problem]}
      done={sentenceOf(words.done, done)}
      filter={{
        label: words.filter,
        tabs: listReportTabs(part.isClosed ? 'closed-reports' : 'open-reports'),
      }}
      entries={listed.map((report) => (
        <ReportEntry key={report.id} report={report} part={part} />
      ))}
      none={part.isClosed ? words.noneClosed : words.noneOpen}
      pages={{
        label: words.page,
        first: part.before !== undefined && { to: pagePath({ isClosed: part.isClosed }), text: words.latest },
        next: next ? { to: pagePath({ ...part, before: next }), text: words.older } : undefined,
      }}
    />
  )
}

function ReportEntry({ report, part }: { report: ListedReport; part: ReportsPart }) {
  const { id, at, closedAt, reason, text, questionId, certificationId, question, version, currentVersion, email, member, challengeId } =
    report
  const reasonText = reports.shortReasons[reason]
  return (
    <li className="flow">
      <h2>{reasonText}</h2>
      <p className="row">
        <span className="badge">{closedAt ? words.closedOn(dayOf(closedAt)) : words.open}</span>
        <Timestamp at={at} />
      </p>
      <p>
        {question === undefined ? (
          words.removed
        ) : (
          <>
            {certificationId?.toUpperCase()}: <Link to={`/admin?edit=${questionId}`}>{question}</Link>
          </>
        )}
      </p>
      {currentVersion !== undefined && currentVersion !== version && <p className="small">{words.changedSince(version)}</p>}
      {(member ?? email) && (
        <p className="small">
          {member ? (
            <>
              {words.member} <Link to={`/admin/people/${member.id}`}>{member.email}</Link>
            </>
          ) : (
            `${words.guest} ${email}`
          )}
        </p>
      )}
      {text ? <p className="written">{text}</p> : <p className="soft">{words.noText}</p>}
      {challengeId ? (
        <p>
          <Link className="link-alone" to={`/admin/challenges/${challengeId}`}>
            {words.inChallenge}
          </Link>
        </p>
      ) : (
        <Form className="row" method="post" action={pagePath(part)}>
          <input type="hidden" name="id" value={id} />
          {listPossibleChanges(report).map((change) => (
            <SubmitButton
              key={change}
              label={words.changes[change]}
              busy={words.busy}
              name="intent"
              value={change}
              subject={words.about(reasonText, question ?? words.removed)}
            />
          ))}
        </Form>
      )}
    </li>
  )
}

function listPossibleChanges({ closedAt, question }: ListedReport): ReportChange[] {
  if (closedAt) return ['reopened']
  return question === undefined ? ['closed'] : ['closed', 'challenged']
}

function pagePath({ isClosed, before }: Partial<ReportsPart>, more: { done?: string } = {}): string {
  return printAddress('/admin/reports', { show: isClosed && 'closed', before, ...more })
}
