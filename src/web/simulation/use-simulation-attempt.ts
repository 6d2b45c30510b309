/** Hook for the attempt of a simulation in progress: records its moves on this device, sends them, and loads moves from other devices. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { OpenSimulation } from '#web/simulation/simulation-state.ts'
import { useServerTime, type PageTime } from '#web/simulation/use-server-time.ts'
import {
  getMoveSender,
  listUnsentAnswers,
  openAttempt,
  useControllerState,
  type AttemptController,
  type ControlledAttempt,
  type Journal,
  type SyncRefusal,
} from '#web/sync/index.ts'

export type SimulationAttempt = PageTime & {
  /** False while the journal is read again. Until then, the last state is shown, and no move may be made. */
  isOpen: boolean
  state: ControlledAttempt
  controller: AttemptController
  /** Questions with an answer that the server does not have yet. */
  unsent: readonly string[]
  refusal: SyncRefusal | undefined
  /** Sending failed, and moves are still unsent. The browser may say that it is online. */
  isUnreachable: boolean
}

type OpenedAttempt = { controller: AttemptController; journal: () => Journal; isClosed: boolean }

/** `undefined` until the journal has been read. `onRemoved`: called when the attempt is no longer on this device, or cannot be opened. */
export function useSimulationAttempt(simulation: OpenSimulation, onRemoved: () => void): SimulationAttempt | undefined {
  const { journal, problem, sheet } = simulation
  const { id, attempt } = sheet
  const { certificationId, questionIds } = attempt
  const [opened, setOpened] = useState<OpenedAttempt>()
  const reportRemoved = useEffectEvent(onRemoved)
  useEffect(() => {
    let isClosed = false
    let controller: AttemptController | undefined
    let latestJournal = journal
    const enqueue = (changed: Journal, attemptId: string) => {
      latestJournal = changed
      getMoveSender(changed.owner).enqueue(changed, attemptId)
    }
    const open = async () => {
      const settings = { journal, problem, certificationId, set: 'simulation', questionIds, now: Date.now() } as const
      controller = await openAttempt({ ...settings, onRecorded: enqueue, onRemoved: reportRemoved })
      if (isClosed) return controller.close()
      setOpened({ controller, journal: () => latestJournal, isClosed: false })
      // Sends the moves that an earlier page could not send.
      enqueue(journal, id)
    }
    open().catch(reportRemoved)
    return () => {
      isClosed = true
      controller?.close()
      setOpened((before) => before && { ...before, isClosed: true })
    }
  }, [journal, problem, certificationId, questionIds, id])

  const state = useControllerState(opened?.controller)
  const unsent = useUnsent(opened, id)
  const sender = getMoveSender(journal.owner)
  const refusal = useSyncExternalStore(sender.subscribe, () => sender.refusalOf(id))
  const isFailing = useSyncExternalStore(sender.subscribe, sender.isFailing)
  const pageTime = useServerTime(simulation)
  if (!opened || !state) return undefined
  const { controller, isClosed } = opened
  return { isOpen: !isClosed, state, controller, unsent, refusal, isUnreachable: isFailing && !state.isSent, ...pageTime }
}

function useUnsent(opened: OpenedAttempt | undefined, id: string): readonly string[] {
  const [unsent, setUnsent] = useState<readonly string[]>([])
  useEffect(() => {
    if (!opened) return
    let isClosed = false
    const read = async () => {
      const questionIds = await listUnsentAnswers(opened.journal(), id)
      if (!isClosed) setUnsent(questionIds)
    }
    // If the journal cannot be read, the status in the header still says that moves are unsent.
    const readQuietly = () => void read().catch(() => undefined)
    readQuietly()
    const unsubscribe = opened.controller.subscribe(readQuietly)
    return () => {
      isClosed = true
      unsubscribe()
    }
  }, [opened, id])
  return unsent
}
