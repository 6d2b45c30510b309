/** 'Import/Export Questions': imports a file after a dry run, and exports the bank. Source: spec §5, §7. */
import { useId, useRef, useState } from 'react'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { saveExport, type DownloadFormat } from '#web/admin/bank/export-file.ts'
import { ImportReportView } from '#web/admin/bank/import-report.tsx'
import { useImport, type Progress } from '#web/admin/bank/use-import.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Props = {
  examId: string
  examName: string
  /** Number of questions of the exam, drafts included. */
  examSize: number
  bytesMax: number
  /** `isListOld` when the import may have written questions, but the connection failed. */
  onClose: (isListOld: boolean) => void
  onImported: (words: string) => void
}

export function ImportExport({ examId, examName, examSize, bytesMax, onClose, onImported }: Props) {
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
  const exporting = useExport()
  const choose = (file: File) => {
    exporting.forget()
    check(file)
  }
  const [exportedExam, setExportedExam] = useState(examId)
  const isBusy = state.step === 'writing'
  const report = 'report' in state ? state.report : undefined
  const size = exportedExam === '' ? undefined : examSize
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
            isBusy={exporting.busy === 'json'}
            isDisabled={exporting.busy !== null || isBusy}
            kind="quiet"
            onPress={() => exporting.start(exportedExam, 'json')}
          />
          <BusyButton
            label={bank.exportArchive}
            busy={bank.exporting}
            isBusy={exporting.busy === 'zip'}
            isDisabled={exporting.busy !== null || isBusy}
            kind="quiet"
            onPress={() => exporting.start(exportedExam, 'zip')}
          />
          <button className="button push" type="button" disabled={isBusy} onClick={close}>
            {bank.cancel}
          </button>
          {report && (
            <BusyButton
              label={bank.importNow(report.counts.new + report.counts.changed)}
              busy={bank.importing}
              isBusy={isBusy}
              isDisabled={report.counts.refused > 0 || report.counts.new + report.counts.changed === 0}
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
                <FileButton label={bank.chooseFile} onChoose={choose} />
              </p>
            </section>
            <ExportChoice examId={examId} examName={examName} value={exportedExam} onChoose={setExportedExam} />
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
                <button className="button" type="button" onClick={() => choose(state.file)}>
                  {bank.checkAgain}
                </button>
              )}
              {!isBusy && <FileButton label={bank.chooseAnother} onChoose={choose} />}
            </div>
          </div>
        )}
        {(state.step === 'checking' || state.step === 'writing') && <ProgressBar step={state.step} progress={state.progress} />}
        {report && <ImportReportView report={report} />}
      </div>
    </Dialog>
  )
}

function FileButton({ label, onChoose }: { label: string; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button className="button" type="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,.zip,application/json,application/zip"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again after a correction.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
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

type ExportChoiceProps = { examId: string; examName: string; value: string; onChoose: (examId: string) => void }

function ExportChoice({ examId, examName, value, onChoose }: ExportChoiceProps) {
  return (
    <section className="flow">
      <h3>{bank.exportTitle}</h3>
      <p className="soft">{bank.exportLede}</p>
      <SelectField
        label={bank.exportWhat}
        value={value}
        choices={[
          [examId, examName],
          ['', bank.everyExam],
        ]}
        onChoose={onChoose}
      />
    </section>
  )
}

function useExport() {
  const [busy, setBusy] = useState<DownloadFormat | null>(null)
  const [problem, setProblem] = useState<string>()
  const start = async (examId: string, format: DownloadFormat) => {
    setBusy(format)
    setProblem(undefined)
    setProblem(await saveExport(examId, format))
    setBusy(null)
  }
  return {
    busy,
    problem,
    forget: () => setProblem(undefined),
    start: (examId: string, format: DownloadFormat) => void start(examId, format),
  }
}
