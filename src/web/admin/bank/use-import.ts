/** The steps of an import: a dry run checks the file, then its questions are written. */
import { useEffect, useRef, useState } from 'react'
import { sendFile, type Failure } from '#web/admin/bank/import-file.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import type { ImportChoices, ImportCounts, ImportLine, ImportReport } from '#server/bank/index.ts'

export type Progress = Extract<ImportLine, { type: 'progress' }>
export type ImportState =
  | { step: 'choosing'; problem?: string }
  | { step: 'checking' | 'writing'; file: File; choices: ImportChoices; progress: Progress | undefined; report: ImportReport | undefined }
  | { step: 'checked'; file: File; choices: ImportChoices; report: ImportReport; problem?: string }
  /** The file was refused, or the connection failed. */
  | { step: 'failed'; file: File; choices: ImportChoices; problem: string }

type Watch = {
  /** The server refuses larger files before it reads them. */
  bytesMax: number
  onImported: (counts: ImportCounts) => void
  /** Called when the connection failed, and the file may or may not have been imported. */
  onUnknown: () => void
}

export function useImport({ bytesMax, onImported, onUnknown }: Watch) {
  const [state, setState] = useState<ImportState>({ step: 'choosing' })
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const follow = async (file: File, choices: ImportChoices, isDryRun: boolean, report: ImportReport | undefined) => {
    const { signal } = start(leaving)
    const step = isDryRun ? 'checking' : 'writing'
    setState({ step, file, choices, progress: undefined, report })
    try {
      for await (const line of sendFile(file, choices, isDryRun, signal)) {
        if (signal.aborted) return
        if (line.type === 'progress') setState({ step, file, choices, progress: line, report })
        if (line.type === 'report' && isDryRun) return setState({ step: 'checked', file, choices, report: line })
        if (line.type === 'finished') return onImported(line.counts)
        if (line.type === 'failed') return setState({ step: 'failed', file, choices, problem: withTruth(line) })
      }
    } catch {
      // Handled below, like any other incomplete response.
    }
    if (signal.aborted) return
    setState({ step: 'failed', file, choices, problem: isDryRun ? bank.cutWhileChecking : bank.cutWhileWriting })
    if (!isDryRun) onUnknown()
  }

  return {
    state,
    check: (file: File, choices: ImportChoices) => {
      if (file.size > bytesMax) return setState({ step: 'choosing', problem: bank.tooLarge(Math.floor(bytesMax / 1_000_000)) })
      void follow(file, choices, true, undefined)
    },
    write: () => {
      if (state.step === 'checked') void follow(state.file, state.choices, false, state.report)
    },
  }
}

/** Adds that the bank is unchanged, unless the message already says so. */
function withTruth({ code, message }: Failure): string {
  const isSaid = code !== 'REFUSED' && code !== 'IMPORT_NOT_A_LIST'
  return isSaid ? message : `${message.replace(/\.?$/, '.')} ${bank.nothingWritten}`
}

/** Cancels the previous request. */
function start(leaving: React.RefObject<AbortController | undefined>): AbortController {
  leaving.current?.abort()
  return (leaving.current = new AbortController())
}
