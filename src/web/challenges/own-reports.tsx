/** `/profile/reports?before=`: the reports of a member with their progress. */
import { Link } from 'react-router'
import { servicesContext } from '#web/context.ts'
import { ProfilePage } from '#web/layout/profile/profile-page.tsx'
import { challenges } from '#text/challenges.ts'
import { reports as reportWords } from '#text/reports.ts'
import { NextPageLinks } from '#web/ui/figures/pagination.tsx'
import type { Route } from './+types/own-reports.ts'
import { listOwnReports, type OwnReport } from '#server/challenges/index.ts'
import { reportDaysMax } from '#server/reports/index.ts'
import { getViewer } from '#web/accounts/index.server.ts'
import { langOfContent } from '#web/ui/english.tsx'
import '#web/styles/messages.css'

const words = challenges.own

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { id } = await getViewer(context, request)
  const before = url.searchParams.get('before') ?? undefined
  return { before, days: reportDaysMax, ...(await listOwnReports(context.get(servicesContext).db, id, before)) }
}

export default function OwnReports({ loaderData: { before, days, reports, next } }: Route.ComponentProps) {
  return (
    <ProfilePage title={words.title}>
      {reports.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <>
          <p>{words.lede(days)}</p>
          <ul className="messages" role="list">
            {reports.map((report) => (
              <OwnReportEntry key={report.id} report={report} />
            ))}
          </ul>
        </>
      )}
      <NextPageLinks
        label={words.page}
        first={before !== undefined && { to: '/profile/reports', text: words.latest }}
        next={next ? { to: `/profile/reports?before=${next}`, text: words.older } : undefined}
      />
    </ProfilePage>
  )
}

function OwnReportEntry({ report }: { report: OwnReport }) {
  const { reason, text, sentAt, certificationId, question, publicReason, state } = report
  return (
    <li className="flow">
      <h2>{challenges.state(report)}</h2>
      <p className="row soft">
        {certificationId && <span>{certificationId.toUpperCase()}</span>}
        <span>{reportWords.shortReasons[reason]}</span>
        <span>{words.sent(sentAt)}</span>
      </p>
      <p>{question ?? words.removed}</p>
      {text && (
        <>
          <h3>{words.yourText}</h3>
          <p className="written">{text}</p>
        </>
      )}
      {publicReason && (
        <>
          <h3>{words.reason}</h3>
          <p className="written" lang={langOfContent()}>
            {publicReason}
          </p>
        </>
      )}
      {state === 'confirmed' && certificationId && (
        <p>
          <Link to={`/certifications/${certificationId}/changes`}>{words.changes}</Link>
        </p>
      )}
    </li>
  )
}
