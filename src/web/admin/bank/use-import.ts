/** The course of an import: a file is checked by a dry run, then written. */
import { useEffect, useRef, useState } from 'react'
import { isImportable, sendFile } from '#web/admin/bank/import-file.ts'
import type { Failure } from '#web/admin/bank/import-file.ts'
import { bank } from '#web/text/en/admin/bank.ts'
import type { ImportCounts, ImportLine, ImportReport } from '#server/bank/index.ts'

export type Progress = Extract<ImportLine, { type: 'progress' }>
export type ImportState =
  | { step: 'choosing'; problem?: string }
  | { step: 'checking' | 'writing'; file: File; progress: Progress | undefined; report: ImportReport | undefined }
  | { step: 'checked'; file: File; report: ImportReport; problem?: string }
  /** Refused as a whole, or the connection was cut. */
  | { step: 'failed'; file: File; problem: string }

type Watch = {
  /** Larger files are refused by the server before they are read. */
  bytesMax: number
  onImported: (counts: ImportCounts) => void
  /** The server may have written, but could not say so. */
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
      // Falls through: whatever the reason, the answer has no end.
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

/** Whatever the reason, one has to know that the bank is as it was. Most reasons of the import end with saying so. */
function withTruth({ code, message }: Failure): string {
  const isSaid = code !== 'REFUSED' && code !== 'IMPORT_NOT_A_LIST'
  return isSaid ? message : `${message.replace(/\.?$/, '.')} ${bank.nothingWritten}`
}

/** Gives up what was under way before. */
function start(leaving: React.RefObject<AbortController | undefined>): AbortController {
  leaving.current?.abort()
  return (leaving.current = new AbortController())
}
