/** Finds the latest simulation of an owner on this device and on the server, and stores a new one. */
import { foldJournal, hasFinished, type JournalEntry } from '#exam/attempt.ts'
import { fetchEntries, fetchLatestSimulation, fetchMissedMoves, fetchSheet, type TimedSheet } from '#web/simulation/simulation-requests.ts'
import type { FoundSimulation, OpenSimulation } from '#web/simulation/simulation-state.ts'
import {
  createMemoryJournal,
  findAttemptRow,
  findLatestAttemptRow,
  importAttempt,
  openPageJournal,
  readBatch,
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

/** The member's simulation or a guest's simulation on this device. Of two finished simulations, the later one. */
export async function findSimulation(owner: DeviceOwner, search: Search): Promise<FoundSimulation> {
  const own = owner === null ? undefined : await findMemberSimulation(owner, search)
  if (own?.type === 'unreachable' || (own?.type === 'open' && !own.simulation.sheet.finished)) return own
  // A guest who started a simulation and then signed in continues it.
  const guest = await findGuestSimulation(search)
  if (own?.type === 'open') return guest.type === 'open' && startedAtOf(guest.simulation) > startedAtOf(own.simulation) ? guest : own
  return guest.type === 'none' ? { ...guest, last: own?.last ?? guest.last } : guest
}

/** By the server's clock. */
function startedAtOf({ sheet }: OpenSimulation): number {
  return sheet.attempt.startedAt
}

/** If the storage cannot be read or is full, the simulation comes from the server and lasts as long as the page. */
async function findMemberSimulation(owner: string, search: Search): Promise<FoundSimulation> {
  const findIn = async (journal: Journal, problem: StorageProblem | null) => {
    await importLatestSimulation(journal, search)
    return openLatestSimulation(journal, problem, search)
  }
  try {
    const { journal, isPersistent } = await openPageJournal(owner)
    return await findIn(journal, isPersistent ? null : 'unavailable')
  } catch (error) {
    return findIn(createMemoryJournal(owner), problemOf(error))
  }
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
  const row = await findLatestAttemptRow(journal, certificationId, 'simulation')
  if (!simulation || row?.id === simulation.id) return
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
  const row = await findLatestAttemptRow(journal, certificationId, 'simulation')
  const recorded = row && (await journal.latest(certificationId, 'simulation'))
  const attempt = recorded && foldJournal(recorded.moves)
  if (!row || !attempt) return { type: 'none', last: null }
  const none = { type: 'none', last: attempt.startedAt } as const
  const isFinal = hasFinished(attempt) && recorded.position.sent >= recorded.position.next
  if (isFinal && !wantsResults) return none
  const timed = await fetchSheet(journal.owner, row.id, row.secret).catch(() => 'unreachable' as const)
  if (timed === 'unreachable') return isFinal ? none : { type: 'unreachable', waiting: await countUnsentAnswers(journal, row.id) }
  if (!timed) return { type: 'none', last: null }
  // If the moves of other devices cannot be loaded or stored now, the simulation opens without them.
  if (timed.sheet.next > row.sent) await fetchMissedMoves(journal, row.id).catch(() => undefined)
  return { type: 'open', simulation: { ...timed, secret: row.secret, journal, problem }, isNew: false }
}

async function countUnsentAnswers(journal: Journal, id: string): Promise<number> {
  const entries = (await readBatch(journal, id))?.entries ?? []
  return new Set(entries.flatMap(({ move }) => (move.type === 'answer' ? [move.questionId] : []))).size
}

/** Stores a new simulation in the journal or, if the storage is full, in a journal that lasts as long as the page. */
export async function storeSimulation(
  owner: DeviceOwner,
  { id, attempt }: TimedSheet['sheet'],
  secret: string | undefined,
): Promise<Pick<OpenSimulation, 'journal' | 'problem'>> {
  const { certificationId, set, questionIds, startedAt } = attempt
  const start: JournalEntry = { key: `start-${id}`, move: { type: 'start', at: startedAt, certificationId, set, questionIds } }
  const imported = { id, startedAt, entries: [start], ...(secret !== undefined && { secret }) }
  const { journal, isPersistent } = await openPageJournal(owner)
  try {
    await importAttempt(journal, imported, false)
    return { journal, problem: isPersistent ? null : 'unavailable' }
  } catch (error) {
    const memory = createMemoryJournal(owner)
    await importAttempt(memory, imported, false)
    return { journal: memory, problem: problemOf(error) }
  }
}

/** Whether the simulation was removed from this device, for example because its member signed out. */
export async function isRemoved({ journal, sheet }: OpenSimulation): Promise<boolean> {
  try {
    return (await findAttemptRow(journal, sheet.id)) === undefined
  } catch {
    return false
  }
}

function problemOf(error: unknown): StorageProblem {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
}
