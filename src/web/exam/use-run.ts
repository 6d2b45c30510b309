/** The run of a page, as React sees it. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { RunSet } from '#exam/run.ts'
import { countAnswers } from '#web/exam/count-answers.ts'
import { journalInMemory, journalOfPage } from '#web/exam/journal.ts'
import { keepRun } from '#web/exam/run-keeper.ts'
import type { KeptRun, RunKeeper } from '#web/exam/run-keeper.ts'

type Asked = { certificationId: string; set: RunSet; questionIds: readonly string[] }

/** `undefined` until the journal has been read, which a server never does. `asked` has to be stable between drawings. */
export function useRun(asked: Asked): { kept: KeptRun; keeper: RunKeeper } | undefined {
  const [keeper, setKeeper] = useState<RunKeeper>()
  useEffect(() => {
    let opened: RunKeeper | undefined
    let isGone = false
    const open = async () => {
      opened = await openKeeper(asked)
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

/** A journal that opens but cannot be read is as good as none: the run goes on in memory, and the screen says so. */
async function openKeeper(asked: Asked): Promise<RunKeeper> {
  const now = Date.now()
  const { journal, isKept } = await journalOfPage()
  const onFinished = countAnswers
  try {
    return await keepRun({ journal, problem: isKept ? null : 'unavailable', ...asked, now, onFinished })
  } catch {
    return keepRun({ journal: journalInMemory(), problem: 'unavailable', ...asked, now, onFinished })
  }
}
