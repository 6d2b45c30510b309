/**
 * The card after an explanation: why the question needs a re-check, the official page, its date, the outline, the candidate's own reports, and a
 * button to report a problem. Unknown facts are left out, except the date of the page and the day on which a person checked the question.
 */
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { pageNameOf, siteNameOf } from '#exam/page-name.ts'
import type { Question } from '#exam/question.ts'
import type { ReportProgress } from '#exam/reports/challenge.ts'
import { ReportDialog } from '#web/reports/report-dialog.tsx'
import { challenges } from '#text/challenges.ts'
import { reports } from '#text/reports.ts'
import type { Fact } from '#web/ui/figures/fact-list.tsx'
import { useDeviceOwner, useDeviceReports } from '#web/reports/use-device-reports.ts'
import { useReportProgress } from '#web/reports/use-report-progress.ts'
import type { DeviceOwner, DeviceReport } from '#web/sync/index.ts'

export function TrustCard({ question }: { question: Question }) {
  const owner = useDeviceOwner()
  const own = useDeviceReports(owner).filter(({ questionId }) => questionId === question.id)
  const progress = useReportProgress(own)
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="trust" aria-label={reports.source}>
      <h3>{reports.source}</h3>
      {question.source?.concern && <p className="notice">{reports.concerns[question.source.concern]}</p>}
      <dl>
        {[...listSourceFacts(question), ...listReportFacts(own, owner, progress)].map(([name, value]) => (
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
  const { pageTitle, pageDate, checkedOn, outlineOf, objective, secondPage } = source ?? {}
  return [
    ...(reference ? [[reports.page, linkPage(reference, pageTitle)] as const] : []),
    ...(reference ? [[reports.pageDated, pageDate ? reports.day(pageDate) : reports.noDate] as const] : []),
    ...(secondPage ? [[reports.secondPage, linkPage(secondPage.address, secondPage.title)] as const] : []),
    ...(secondPage?.date ? [[reports.secondPageDated, reports.day(secondPage.date)] as const] : []),
    ...(outlineOf ? [[reports.outline, reports.outlineSkill(outlineOf, skill)] as const] : skill ? [[reports.skill, skill] as const] : []),
    ...(objective ? [[reports.objective, objective] as const] : []),
    [reports.checkedOn, checkedOn ? reports.day(checkedOn) : reports.notKnown],
  ]
}

function linkPage(address: string, title: string | undefined): ReactNode {
  return (
    <>
      <a href={address} rel="external noopener" target="_blank">
        {title ?? pageNameOf(address)}
      </a>
      {reports.onSite(siteNameOf(address))}
    </>
  )
}

function listReportFacts(own: readonly DeviceReport[], owner: DeviceOwner, progress: readonly ReportProgress[]): Fact[] {
  if (own.length === 0) return []
  const lines = (
    <span className="lines">
      {own.map((report) => {
        const known = progress.find(({ key }) => key === report.key)
        return (
          <span key={report.key}>
            {stateOf(report)}
            {known && `. ${challenges.state(known)}.`}
            {known?.publicReason && ` ${challenges.own.reasonIs(known.publicReason)}`}
          </span>
        )
      })}
      {owner !== null && (
        <Link className="link-alone" to="/profile/reports">
          {challenges.own.see}
        </Link>
      )}
    </span>
  )
  return [[reports.ownReports, lines]]
}

function stateOf({ reason, sentAt, refusal }: DeviceReport): string {
  if (refusal) return reports.refusedReport(reason)
  return sentAt === undefined ? reports.keptReport(reason) : reports.sentReport(reason, sentAt)
}
