/** The run of a page, as React sees it. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { start } from '#exam/attempt.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { useAuth } from '#web/accounts/index.ts'
import type { AuthState } from '#web/accounts/index.ts'
import {
  countAnswers,
  isAttemptOpenFor,
  createMemoryJournal,
  openPageJournal,
  loadMoveSender,
  openAttempt,
  readKnownMember,
  setPageOwner,
} from '#web/sync/index.ts'
import type { AttemptController, ControlledAttempt, DeviceOwner, Journal, Member } from '#web/sync/index.ts'

type Asked = { certificationId: string; set: QuestionSet; questionIds: readonly string[] }

/** Why a page takes no more moves into a member's run: she signed out in another tab, or somebody else signed in there. */
export type LeaveReason = 'signedOut' | 'otherMember'

export type OpenAttempt = {
  state: ControlledAttempt
  controller: AttemptController
  owner: DeviceOwner
  /** Nothing of the run is shown then. */
  left: LeaveReason | undefined
  /** Reads again which run of the set is the latest. */
  reopen: () => void
}

/** `undefined` until the journal has been read, which a server never does. `asked` has to be stable between drawings. */
export function useAttempt(asked: Asked): OpenAttempt | undefined {
  const { owner, left, leave, setOwner } = useOwner()
  const [opened, setOpened] = useState<{ controller: AttemptController; owner: DeviceOwner }>()
  const [visit, setVisit] = useState(0)
  const reopen = useCallback(() => setVisit((before) => before + 1), [])
  // Each visit looks anew which run is the latest.
  const wanted = useMemo(() => ({ ...asked, visit }), [asked, visit])
  useEffect(() => {
    if (owner === undefined || left) return
    let controller: AttemptController | undefined
    let isGone = false
    setPageOwner(owner)
    const open = async () => {
      controller = await openKeeper(wanted, owner, (hasLeft) => {
        if (hasLeft && owner !== null && isAttemptOpenFor(owner)) return leave()
        if (hasLeft && owner !== null) setOwner(null)
        reopen()
      })
      if (isGone) controller.close()
      else setOpened({ controller, owner })
    }
    void open()
    return () => {
      isGone = true
      controller?.close()
      setOpened(undefined)
      setPageOwner(undefined)
    }
  }, [wanted, owner, left, leave, setOwner, reopen])
  const controller = opened?.controller
  const subscribe = useCallback((onChange: () => void) => controller?.subscribe(onChange) ?? (() => undefined), [controller])
  const state = useSyncExternalStore(
    subscribe,
    () => controller?.current(),
    () => undefined,
  )
  if (left && owner !== undefined) return { ...blankRun(asked), owner, left, reopen }
  return opened && state ? { ...opened, state, left, reopen } : undefined
}

/** What stands behind the words for somebody who has left: no answer of hers, and nothing is taken. */
function blankRun({ certificationId, set, questionIds }: Asked): Pick<OpenAttempt, 'state' | 'controller'> {
  const run = start(certificationId, set, questionIds, 0)
  const state: ControlledAttempt = {
    attempt: run,
    id: undefined,
    saved: null,
    isSent: false,
    problem: null,
    elsewhere: null,
    conflicts: [],
  }
  const nothing = () => undefined
  const controller = {
    current: () => state,
    subscribe: () => nothing,
    move: nothing,
    restart: nothing,
    dismissConflicts: nothing,
    close: nothing,
  }
  return { state, controller }
}

/**
 * Whose runs to show. The last to be signed in is believed until the site has answered; where nobody is known, its answer
 * is waited for. Whoever is signed out elsewhere in the middle of a run goes on with it, until somebody else signs in.
 */
function useOwner() {
  const { state } = useAuth()
  const known = useSyncExternalStore(
    () => () => undefined,
    () => idOf(readKnownMember()),
    () => undefined,
  )
  const [owner, setOwner] = useState<DeviceOwner>()
  const [heard, setHeard] = useState<AuthState>()
  const [left, setLeft] = useState<LeaveReason>()
  const leave = useCallback(() => setLeft('signedOut'), [])
  if (state !== heard) {
    setHeard(state)
    const answer = state.status === 'checking' ? undefined : idOf(state.status === 'signed-in' ? state.member : null)
    if (owner && answer && answer !== owner) setLeft((before) => before ?? 'otherMember')
    else if (answer || owner === undefined) setOwner(answer)
  }
  return { owner: owner === undefined ? known : owner, left, leave, setOwner }
}

function idOf(member: Member | null | undefined): DeviceOwner | undefined {
  return member ? member.id : member
}

/** A journal that opens but cannot be read is as good as none: the run goes on in memory, and the screen says so. */
async function openKeeper(asked: Asked, owner: DeviceOwner, onGone: (hasLeft: boolean) => void): Promise<AttemptController> {
  const now = Date.now()
  const { journal, isPersistent } = await openPageJournal(owner)
  const options = { ...asked, now, onGone, ...(owner === null ? { onFinished: countAnswers } : { onRecorded: sendSoon }) }
  try {
    return await openAttempt({ ...options, journal, problem: isPersistent ? null : 'unavailable' })
  } catch {
    return openAttempt({ ...options, journal: createMemoryJournal(owner), problem: 'unavailable' })
  }
}

/** The sender comes when there is something to send, so that guests do without. */
function sendSoon(journal: Journal, id: string): void {
  loadMoveSender().then(
    ({ getMoveSender }) => getMoveSender(journal.owner).wake(journal, id),
    () => undefined,
  )
}
