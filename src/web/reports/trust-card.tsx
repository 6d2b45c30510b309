/** The card after an explanation: the official page, its date, the outline, and the report of a problem. Shows only what is known. */
import { useState, useSyncExternalStore } from 'react'
import type { Question } from '#exam/question.ts'
import { pageNameOf, siteNameOf } from '#web/reports/page-name.ts'
import { ReportDialog } from '#web/reports/report-dialog.tsx'
import { reports } from '#web/text/en/reports.ts'
import type { Fact } from '#web/ui/fact-list.tsx'
import { useAuth } from '#web/accounts/index.ts'
import { listReports, readKnownMember, subscribeToReports, type DeviceOwner, type DeviceReport } from '#web/sync/index.ts'

export function TrustCard({ question }: { question: Question }) {
  const owner = useDeviceOwner()
  const own = useOwnReports(owner, question.id)
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="trust" aria-label={reports.source}>
      <h3>{reports.source}</h3>
      <dl>
        {[...listSourceFacts(question), ...listReportFacts(own)].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button className="button" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {reports.report}
      </button>
      <ReportDialog key={`${owner} ${question.id}`} question={question} owner={owner} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

function listSourceFacts({ reference, skill, source }: Question): Fact[] {
  const { pageTitle, pageDate, checkedOn, outlineOf } = source ?? {}
  const page = (
    <>
      <a href={reference} rel="external noopener" target="_blank">
        {pageTitle ?? pageNameOf(reference)}
      </a>
      {reports.onSite(siteNameOf(reference))}
    </>
  )
  return [
    ...(reference ? [[reports.page, page] as const] : []),
    ...(pageDate ? [[reports.pageDated, reports.day(pageDate)] as const] : []),
    ...(outlineOf ? [[reports.outline, reports.outlineSkill(outlineOf, skill)] as const] : skill ? [[reports.skill, skill] as const] : []),
    ...(checkedOn ? [[reports.checkedOn, reports.day(checkedOn)] as const] : []),
  ]
}

function listReportFacts(own: readonly DeviceReport[]): Fact[] {
  if (own.length === 0) return []
  const lines = (
    <span className="lines">
      {own.map(({ key, reason, sentAt }) => (
        <span key={key}>{sentAt === undefined ? reports.keptReport(reason) : reports.sentReport(reason, sentAt)}</span>
      ))}
    </span>
  )
  return [[reports.ownReports, lines]]
}

function useDeviceOwner(): DeviceOwner {
  const { state } = useAuth()
  if (state.status === 'checking') return readKnownMember()?.id ?? null
  return state.status === 'signed-in' ? state.member.id : null
}

/** The candidate's reports about a question that were written on this device. */
function useOwnReports(owner: DeviceOwner, questionId: string): readonly DeviceReport[] {
  const text = useSyncExternalStore(
    subscribeToReports,
    () => JSON.stringify(listReports().filter((report) => report.owner === owner && report.questionId === questionId)),
    () => '[]',
  )
  return JSON.parse(text) as DeviceReport[]
}
