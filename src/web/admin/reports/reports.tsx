/** `/admin/reports?show=closed&before=`: reports of problems with questions, twenty per page, newest first. */
import { Form, Link, data, redirect } from 'react-router'
import { printAddress } from '#web/admin/list-address.ts'
import { Timestamp, dayOf } from '#web/admin/timestamp.tsx'
import { servicesContext } from '#web/context.ts'
import { sentenceOf } from '#web/text/en/accounts.ts'
import { questionReports as words } from '#web/text/en/admin/question-reports.ts'
import { reports } from '#web/text/en/reports.ts'
import { Notice } from '#web/ui/notice.tsx'
import { NextPageLinks } from '#web/ui/pagination.tsx'
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
const changes = ['closed', 'reopened'] as const satisfies ReportChange[]
const statuses: Record<ReportListRefusal, number> = { NOT_AN_ADMINISTRATOR: 403, UNKNOWN_REPORT: 404 }

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
  const sentence = sentenceOf(words.done, done)
  return (
    <>
      <div className="title">
        <h1>{words.title}</h1>
      </div>
      <div className="flow">
        <p className="soft measure">{words.lede(days)}</p>
        {actionData ? (
          <Notice verdict="wrong">{words.problems[actionData.problem]}</Notice>
        ) : (
          sentence && <Notice verdict="right">{sentence}</Notice>
        )}
        <nav className="tabs" aria-label={words.filter}>
          <Link to={pagePath({})} aria-current={part.isClosed ? undefined : 'page'}>
            {words.open}
          </Link>
          <Link to={pagePath({ isClosed: true })} aria-current={part.isClosed ? 'page' : undefined}>
            {words.closed}
          </Link>
        </nav>
        {listed.length > 0 ? (
          <ul className="messages" role="list">
            {listed.map((report) => (
              <ReportEntry key={report.id} report={report} part={part} />
            ))}
          </ul>
        ) : (
          <p>{part.isClosed ? words.noneClosed : words.noneOpen}</p>
        )}
        <NextPageLinks
          label={words.page}
          first={part.before !== undefined && { to: pagePath({ isClosed: part.isClosed }), text: words.latest }}
          next={next ? { to: pagePath({ ...part, before: next }), text: words.older } : undefined}
        />
      </div>
    </>
  )
}

function ReportEntry({ report, part }: { report: ListedReport; part: ReportsPart }) {
  const { id, at, closedAt, reason, text, questionId, certificationId, question, version, currentVersion, email, member } = report
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
      <Form className="row" method="post" action={pagePath(part)}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton
          label={closedAt ? words.reopen : words.close}
          busy={words.busy}
          name="intent"
          value={closedAt ? 'reopened' : 'closed'}
          subject={words.about(reasonText, question ?? words.removed)}
        />
      </Form>
    </li>
  )
}

function pagePath({ isClosed, before }: Partial<ReportsPart>, more: { done?: string } = {}): string {
  return printAddress('/admin/reports', { show: isClosed && 'closed', before, ...more })
}
