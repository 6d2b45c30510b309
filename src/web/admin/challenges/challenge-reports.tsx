/** The reports that joined a challenge, as text. */
import { Link } from 'react-router'
import { Timestamp } from '#web/admin/timestamp.tsx'
import { challengesAdmin as words } from '#web/text/en/admin/challenges.ts'
import { reports as reportWords } from '#web/text/en/reports.ts'
import type { JoinedReport } from '#server/challenges/index.ts'

export function ChallengeReports({ reports, total }: { reports: readonly JoinedReport[]; total: number }) {
  return (
    <section className="apart flow" aria-labelledby="reports">
      <h2 id="reports">{`${words.reportsTitle} (${total})`}</h2>
      {reports.length === 0 && <p className="soft">{words.reportsGone}</p>}
      {reports.length > 0 && reports.length < total && <p className="small">{words.moreReports(reports.length, total)}</p>}
      <ul className="messages" role="list">
        {reports.map(({ id, at, reason, text, version, email, member }) => (
          <li key={id} className="flow">
            <p className="row">
              <strong>{reportWords.shortReasons[reason]}</strong>
              <Timestamp at={at} />
              <span className="soft">{words.aboutVersion(version)}</span>
            </p>
            {text ? <p className="written">{text}</p> : <p className="soft">{words.noText}</p>}
            {member && (
              <p className="small">
                {words.member} <Link to={`/admin/people/${member.id}`}>{member.email}</Link>
              </p>
            )}
            {email && <p className="small">{`${words.guest} ${email}`}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
