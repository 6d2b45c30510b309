/** The steps of an import: a dry run checks the file, then it is written. */
import { useEffect, useRef, useState } from 'react'
import { isImportable, sendFile, type Failure } from '#web/admin/bank/import-file.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import type { ImportCounts, ImportLine, ImportReport } from '#server/bank/index.ts'

export type Progress = Extract<ImportLine, { type: 'progress' }>
export type ImportState =
  | { step: 'choosing'; problem?: string }
  | { step: 'checking' | 'writing'; file: File; progress: Progress | undefined; report: ImportReport | undefined }
  | { step: 'checked'; file: File; report: ImportReport; problem?: string }
  /** The file was refused, or the connection failed. */
  | { step: 'failed'; file: File; problem: string }

type Watch = {
  /** The server refuses larger files before it reads them. */
  bytesMax: number
  onImported: (counts: ImportCounts) => void
  /** The server may have written the file, but the connection failed. */
  onUnknown: () => void
}

export function useImport({ bytesMax, onImported, onUnknown }: Watch) {
  const [state, setState] = useState<ImportState>({ step: 'choosing' })
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const follow = async (file: File, isDryRun: boolean, report: ImportReport | undefined) => {
    const { signal } = start(leaving)
    const step = isDryRun ? 'checking' : 'writing'
    setState({ step, file, progress: undefined, report })
    try {
      for await (const line of sendFile(file, isDryRun, signal)) {
        if (signal.aborted) return
        if (line.type === 'progress') setState({ step, file, progress: line, report })
        if (line.type === 'report' && isDryRun) return setState({ step: 'checked', file, report: line })
        if (line.type === 'finished') return onImported(line.counts)
        if (line.type === 'failed') return setState({ step: 'failed', file, problem: withTruth(line) })
      }
    } catch {
      // Continues below: the response is incomplete for some reason.
    }
    if (signal.aborted) return
    setState({ step: 'failed', file, problem: isDryRun ? bank.cutWhileChecking : bank.cutWhileWriting })
    if (!isDryRun) onUnknown()
  }

  return {
    state,
    check: (file: File) => {
      if (!isImportable(file)) return setState({ step: 'choosing', problem: bank.wrongExtension })
      if (file.size > bytesMax) return setState({ step: 'choosing', problem: bank.tooLarge(Math.floor(bytesMax / 1_000_000)) })
      void follow(file, true, undefined)
    },
    write: () => {
      if (state.step === 'checked') void follow(state.file, false, state.report)
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
