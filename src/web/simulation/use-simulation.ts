/** Which simulation of a certification there is for whoever looks at the page, and how a new one begins. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { foldJournal, hasFinished } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/attempt.ts'
import type { ExtraTime, LengthName } from '#exam/simulation.ts'
import { fetchEntries, fetchLatestSimulation, fetchMissedMoves, fetchSheet, startSimulation } from '#web/simulation/ask-server.ts'
import type { StartProblem, TimedSheet } from '#web/simulation/ask-server.ts'
import { useAuth } from '#web/accounts/index.ts'
import type { LeaveReason } from '#web/practice/index.ts'
import {
  findLatestAttemptRow,
  findAttemptRow,
  importAttempt,
  isAttemptOpenFor,
  createMemoryJournal,
  openPageJournal,
  openAttemptChannel,
  readBatch,
} from '#web/sync/index.ts'
import type { DeviceOwner, Journal, StorageProblem } from '#web/sync/index.ts'

/** A simulation on screen. `journal` has its moves; without `secret` it is a member's. */
export type OpenSimulation = TimedSheet & { secret: string | undefined; journal: Journal; problem: StorageProblem | null }

export type SimulationState =
  | { type: 'looking' }
  /** `last`: when the last one began, if there is one to read again; `isUnread`: what is kept on this device is not known. */
  | { type: 'none'; last: number | null; isUnread?: true }
  /** One is under way, and the server cannot be asked for it. `waiting`: answers that are still to be sent. */
  | { type: 'unreachable'; waiting: number }
  | { type: 'open'; simulation: OpenSimulation; isNew: boolean }
  /** One of a member was on screen who is no longer signed in here. */
  | { type: 'left'; left: LeaveReason }

/**
 * `wantsResults`: a finished one is opened, too. `extraTime` is what a member is granted, once it is known. `wasBegun`: she asked for a
 * new one, and goes on with the one that was under way already.
 */
export function useSimulation(certificationId: string, wantsResults: boolean) {
  const { refresh } = useAuth()
  const owner = useOwner()
  const [state, setState] = useState<SimulationState>({ type: 'looking' })
  const [extraTime, setExtraTime] = useState<number>()
  const [wasBegun, setWasBegun] = useState(false)
  const latest = useRef({ wantsResults, state })
  useEffect(() => {
    latest.current = { wantsResults, state }
  })

  /** @returns what then follows on what is on screen */
  const find = useCallback(
    async (whose: DeviceOwner, forResults: boolean) => {
      const found = await findSimulation(certificationId, whose, forResults, setExtraTime)
      const { state: shown } = latest.current
      const isOff = found.type !== 'open' && shown.type === 'open' && (await isOffDevice(shown.simulation))
      return (before: SimulationState) => afterFinding(before, found, isOff, certificationId)
    },
    [certificationId],
  )

  /** Results that she has just added to her account are hers from then on, whatever else there is of hers. */
  const takeAdopted = useCallback(async () => {
    const { state: shown } = latest.current
    if (!owner || shown.type !== 'open') return
    const { id } = shown.simulation.sheet
    const { journal } = await openPageJournal(owner)
    const row = await findAttemptRow(journal, id).catch(() => undefined)
    if (row?.owner !== owner) return
    setState((before) => {
      if (before.type !== 'open' || before.simulation.sheet.id !== id) return before
      return { ...before, simulation: { ...before.simulation, secret: undefined, journal } }
    })
  }, [owner])

  const hasLeft = useRef(false)
  const look = useCallback(
    async (forResults: boolean) => {
      if (owner === undefined || hasLeft.current) return
      const follow = await find(owner, forResults)
      if (!hasLeft.current) setState(follow)
    },
    [find, owner],
  )

  useEffect(() => {
    let isGone = false
    if (owner !== undefined) {
      void find(owner, latest.current.wantsResults).then((follow) => {
        if (!isGone)
          setState((before) => (isOnScreen(before, certificationId, owner) ? before : (leftBehind(before, owner) ?? follow(before))))
      })
    }
    return () => {
      isGone = true
    }
  }, [certificationId, find, owner])

  useEffect(() => {
    if (!owner) return
    const channel = openAttemptChannel((news) => {
      if (news.type !== 'gone' || news.owner !== owner || !isAttemptOpenFor(owner)) return
      hasLeft.current = true
      setState({ type: 'left', left: 'signedOut' })
    })
    return channel.close
  }, [owner])

  const begin = useCallback(
    async (length: LengthName, factor: ExtraTime): Promise<StartProblem | undefined> => {
      /** @returns whether one is under way, begun in another tab or on another device since this page looked */
      const goOn = async () => {
        const found = await findSimulation(certificationId, owner ?? null, false, setExtraTime)
        if (found.type === 'none' || (found.type === 'open' && found.simulation.sheet.finished)) return false
        setWasBegun(true)
        setState(found)
        return true
      }
      const beginAlone = async () => {
        if (await goOn()) return undefined
        const begun = await startSimulation(owner ?? null, certificationId, length, factor)
        if (!begun.ok && begun.problem === 'alreadyInProgress') {
          if (await goOn()) return undefined
          // She has signed in since this page asked, and it will be found when the page knows.
          setWasBegun(true)
          refresh()
        }
        if (!begun.ok) return begun.problem
        const { sheet, time, secret } = begun
        const kept = await keepBegun(begun.owner, sheet, secret)
        setState({ type: 'open', simulation: { sheet, time, secret, ...kept }, isNew: true })
        // She has signed in since this page asked.
        if (begun.owner !== owner) refresh()
        return undefined
      }
      try {
        return await oneAfterTheOther(beginAlone)
      } catch {
        return 'startFailed'
      }
    },
    [certificationId, owner, refresh],
  )

  /** The sheet was read again; when it is over, its results are shown. */
  const replace = useCallback((next: TimedSheet) => {
    setState((before) => (before.type === 'open' ? { ...before, simulation: { ...before.simulation, ...next } } : before))
  }, [])
  const leave = useCallback(() => {
    setState((before) => ({ type: 'none', last: before.type === 'open' ? before.simulation.sheet.attempt.startedAt : null }))
  }, [])
  const readBegun = useCallback(() => setWasBegun(false), [])
  return { state, extraTime, look, takeAdopted, begin, replace, leave, wasBegun, readBegun }
}

/** Lets one tab after the other begin, so that the second finds what the first has begun. Where there are no locks, most of the time. */
async function oneAfterTheOther<Result>(work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? await navigator.locks.request('praxam-beginning', work) : work()
}

/**
 * Whose simulations to show: `undefined` until it is known. Whoever is signed out elsewhere meanwhile stays who she was, so that a
 * simulation under way does not vanish.
 */
function useOwner(): DeviceOwner | undefined {
  const { state } = useAuth()
  const [owner, setOwner] = useState<DeviceOwner>()
  const answered = state.status === 'checking' ? undefined : state.status === 'signed-in' ? state.member.id : null
  if (answered !== undefined && answered !== owner && !(answered === null && owner)) setOwner(answered)
  return owner
}

/** One that was begun here by somebody who, as turned out only then, is signed in. */
function isOnScreen(state: SimulationState, certificationId: string, owner: DeviceOwner): boolean {
  return state.type === 'open' && state.simulation.journal.owner === owner && state.simulation.sheet.certification.id === certificationId
}

/** What is on screen once it was looked for. `isOff`: what was on screen is on this device no more. */
export function afterFinding(before: SimulationState, found: Looked, isOff: boolean, certificationId: string): SimulationState {
  // Whoever signs in beside her results is offered there to add them.
  if (isGuestsResult(before, certificationId) && !isSame(before, found)) return before
  return found.type === 'open' || isOff || !isUnderWay(before, certificationId) ? found : before
}

function isGuestsResult(state: SimulationState, certificationId: string): boolean {
  if (state.type !== 'open') return false
  const { journal, sheet } = state.simulation
  return journal.owner === null && sheet.finished && sheet.certification.id === certificationId
}

function isSame(one: SimulationState, other: SimulationState): boolean {
  return one.type === 'open' && other.type === 'open' && one.simulation.sheet.id === other.simulation.sheet.id
}

/** The way to a simulation that nobody else knows of, such as a guest's in memory, goes with its screen. */
function isUnderWay(state: SimulationState, certificationId: string): boolean {
  return state.type === 'open' && !state.simulation.sheet.finished && state.simulation.sheet.certification.id === certificationId
}

/** Whether it was taken off this device, as when its member signs out: nothing that is done in it would be kept. */
async function isOffDevice({ journal, sheet }: OpenSimulation): Promise<boolean> {
  try {
    return (await findAttemptRow(journal, sheet.id)) === undefined
  } catch {
    return false
  }
}

/** What is said when somebody else has signed in while a member's simulation is under way on this page. */
function leftBehind(state: SimulationState, owner: DeviceOwner): SimulationState | undefined {
  if (state.type === 'left') return state
  if (state.type !== 'open' || state.simulation.sheet.finished) return undefined
  const { owner: before } = state.simulation.journal
  return before !== null && before !== owner ? { type: 'left', left: 'otherMember' } : undefined
}

/** A member's, or one that was begun without an account. Of two that are over it is the one that began last. */
export async function findSimulation(
  certificationId: string,
  owner: DeviceOwner,
  wantsResults: boolean,
  onExtraTime: (factor: number) => void,
): Promise<Looked> {
  const own = owner === null ? undefined : await findMembers(certificationId, owner, wantsResults, onExtraTime)
  if (own?.type === 'unreachable' || (own?.type === 'open' && !own.simulation.sheet.finished)) return own
  // Somebody who began as a guest and has signed in since goes on with it.
  const guests = await findGuests(certificationId, wantsResults)
  if (own?.type === 'open') return guests.type === 'open' && startOf(guests.simulation) > startOf(own.simulation) ? guests : own
  return guests.type === 'none' ? { ...guests, last: own?.last ?? guests.last } : guests
}

/** By the clock of the server. */
function startOf({ sheet }: OpenSimulation): number {
  return sheet.attempt.startedAt
}

type Looked = Exclude<SimulationState, { type: 'looking' | 'left' }>

/** Where the storage cannot be read or has no room, it comes from the server and lasts as long as the page. */
async function findMembers(
  certificationId: string,
  owner: DeviceOwner,
  wantsResults: boolean,
  onExtraTime: (factor: number) => void,
): Promise<Looked> {
  const findIn = async (journal: Journal, problem: StorageProblem | null) => {
    await followMember(certificationId, journal, onExtraTime)
    return openRow(certificationId, journal, problem, wantsResults)
  }
  try {
    const { journal, isPersistent } = await openPageJournal(owner)
    return await findIn(journal, isPersistent ? null : 'unavailable')
  } catch (error) {
    return findIn(createMemoryJournal(owner), problemOf(error))
  }
}

async function findGuests(certificationId: string, wantsResults: boolean): Promise<Looked> {
  try {
    const { journal, isPersistent, isUnresponsive } = await openPageJournal(null)
    const found = await openRow(certificationId, journal, isPersistent ? null : 'unavailable', wantsResults)
    return found.type === 'none' && isUnresponsive ? { ...found, isUnread: true } : found
  } catch {
    return { type: 'none', last: null, isUnread: true }
  }
}

/**
 * Brings a member's simulation that was begun on another device to this one. Without a network there is what there is here.
 *
 * @throws when the journal cannot be read or written
 */
async function followMember(certificationId: string, journal: Journal, onExtraTime: (factor: number) => void): Promise<void> {
  const onFailure = (error: unknown) => console.warn('The latest simulation could not be asked for:', error)
  const latest = await fetchLatestSimulation(journal.owner, certificationId).catch(onFailure)
  if (!latest) return
  onExtraTime(latest.extraTime)
  const { simulation } = latest
  const here = await findLatestAttemptRow(journal, certificationId, 'simulation')
  if (!simulation || here?.id === simulation.id) return
  const entries = await fetchEntries(journal.owner, simulation.id).catch(onFailure)
  if (entries) await importAttempt(journal, { id: simulation.id, startedAt: entries[0]?.move.at ?? 0, entries }, false)
}

/**
 * The latest simulation that the journal has, as far as it can be shown.
 *
 * @throws when the journal cannot be read
 */
async function openRow(certificationId: string, journal: Journal, problem: StorageProblem | null, wantsResults: boolean): Promise<Looked> {
  const row = await findLatestAttemptRow(journal, certificationId, 'simulation')
  const recorded = row && (await journal.latest(certificationId, 'simulation'))
  const run = recorded && foldJournal(recorded.moves)
  if (!row || !run) return { type: 'none', last: null }
  const none = { type: 'none', last: run.startedAt } as const
  const isSent = recorded.sent >= recorded.next
  if (hasFinished(run) && isSent && !wantsResults) return none
  const asked = await fetchSheet(journal.owner, row.id, row.secret).catch(() => 'unreachable' as const)
  if (asked === 'unreachable') {
    const batch = await readBatch(journal, row.id)
    const waiting = new Set(batch?.entries.flatMap(({ move }) => (move.type === 'answer' ? [move.questionId] : []))).size
    return hasFinished(run) && isSent ? none : { type: 'unreachable', waiting }
  }
  if (!asked) return { type: 'none', last: null }
  // Where they cannot be asked for or kept, it goes on without.
  if (asked.sheet.next > row.sent) await fetchMissedMoves(journal, row.id).catch(() => undefined)
  return { type: 'open', simulation: { ...asked, secret: row.secret, journal, problem }, isNew: false }
}

/** Puts a simulation that has just begun into the journal or, where that has no room, into one that lasts as long as the page. */
async function keepBegun(
  owner: DeviceOwner,
  { id, attempt: run }: TimedSheet['sheet'],
  secret: string | undefined,
): Promise<Pick<OpenSimulation, 'journal' | 'problem'>> {
  const { certificationId, set, questionIds, startedAt } = run
  const start: JournalEntry = { key: `start-${id}`, move: { type: 'start', at: startedAt, certificationId, set, questionIds } }
  const attempt = { id, startedAt, entries: [start], ...(secret !== undefined && { secret }) }
  const { journal, isPersistent } = await openPageJournal(owner)
  try {
    await importAttempt(journal, attempt, false)
    return { journal, problem: isPersistent ? null : 'unavailable' }
  } catch (error) {
    const inMemory = createMemoryJournal(owner)
    await importAttempt(inMemory, attempt, false)
    return { journal: inMemory, problem: problemOf(error) }
  }
}

function problemOf(error: unknown): StorageProblem {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
}
