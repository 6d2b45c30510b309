/**
 * The dialog to report a problem with a question: reason, right answer, text, and an email address for guests. Closing the dialog keeps the input.
 */
import { useEffect, useRef, useState } from 'react'
import type { Question } from '#exam/question.ts'
import { findReportTextProblem, reportReasons, reportTextLengthMax, type ReportReason } from '#exam/reports/question-report.ts'
import { canPickAnswer, quotePicked, RightAnswer } from '#web/reports/right-answer.tsx'
import { reports, type ReportFormProblem } from '#text/reports.ts'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FieldGroup, InputField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { emailProblem } from '#web/accounts/index.ts'
import { removeReport, sendReport, storeReport, type DeviceOwner } from '#web/sync/index.ts'

type Props = { question: Question; owner: DeviceOwner; isOpen: boolean; onClose: () => void }

export function ReportDialog({ question, owner, isOpen, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason>()
  const [picked, setPicked] = useState<readonly number[]>([])
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<ReportFormProblem>()
  const [outcome, setOutcome] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useFocusAfterSubmit(problem, outcome)
  const isGuest = owner === null
  const canPick = canPickAnswer(question, reason)
  const written = quotePicked(question, canPick ? picked : [], text.trim())

  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (!reason) return setProblem('REASON_NEEDED')
    const found = findReportTextProblem(reason, written) ?? (isGuest && email.trim() && emailProblem(email) ? 'EMAIL_INVALID' : undefined)
    setProblem(found)
    if (found || isBusy) return
    setBusy(true)
    const { id, source } = question
    const sent = await send({
      owner,
      questionId: id,
      version: source?.version,
      reason,
      text: written,
      email: isGuest ? email.trim() : '',
    })
    setBusy(false)
    if (sent in reports.problems) return setProblem(sent as ReportFormProblem)
    setOutcome(sent)
    setPicked([])
    setText('')
  }
  const close = () => {
    setOutcome(undefined)
    setProblem(undefined)
    onClose()
  }
  const closeButton = (label: string) => (
    <button className="button" data-kind={outcome ? 'primary' : 'quiet'} type="button" disabled={isBusy} onClick={close}>
      {label}
    </button>
  )
  const formId = `report-${question.id}`
  const { length } = text.trim()
  const message = problem && reports.problems[problem](length, reportTextLengthMax - (written.length - length))
  return (
    <Dialog
      title={reports.title}
      isOpen={isOpen}
      onClose={close}
      isBusy={isBusy}
      foot={
        outcome ? (
          closeButton(reports.close)
        ) : (
          <>
            {closeButton(reports.cancel)}
            <BusyButton form={formId} type="submit" kind="primary" isBusy={isBusy} label={reports.send} busy={reports.sending} />
          </>
        )
      }
    >
      <div className="body flow" ref={form}>
        {outcome ? (
          <Notice verdict="right">{outcome}</Notice>
        ) : (
          <form id={formId} className="flow report-form" noValidate onSubmit={(event) => void submit(event)}>
            {message && !isFieldProblem(problem) && <Notice verdict="wrong">{message}</Notice>}
            <FieldGroup label={reports.reason} problem={problem === 'REASON_NEEDED' ? message : undefined}>
              {reportReasons.map((one) => (
                <label key={one} className="check">
                  <input type="radio" name={formId} checked={one === reason} onChange={() => setReason(one)} />{' '}
                  <span>
                    {reports.reasons[one].name}
                    {reports.reasons[one].hint && <small>{reports.reasons[one].hint}</small>}
                  </span>
                </label>
              ))}
            </FieldGroup>
            {canPick && <RightAnswer question={question} picked={picked} onPick={setPicked} />}
            <Field
              label={reason === 'other' ? reports.otherText : reports.text}
              hint={reports.textHint}
              problem={isTextProblem(problem) ? message : undefined}
            >
              {(control) => <textarea {...control} rows={4} value={text} onChange={({ target }) => setText(target.value)} />}
            </Field>
            {isGuest && (
              <InputField
                label={reports.email}
                type="email"
                autoComplete="email"
                problem={problem === 'EMAIL_INVALID' ? message : undefined}
                value={email}
                onType={setEmail}
              />
            )}
          </form>
        )}
      </div>
    </Dialog>
  )
}

/** Whether the message is shown next to a field. */
function isFieldProblem(problem: ReportFormProblem): boolean {
  return problem === 'REASON_NEEDED' || problem === 'EMAIL_INVALID' || isTextProblem(problem)
}

function isTextProblem(problem: ReportFormProblem | undefined): boolean {
  return problem === 'TEXT_NEEDED' || problem === 'TEXT_LONG' || problem === 'REAL_EXAM'
}

type WrittenReport = Omit<Parameters<typeof storeReport>[0], 'key' | 'writtenAt' | 'sentAt'>

/** Sends a report. Stores it on the device first, so that a closed tab does not lose it. @returns the message to show, or the code of a problem */
async function send(written: WrittenReport): Promise<string> {
  const report = { ...written, key: crypto.randomUUID(), writtenAt: Date.now() }
  const isKept = storeReport(report)
  const outcome = await sendReport(report)
  switch (outcome.kind) {
    case 'sent':
      return outcome.isRepeated ? reports.repeated : reports.sent
    case 'kept':
      return isKept ? reports.kept[outcome.until] : 'NOT_KEPT'
    case 'refused':
      removeReport(report.key)
      return outcome.refusal
  }
}

/** Moves the focus to the field with a problem, or to the button under the result. */
function useFocusAfterSubmit(problem: ReportFormProblem | undefined, outcome: string | undefined) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) {
      const message = body.current?.querySelector('[id$="-problem"]')
      message?.closest('.field')?.querySelector<HTMLElement>('input, textarea')?.focus()
      // The message is below the field.
      message?.scrollIntoView({ block: 'nearest' })
    }
    if (outcome) body.current?.closest('dialog')?.querySelector<HTMLElement>('.foot button')?.focus()
  }, [problem, outcome])
  return body
}
