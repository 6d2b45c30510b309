/** What the simulation page shows, and how that changes. Pure. */
import type { LeaveReason } from '#web/practice/index.ts'
import type { TimedSheet } from '#web/simulation/simulation-requests.ts'
import type { DeviceOwner, Journal, StorageProblem } from '#web/sync/index.ts'

/** A simulation on screen. `journal` has its moves. Only a guest's simulation has a `secret`. */
export type OpenSimulation = TimedSheet & { secret: string | undefined; journal: Journal; problem: StorageProblem | null }

export type FoundSimulation =
  /** `last`: when the last simulation started, if its results can be opened. `isUnread`: this device's storage could not be read. */
  | { type: 'none'; last: number | null; isUnread?: true }
  /** A simulation is in progress, but the server cannot be reached. `waiting`: how many answers are unsent. */
  | { type: 'unreachable'; waiting: number }
  | { type: 'open'; simulation: OpenSimulation; isNew: boolean }

export type SimulationState =
  | { type: 'looking' }
  | FoundSimulation
  /** A member's simulation was on screen, and the member is no longer signed in here. */
  | { type: 'left'; left: LeaveReason }

/**
 * The state after a search for the owner's simulation.
 *
 * @param isRequested the user or the screen requested the search, so that a simulation on screen may be replaced
 * @param isRemoved the simulation on screen is no longer on this device
 */
export function applySearch(
  before: SimulationState,
  found: FoundSimulation,
  search: { certificationId: string; owner: DeviceOwner; isRequested: boolean; isRemoved: boolean },
): SimulationState {
  const { certificationId, owner, isRequested, isRemoved } = search
  if (before.type === 'left') return before
  if (before.type !== 'open') return found
  const { journal, sheet } = before.simulation
  const isSameExam = sheet.certification.id === certificationId
  const isSameSimulation = found.type === 'open' && found.simulation.sheet.id === sheet.id
  if (!isRequested) {
    // The member started the simulation here before the page knew that they were signed in.
    if (isSameExam && journal.owner === owner) return before
    // A guest has signed in from another tab. The simulation continues until it is added to the account.
    if (isSameSimulation && !found.simulation.sheet.finished && found.simulation.journal === journal) return before
    if (!sheet.finished && journal.owner !== null && journal.owner !== owner) return { type: 'left', left: 'otherMember' }
  }
  // A guest who signs in while their results are on screen can add them to the account there.
  if (isSameExam && sheet.finished && journal.owner === null && !isSameSimulation) return before
  // If only this page can access a simulation in progress, such as for a guest without storage, the simulation stays on screen.
  const isInProgress = isSameExam && !sheet.finished
  return found.type === 'open' || isRemoved || !isInProgress ? found : before
}

/** Changes the simulation on screen, unless another simulation has taken its place. */
export function updateSimulation(before: SimulationState, id: string, change: Partial<OpenSimulation>): SimulationState {
  if (before.type !== 'open' || before.simulation.sheet.id !== id) return before
  return { ...before, simulation: { ...before.simulation, ...change } }
}
