/** A bar that says that a report was not accepted, and a dialog with the reason, in which the member or guest can edit or copy the text. */
import { useState } from 'react'
import { findReportTextProblem, type ReportRefusal } from '#exam/reports/question-report.ts'
import { useDeviceOwner, useDeviceReports } from '#web/reports/use-device-reports.ts'
import { removeReport, sendReport, storeReport, type RefusedReport } from '#web/sync/index.ts'
import { reports } from '#text/reports.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { tryToCopy } from '#web/ui/figures/copy-text.ts'
import '#web/styles/refused-report.css'

const words = reports.refused

export default function RefusedReports() {
  const owner = useDeviceOwner()
  const [isLater, setLater] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<string>()
  const refused = useDeviceReports(owner).find((report): report is RefusedReport => report.refusal !== undefined)
  if (outcome !== undefined) {
    return (
      <aside className="refused-report" aria-label={words.title}>
        <p role="status">{outcome}</p>
        <button className="button" type="button" onClick={() => setOutcome(undefined)}>
          {reports.close}
        </button>
      </aside>
    )
  }
  if (!refused || isLater) return null
  return (
    <aside className="refused-report" aria-label={words.title}>
      <p role="status">{words.bar}</p>
      <p className="row">
        <button className="button" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.see}
        </button>
        <button className="button" data-kind="quiet" type="button" onClick={() => setLater(true)}>
          {words.later}
        </button>
      </p>
      <RefusedReportDialog key={refused.key} report={refused} isOpen={isOpen} onClose={() => setOpen(false)} onDone={setOutcome} />
    </aside>
  )
}

type DialogProps = { report: RefusedReport; isOpen: boolean; onClose: () => void; onDone: (outcome: string) => void }

function RefusedReportDialog({ report, isOpen, onClose, onDone }: DialogProps) {
  const [text, setText] = useState(report.text)
  const [refusal, setRefusal] = useState<ReportRefusal>(report.refusal)
  const [announcement, announce] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isFinal = refusal === 'QUESTION_REMOVED'
  const sendAgain = async () => {
    const problem = findReportTextProblem(report.reason, text)
    if (problem) return setRefusal(problem)
    setBusy(true)
    const { refusal: _refusal, ...rest } = report
    const again = { ...rest, text: text.trim() }
    const outcome = await sendReport(again)
    setBusy(false)
    if (outcome.kind === 'refused') {
      storeReport({ ...again, refusal: outcome.refusal })
      setRefusal(outcome.refusal)
    } else {
      if (outcome.kind === 'kept') storeReport(again)
      onDone(outcome.kind === 'kept' ? reports.kept[outcome.until] : reports.sent)
    }
  }
  const copy = async () => announce((await tryToCopy(text)) ? words.copied : words.notCopied)
  return (
    <Dialog
      title={words.title}
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      foot={
        <>
          <button
            className="button"
            data-kind={isFinal ? 'primary' : 'quiet'}
            type="button"
            disabled={isBusy}
            onClick={() => removeReport(report.key)}
          >
            {words.discard}
          </button>
          {!isFinal && (
            <BusyButton kind="primary" isBusy={isBusy} label={words.sendAgain} busy={reports.sending} onPress={() => void sendAgain()} />
          )}
        </>
      }
    >
      <div className="body flow">
        <p className="soft">{words.written(report.reason, report.writtenAt)}</p>
        <Notice verdict="wrong">{reports.problems[refusal](text.trim().length)}</Notice>
        {(report.text !== '' || !isFinal) && (
          <>
            <Field label={words.text}>
              {(control) => (
                <textarea {...control} rows={5} readOnly={isFinal} value={text} onChange={({ target }) => setText(target.value)} />
              )}
            </Field>
            <p className="row">
              <button className="button" type="button" onClick={() => void copy()}>
                {words.copy}
              </button>
              <span className="small" role="status">
                {announcement}
              </span>
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
