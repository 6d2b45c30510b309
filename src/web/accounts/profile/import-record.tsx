/** Imports a learner record: the member chooses a file, sees what it adds, and confirms. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { recordBytesMax, type ImportSummary } from '#exam/record-import.ts'
import { ownerHeaders } from '#web/sync/index.ts'
import { recordImport as words } from '#text/record-import.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListRow } from '#web/ui/figures/list-row.tsx'
import { BusyButton } from '#web/ui/forms/busy-button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type ImportState =
  | { type: 'reading' }
  | { type: 'preview'; summary: ImportSummary; isBusy: boolean }
  | { type: 'done'; summary: ImportSummary }
  | { type: 'failed'; message: string; places: readonly string[] }

export function ImportRecord({ memberId }: { memberId: string }) {
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File>()
  const [state, setState] = useState<ImportState>()
  const isBusy = state?.type === 'reading' || (state?.type === 'preview' && state.isBusy)

  const choose = async (chosen: File) => {
    setFile(chosen)
    setState({ type: 'reading' })
    const sent = await sendRecord(chosen, memberId, true)
    setState('summary' in sent ? { type: 'preview', summary: sent.summary, isBusy: false } : { type: 'failed', ...sent })
  }
  const confirm = async (chosen: File, summary: ImportSummary) => {
    setState({ type: 'preview', summary, isBusy: true })
    const sent = await sendRecord(chosen, memberId, false)
    setState('summary' in sent ? { type: 'done', summary: sent.summary } : { type: 'failed', ...sent })
    if ('summary' in sent) await revalidate()
  }
  const close = () => setState(undefined)
  const canImport = state?.type === 'preview' && file !== undefined && addsSomething(state.summary)

  return (
    <ListRow name={words.name} facts={[words.what]}>
      <FileButton label={words.choose} accept=".json,application/json" onChoose={(chosen) => void choose(chosen)} />
      <Dialog
        title={words.title}
        isOpen={state !== undefined}
        onClose={close}
        isBusy={isBusy}
        foot={
          <>
            <button className="button" data-kind="quiet" type="button" disabled={isBusy} onClick={close}>
              {canImport ? words.cancel : words.close}
            </button>
            {canImport && (
              <BusyButton
                kind="primary"
                label={words.import}
                busy={words.importing}
                isBusy={isBusy}
                onPress={() => void confirm(file, state.summary)}
              />
            )}
          </>
        }
      >
        <div className="body flow">{state && <Outcome state={state} />}</div>
      </Dialog>
    </ListRow>
  )
}

function Outcome({ state }: { state: ImportState }) {
  if (state.type === 'reading') {
    return (
      <p className="row" role="status">
        <span className="spinner" /> {words.reading}
      </p>
    )
  }
  if (state.type === 'failed') {
    return (
      <>
        <Notice verdict="wrong">{state.message}</Notice>
        {state.places.length > 0 && (
          <ul>
            {state.places.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
        )}
      </>
    )
  }
  const { summary } = state
  if (!addsSomething(summary)) {
    return (
      <>
        <p role="status">{words.nothing}</p>
        <Counts summary={summary} />
      </>
    )
  }
  return (
    <>
      {state.type === 'done' ? <Notice verdict="right">{words.added}</Notice> : <p role="status">{words.adds}</p>}
      <Counts summary={summary} />
      <p className="small">{words.terms}</p>
    </>
  )
}

function Counts({ summary: { attempts, keptQuestions, notes, examDates, renewalDates } }: { summary: ImportSummary }) {
  const lines = [
    words.attempts(attempts.added, attempts.existing),
    ...(notes.added + notes.existing > 0 ? [words.notes(notes.added, notes.existing)] : []),
    ...(examDates.added + examDates.existing > 0 ? [words.examDates(examDates.added, examDates.existing)] : []),
    ...(renewalDates.added + renewalDates.existing > 0 ? [words.renewalDates(renewalDates.added, renewalDates.existing)] : []),
    ...(keptQuestions > 0 ? [words.keptQuestions(keptQuestions)] : []),
    ...(attempts.leftOut > 0 ? [words.leftOut(attempts.leftOut)] : []),
  ]
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function addsSomething({ attempts, notes, examDates, renewalDates }: ImportSummary): boolean {
  return attempts.added + notes.added + examDates.added + renewalDates.added > 0
}

type SentRecord = { summary: ImportSummary } | { message: string; places: string[] }

async function sendRecord(file: File, memberId: string, isDryRun: boolean): Promise<SentRecord> {
  if (file.size > recordBytesMax) return { message: words.tooLarge(recordBytesMax / 1_000_000), places: [] }
  try {
    const response = await fetch(`/profile/my-data.json?dry_run=${isDryRun}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...ownerHeaders(memberId, undefined) },
      body: file,
    })
    if (response.ok) return { summary: (await response.json()) as ImportSummary }
    type Problem = { code?: string; refusals?: { field: string; reason: string }[] }
    const { code = '', refusals = [] } = (await response.json()) as Problem
    return { message: words.problems[code] ?? words.failed, places: refusals.map(({ field, reason }) => `${field} ${reason}`) }
  } catch {
    return { message: words.failed, places: [] }
  }
}
