/** 'Import/Export Questions': imports a file after a dry run, and exports the bank. Source: spec §5, §7. */
import { useId, useRef, useState } from 'react'
import { templateFormats } from '#exam/export-format.ts'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { ExportChoice, useExport } from '#web/admin/bank/export-choice.tsx'
import { ImportChoicesForm, type ImportExam } from '#web/admin/bank/import-choices.tsx'
import { ImportReportView } from '#web/admin/bank/import-report.tsx'
import { useImport, type Progress } from '#web/admin/bank/use-import.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ImportChoices, ImportReport } from '#server/bank/index.ts'

type Props = {
  examId: string
  examName: string
  exams: readonly ImportExam[]
  /** Number of questions of the exam, drafts included. */
  examSize: number
  bytesMax: number
  /** `isListOld`: the connection failed during an import, so the list may be outdated. */
  onClose: (isListOld: boolean) => void
  onImported: (words: string) => void
}

export function ImportExport({ examId, examName, exams, examSize, bytesMax, onClose, onImported }: Props) {
  // The list is reloaded after the dialog is closed, because a failed reload would close the dialog.
  const isListOld = useRef(false)
  const close = () => onClose(isListOld.current)
  const { state, check, write } = useImport({
    bytesMax,
    onImported: (counts) => onImported(bank.imported(counts.new, counts.changed)),
    onUnknown: () => {
      isListOld.current = true
    },
  })
  const exporting = useExport(examId)
  const [areChoicesChanged, setChoicesChanged] = useState(false)
  const choose = (file: File, choices: ImportChoices = { examId }) => {
    exporting.forget()
    setChoicesChanged(false)
    check(file, choices)
  }
  const isBusy = state.step === 'writing'
  const report = 'report' in state ? state.report : undefined
  const size = exporting.examId === '' ? undefined : examSize
  const shownProblem = exporting.problem ?? ('problem' in state ? state.problem : undefined)

  return (
    <Dialog
      title={bank.filesTitle}
      kind="wide"
      isOpen
      isBusy={isBusy}
      onClose={close}
      foot={
        <>
          <BusyButton
            label={bank.exportAll(size)}
            busy={bank.exporting}
            isBusy={exporting.isBusy}
            isDisabled={exporting.isBusy || isBusy}
            onPress={exporting.start}
          />
          <button className="button push" type="button" disabled={isBusy} onClick={close}>
            {bank.cancel}
          </button>
          {report && (
            <BusyButton
              label={bank.importNow(report.counts.new + report.counts.changed)}
              busy={bank.importing}
              isBusy={isBusy}
              isDisabled={!canWrite(report) || areChoicesChanged}
              kind="primary"
              onPress={write}
            />
          )}
        </>
      }
    >
      <div className="body flow" tabIndex={0}>
        {shownProblem && <Notice verdict="wrong">{shownProblem}</Notice>}
        {state.step === 'choosing' ? (
          <>
            <section className="flow">
              <h3>{bank.importTitle}</h3>
              <p className="soft">{bank.importLede}</p>
              <p>
                <FileButton accept="" label={bank.chooseFile} onChoose={(file) => choose(file)} />
              </p>
              <p className="soft">{bank.template}</p>
              <p className="row">
                {templateFormats.map((format) => (
                  <a
                    key={format}
                    className="link-alone"
                    href={`/api/questions/template?${new URLSearchParams({ exam_id: examId, format })}`}
                    download
                  >
                    {bank.templates[format]}
                  </a>
                ))}
              </p>
            </section>
            <ExportChoice examId={examId} examName={examName} exporting={exporting} />
          </>
        ) : (
          <div className="row">
            <p>
              <b>{state.file.name}</b>
              <br />
              <span className="small" role="status">
                {state.step === 'checked' && bank.readJustNow(state.report.total)}
              </span>
            </p>
            <div className="row push">
              {state.step === 'failed' && (
                <button className="button" type="button" onClick={() => choose(state.file, state.choices)}>
                  {bank.checkAgain}
                </button>
              )}
              {!isBusy && <FileButton accept="" label={bank.chooseAnother} onChoose={(file) => choose(file)} />}
            </div>
          </div>
        )}
        {(state.step === 'checking' || state.step === 'writing') && <ProgressBar step={state.step} progress={state.progress} />}
        {report && report.reading.id !== null && 'choices' in state && (
          <ImportChoicesForm
            key={JSON.stringify([state.file.name, state.choices])}
            report={report}
            exams={exams}
            checked={state.choices}
            isBusy={isBusy}
            onCheck={(choices) => choose(state.file, choices)}
            onChange={setChoicesChanged}
          />
        )}
        {report && <ImportReportView report={report} />}
      </div>
    </Dialog>
  )
}

/** A refused question prevents the import of a JSON file or archive. From other files, the remaining questions are imported. */
function canWrite({ reading, counts }: ImportReport): boolean {
  return counts.new + counts.changed > 0 && (counts.refused === 0 || reading.id !== null)
}

function ProgressBar({ step, progress }: { step: 'checking' | 'writing'; progress: Progress | undefined }) {
  const id = useId()
  const stage = progress?.stage ?? (step === 'writing' ? 'writing' : 'reading')
  const isKnown = progress !== undefined && progress.total > 0
  return (
    <div className="field">
      <label htmlFor={id}>{bank.stages[stage]}</label>
      <progress id={id} {...(isKnown && { value: progress.done, max: progress.total })} />
      <p className="small">{isKnown && stage !== 'reading' && bank.progress(progress.done, progress.total)}</p>
    </div>
  )
}
