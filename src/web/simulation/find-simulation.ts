/** Finds the latest simulation of an owner on this device and on the server, and stores a new one. */
import { followedRulesOf, hasFinished } from '#exam/attempt.ts'
import { foldJournal, type JournalEntry } from '#exam/moves.ts'
import { fetchEntries, fetchLatestSimulation, fetchMissedMoves, fetchSheet, type TimedSheet } from '#web/simulation/simulation-requests.ts'
import type { FoundSimulation, OpenSimulation } from '#web/simulation/simulation-state.ts'
import {
  findAttemptRow,
  importAttempt,
  listUnsentAnswers,
  openPageJournal,
  withPageJournal,
  type DeviceOwner,
  type Journal,
  type StorageProblem,
} from '#web/sync/index.ts'

type Search = {
  certificationId: string
  /** Whether to open a finished simulation too. */
  wantsResults: boolean
  /** Called with the extra-time factor from the member's settings. */
  onExtraTime: (factor: number) => void
}

/** The member's simulation in progress; otherwise the later of the member's and the guest's latest simulation on this device. */
export async function findSimulation(owner: DeviceOwner, search: Search): Promise<FoundSimulation> {
  const own = owner === null ? undefined : await findMemberSimulation(owner, search)
  if (own?.type === 'unreachable' || (own?.type === 'open' && !own.simulation.sheet.finished)) return own
  // A guest who started a simulation and then signed in continues it.
  const guest = await findGuestSimulation(search)
  if (own?.type === 'open') return guest.type === 'open' && startedAtOf(guest.simulation) > startedAtOf(own.simulation) ? guest : own
  return guest.type === 'none' ? { ...guest, last: own?.last ?? guest.last } : guest
}

/** When the simulation started, by the server's clock. */
function startedAtOf({ sheet }: OpenSimulation): number {
  return sheet.attempt.startedAt
}

/** If the storage cannot be read or is full, the simulation is loaded from the server and kept in memory until the page is closed. */
function findMemberSimulation(owner: string, search: Search): Promise<FoundSimulation> {
  return withPageJournal(owner, async (journal, problem) => {
    await importLatestSimulation(journal, search)
    return openLatestSimulation(journal, problem, search)
  })
}

async function findGuestSimulation(search: Search): Promise<FoundSimulation> {
  try {
    const { journal, isPersistent, isUnresponsive } = await openPageJournal(null)
    const found = await openLatestSimulation(journal, isPersistent ? null : 'unavailable', search)
    return found.type === 'none' && isUnresponsive ? { ...found, isUnread: true } : found
  } catch {
    return { type: 'none', last: null, isUnread: true }
  }
}

/**
 * Imports the member's latest simulation if another device started it. Offline, the journal stays as it is.
 *
 * @throws when the journal cannot be read or written
 */
async function importLatestSimulation(journal: Journal, { certificationId, onExtraTime }: Search): Promise<void> {
  const onFailure = (error: unknown) => console.warn('The latest simulation could not be loaded:', error)
  const latest = await fetchLatestSimulation(journal.owner, certificationId).catch(onFailure)
  if (!latest) return
  onExtraTime(latest.extraTime)
  const { simulation } = latest
  const recorded = await journal.latest(certificationId, 'simulation')
  if (!simulation || recorded?.row.id === simulation.id) return
  const entries = await fetchEntries(journal.owner, simulation.id).catch(onFailure)
  if (entries) await importAttempt(journal, { id: simulation.id, startedAt: entries[0]?.move.at ?? 0, entries }, false)
}

/**
 * The latest simulation in the journal, if it can be shown.
 *
 * @throws when the journal cannot be read
 */
async function openLatestSimulation(
  journal: Journal,
  problem: StorageProblem | null,
  { certificationId, wantsResults }: Search,
): Promise<FoundSimulation> {
  const recorded = await journal.latest(certificationId, 'simulation')
  const attempt = recorded && foldJournal(recorded.moves)
  if (!attempt) return { type: 'none', last: null }
  const { row, moves } = recorded
  const none = { type: 'none', last: attempt.startedAt } as const
  const isFinal = hasFinished(attempt) && row.sent >= moves.length
  if (isFinal && !wantsResults) return none
  const timed = await fetchSheet(journal.owner, row.id, row.secret).catch(() => 'unreachable' as const)
  if (timed === 'unreachable') return isFinal ? none : { type: 'unreachable', waiting: (await listUnsentAnswers(journal, row.id)).length }
  if (!timed) return { type: 'none', last: null }
  // If the moves from other devices cannot be loaded or stored now, the simulation opens without them.
  if (timed.sheet.next > row.sent) await fetchMissedMoves(journal, row.id).catch(() => undefined)
  return { type: 'open', simulation: { ...timed, secret: row.secret, journal, problem }, isNew: false }
}

/** Stores a new simulation in the journal or, if the storage fails or is full, in a journal that is kept until the page is closed. */
export async function storeSimulation(
  owner: DeviceOwner,
  { id, attempt }: TimedSheet['sheet'],
  secret: string | undefined,
): Promise<Pick<OpenSimulation, 'journal' | 'problem'>> {
  const { certificationId, set, questionIds, startedAt } = attempt
  const move = { type: 'start', at: startedAt, certificationId, set, questionIds, ...followedRulesOf(attempt) } as const
  const start: JournalEntry = { key: `start-${id}`, move }
  const imported = { id, startedAt, entries: [start], ...(secret !== undefined && { secret }) }
  return withPageJournal(owner, async (journal, problem) => {
    await importAttempt(journal, imported, false)
    return { journal, problem }
  })
}

/** Whether the simulation was removed from this device, for example because its member signed out. */
export async function isRemoved({ journal, sheet }: OpenSimulation): Promise<boolean> {
  try {
    return (await findAttemptRow(journal, sheet.id)) === undefined
  } catch {
    return false
  }
}
