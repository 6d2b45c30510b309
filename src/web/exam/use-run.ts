/** The run of a page, as React sees it. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { RunSet } from '#exam/run.ts'
import { journalOfPage } from '#web/exam/journal.ts'
import { keepRun } from '#web/exam/run-keeper.ts'
import type { KeptRun, RunKeeper } from '#web/exam/run-keeper.ts'

type Asked = { certificationId: string; set: RunSet; questionIds: readonly string[] }

/** `undefined` until the journal has been read, which a server never does. `asked` has to be stable between drawings. */
export function useRun(asked: Asked | undefined): { kept: KeptRun; keeper: RunKeeper } | undefined {
  const [keeper, setKeeper] = useState<RunKeeper>()
  useEffect(() => {
    if (!asked) return
    let opened: RunKeeper | undefined
    let isGone = false
    const open = async () => {
      const { journal, isKept } = await journalOfPage()
      opened = await keepRun({ journal, problem: isKept ? null : 'unavailable', ...asked, now: Date.now() })
      if (isGone) opened.close()
      else setKeeper(opened)
    }
    void open()
    return () => {
      isGone = true
      opened?.close()
      setKeeper(undefined)
    }
  }, [asked])
  const subscribe = useCallback((onChange: () => void) => keeper?.subscribe(onChange) ?? (() => undefined), [keeper])
  const kept = useSyncExternalStore(
    subscribe,
    () => keeper?.current(),
    () => undefined,
  )
  return keeper && kept ? { keeper, kept } : undefined
}
