/** The run of a simulation under way: state on this device, sent as it goes, and never far from what the server has. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { fetchMissedMoves } from '#web/simulation/ask-server.ts'
import { msUntil } from '#web/simulation/server-time.ts'
import type { ServerTime } from '#web/simulation/server-time.ts'
import type { OpenSimulation } from '#web/simulation/use-simulation.ts'
import { openAttempt, readBatch, getMoveSender, setPageOwner } from '#web/sync/index.ts'
import type { AttemptController, ControlledAttempt, Journal, SyncRefusal } from '#web/sync/index.ts'

export type SimulationAttempt = {
  state: ControlledAttempt
  controller: AttemptController
  /** Questions with an answer that the server does not have yet. */
  unsent: readonly string[]
  refusal: SyncRefusal | undefined
  time: ServerTime
  /** Asks the server whether the time is over; without a network the time of this page counts. */
  askIfOver: () => Promise<boolean>
}

/** How often a page asks for what was done elsewhere, and for the time. */
const newsMs = 60_000

type Opened = { controller: AttemptController; journal: () => Journal }

/** `undefined` until the journal has been read. `onGone`: the run is no longer on this device. */
export function useSimulationAttempt(simulation: OpenSimulation, onGone: () => void): SimulationAttempt | undefined {
  const { sheet, journal, problem } = simulation
  const { id } = sheet
  const { certificationId, questionIds } = sheet.attempt
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isGone = false
    let controller: AttemptController | undefined
    let latest = journal
    setPageOwner(journal.owner)
    const open = async () => {
      controller = await openAttempt({
        journal,
        problem,
        certificationId,
        set: 'simulation',
        questionIds,
        now: Date.now(),
        onRecorded: (home, runId) => {
          latest = home
          getMoveSender(home.owner).wake(home, runId)
        },
        onGone,
      })
      if (isGone) return controller.close()
      setOpened({ controller, journal: () => latest })
      // What an earlier page could not send.
      getMoveSender(journal.owner).wake(journal, id)
    }
    open().catch(onGone)
    return () => {
      isGone = true
      controller?.close()
      setOpened(undefined)
      setPageOwner(undefined)
    }
  }, [journal, problem, certificationId, questionIds, id, onGone])

  const state = useKept(opened?.controller)
  const unsent = useUnsent(opened, id)
  const refusal = useRefusal(journal, id)
  const { time, askIfOver } = useTime(simulation)
  return opened && state ? { state, controller: opened.controller, unsent, refusal, time, askIfOver } : undefined
}

function useKept(controller: AttemptController | undefined): ControlledAttempt | undefined {
  const subscribe = useCallback((onChange: () => void) => controller?.subscribe(onChange) ?? (() => undefined), [controller])
  return useSyncExternalStore(
    subscribe,
    () => controller?.current(),
    () => undefined,
  )
}

function useUnsent(opened: Opened | undefined, id: string): readonly string[] {
  const [unsent, setUnsent] = useState<readonly string[]>([])
  useEffect(() => {
    if (!opened) return
    let isOld = false
    const read = async () => {
      const entries = (await readBatch(opened.journal(), id))?.entries ?? []
      const questionIds = new Set(entries.flatMap(({ move }) => (move.type === 'answer' ? [move.questionId] : [])))
      if (!isOld) setUnsent([...questionIds])
    }
    // What cannot be read cannot be named; the sign beside says that something is still to be sent.
    const readAgain = () => void read().catch(() => undefined)
    readAgain()
    const stop = opened.controller.subscribe(readAgain)
    return () => {
      isOld = true
      stop()
    }
  }, [opened, id])
  return unsent
}

function useRefusal({ owner }: Journal, id: string): SyncRefusal | undefined {
  return useSyncExternalStore(
    useCallback((onChange: () => void) => getMoveSender(owner).subscribe(onChange), [owner]),
    () => getMoveSender(owner).refusalOf(id),
    () => undefined,
  )
}

/** The time of the server, told again every minute and whenever one comes back to the page. */
function useTime({ sheet, time, journal }: OpenSimulation): Pick<SimulationAttempt, 'time' | 'askIfOver'> {
  const [told, setTold] = useState<{ of: ServerTime; time: ServerTime }>()
  const { id, deadlineAt } = sheet
  const ask = useCallback(async () => {
    const next = await fetchMissedMoves(journal, id).catch(() => undefined)
    if (next) setTold({ of: time, time: next })
    return next
  }, [journal, id, time])
  const askIfOver = useCallback(async () => {
    const next = await ask()
    return !next || msUntil(deadlineAt, next) < 1000
  }, [ask, deadlineAt])
  useEffect(() => {
    const onBack = () => void (document.visibilityState === 'visible' && ask())
    const timer = setInterval(onBack, newsMs)
    document.addEventListener('visibilitychange', onBack)
    window.addEventListener('online', onBack)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onBack)
      window.removeEventListener('online', onBack)
    }
  }, [ask])
  return { time: told?.of === time ? told.time : time, askIfOver }
}
