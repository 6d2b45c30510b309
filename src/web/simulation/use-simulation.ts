/** Hook for the viewer's simulation of a certification: finds the latest one, or starts a new one on request. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { SimulationRequest } from '#exam/contract.ts'
import { useAuth } from '#web/accounts/index.ts'
import { findSimulation, isRemoved, storeSimulation } from '#web/simulation/find-simulation.ts'
import { startSimulation, type StartProblem, type TimedSheet } from '#web/simulation/simulation-requests.ts'
import { applySearch, updateSimulation, type SimulationState } from '#web/simulation/simulation-state.ts'
import {
  findAttemptRow,
  isAttemptOpenFor,
  isFromThisPage,
  openAttemptChannel,
  openPageJournal,
  runExclusively,
  type DeviceOwner,
} from '#web/sync/index.ts'

/** Only one tab starts a simulation at a time, so that a second tab finds the simulation of the first. Earlier releases use the same lock. */
const startLock = 'praxam-beginning'

/** What the candidate chooses on the start screen. */
export type SimulationChoice = Omit<SimulationRequest, 'certificationId'>

type SearchRequest = { certificationId: string; owner: DeviceOwner | undefined; wantsResults: boolean }

/**
 * `wantsResults`: whether the page opens with the results of a finished simulation. `extraTime`: the factor in the member's
 * settings, once it is known. `isResumed`: the user started a simulation, but one was in progress and is shown instead.
 */
export function useSimulation(certificationId: string, wantsResults: boolean) {
  const { refresh } = useAuth()
  const owner = useOwner()
  const [state, setState] = useState<SimulationState>({ type: 'looking' })
  const [extraTime, setExtraTime] = useState<number>()
  const [isResumed, setResumed] = useState(false)
  /** The last search that was requested for this owner and certification. A new value starts a search. */
  const [lastRequest, setLastRequest] = useState<SearchRequest>()
  const request = lastRequest?.owner === owner && lastRequest?.certificationId === certificationId ? lastRequest : undefined
  // A request does not apply again when its owner or certification comes back.
  if (lastRequest && !request) setLastRequest(undefined)

  const getLatest = useEffectEvent(() => ({ state, wantsResults }))
  useEffect(() => {
    // After the member has signed out in another tab, the server would refuse the search.
    if (owner === undefined || getLatest().state.type === 'left') return
    let isOutdated = false
    const search = async () => {
      const { wantsResults: opensResults } = request ?? getLatest()
      const found = await findSimulation(owner, { certificationId, wantsResults: opensResults, onExtraTime: setExtraTime })
      const { state: shown } = getLatest()
      const isGone = found.type !== 'open' && shown.type === 'open' && (await isRemoved(shown.simulation))
      if (isOutdated) return
      setState((before) => applySearch(before, found, { certificationId, owner, isRequested: request !== undefined, isRemoved: isGone }))
    }
    void search()
    return () => {
      isOutdated = true
    }
  }, [certificationId, owner, request])

  useEffect(() => {
    if (!owner) return
    const channel = openAttemptChannel((message) => {
      if (message.type !== 'gone' || message.owner !== owner || isFromThisPage(message) || !isAttemptOpenFor(owner)) return
      setState({ type: 'left', left: 'signedOut' })
    })
    return channel.close
  }, [owner])

  /** Shows a simulation that another tab or device has started since this page searched. @returns whether there is one */
  const resume = async (): Promise<boolean> => {
    const found = await findSimulation(owner ?? null, { certificationId, wantsResults: false, onExtraTime: setExtraTime })
    if (found.type === 'none' || (found.type === 'open' && found.simulation.sheet.finished)) return false
    setResumed(true)
    setState(found)
    return true
  }

  const startOrResume = async ({ length, extraTime: factor, rules }: SimulationChoice): Promise<StartProblem | undefined> => {
    if (await resume()) return undefined
    const result = await startSimulation(owner ?? null, { certificationId, length, extraTime: factor, ...(rules && { rules }) })
    if (!result.ok) {
      if (result.problem !== 'alreadyInProgress') return result.problem
      if (await resume()) return undefined
      // The user has signed in since this page checked. After a refresh, the page finds the member's simulation.
      setResumed(true)
      refresh()
      return result.problem
    }
    const { sheet, time, secret } = result
    const stored = await storeSimulation(result.owner, sheet, secret)
    setState({ type: 'open', simulation: { sheet, time, secret, ...stored }, isNew: true })
    // The user has signed in since this page checked.
    if (result.owner !== owner) refresh()
    return undefined
  }

  return {
    state,
    extraTime,
    isResumed,
    dismissResumed: () => setResumed(false),
    /** Searches again. `forResults`: open a finished simulation too. */
    search: useCallback(
      (forResults: boolean) => {
        setLastRequest({ certificationId, owner, wantsResults: forResults })
        // The simulation may now be in the account of a member who signed in from another tab.
        refresh()
      },
      [certificationId, owner, refresh],
    ),
    start: (choice: SimulationChoice) => runExclusively(startLock, () => startOrResume(choice)).catch(() => 'startFailed' as const),
    /** Shows the results on screen as the member's, after the member has added them to the account. */
    applyAdoption: async () => {
      if (!owner || state.type !== 'open') return
      const { id } = state.simulation.sheet
      const { journal } = await openPageJournal(owner)
      const row = await findAttemptRow(journal, id).catch(() => undefined)
      if (row?.owner === owner) setState((before) => updateSimulation(before, id, { secret: undefined, journal }))
    },
    /** Shows a sheet that was loaded again: the results, once the simulation is finished. */
    replaceSheet: (next: TimedSheet) => setState((before) => updateSimulation(before, next.sheet.id, next)),
    /** Shows the start screen in place of the simulation. */
    close: () => setState((before) => ({ type: 'none', last: before.type === 'open' ? before.simulation.sheet.attempt.startedAt : null })),
  }
}

/**
 * The owner of the simulations to show; `undefined` until it is known. A member who is signed out elsewhere in the meantime
 * stays the owner, so that a simulation in progress does not disappear.
 */
function useOwner(): DeviceOwner | undefined {
  const { state } = useAuth()
  const [owner, setOwner] = useState<DeviceOwner>()
  const replied = state.status === 'checking' ? undefined : state.status === 'signed-in' ? state.member.id : null
  if (replied !== undefined && replied !== owner && !(replied === null && owner)) setOwner(replied)
  return owner
}
