/** The run of a page, as React sees it. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { start } from '#exam/attempt.ts'
import type { QuestionSet } from '#exam/attempt.ts'
import { useAuth } from '#web/accounts/index.ts'
import type { AuthState } from '#web/accounts/index.ts'
import {
  countAnswers,
  isInRun,
  journalInMemory,
  journalOfPage,
  loadMoveSender,
  openAttempt,
  readKnownMember,
  setOwnerOfPage,
} from '#web/sync/index.ts'
import type { AttemptController, ControlledAttempt, DeviceOwner, Journal, Member } from '#web/sync/index.ts'

type Asked = { certificationId: string; set: QuestionSet; questionIds: readonly string[] }

/** Why a page takes no more moves into a member's run: she signed out in another tab, or somebody else signed in there. */
export type Left = 'signedOut' | 'otherMember'

export type OpenRun = {
  kept: ControlledAttempt
  keeper: AttemptController
  owner: DeviceOwner
  /** Nothing of the run is shown then. */
  left: Left | undefined
  /** Reads again which run of the set is the latest. */
  reopen: () => void
}

/** `undefined` until the journal has been read, which a server never does. `asked` has to be stable between drawings. */
export function useAttempt(asked: Asked): OpenRun | undefined {
  const { owner, left, leave, setOwner } = useOwner()
  const [opened, setOpened] = useState<{ keeper: AttemptController; owner: DeviceOwner }>()
  const [visit, setVisit] = useState(0)
  const reopen = useCallback(() => setVisit((before) => before + 1), [])
  // Each visit looks anew which run is the latest.
  const wanted = useMemo(() => ({ ...asked, visit }), [asked, visit])
  useEffect(() => {
    if (owner === undefined || left) return
    let keeper: AttemptController | undefined
    let isGone = false
    setOwnerOfPage(owner)
    const open = async () => {
      keeper = await openKeeper(wanted, owner, (hasLeft) => {
        if (hasLeft && owner !== null && isInRun(owner)) return leave()
        if (hasLeft && owner !== null) setOwner(null)
        reopen()
      })
      if (isGone) keeper.close()
      else setOpened({ keeper, owner })
    }
    void open()
    return () => {
      isGone = true
      keeper?.close()
      setOpened(undefined)
      setOwnerOfPage(undefined)
    }
  }, [wanted, owner, left, leave, setOwner, reopen])
  const keeper = opened?.keeper
  const subscribe = useCallback((onChange: () => void) => keeper?.subscribe(onChange) ?? (() => undefined), [keeper])
  const kept = useSyncExternalStore(
    subscribe,
    () => keeper?.current(),
    () => undefined,
  )
  if (left && owner !== undefined) return { ...blankRun(asked), owner, left, reopen }
  return opened && kept ? { ...opened, kept, left, reopen } : undefined
}

/** What stands behind the words for somebody who has left: no answer of hers, and nothing is taken. */
function blankRun({ certificationId, set, questionIds }: Asked): Pick<OpenRun, 'kept' | 'keeper'> {
  const run = start(certificationId, set, questionIds, 0)
  const kept: ControlledAttempt = { run, id: undefined, saved: null, isSent: false, problem: null, elsewhere: null, conflicts: [] }
  const nothing = () => undefined
  const keeper = {
    current: () => kept,
    subscribe: () => nothing,
    move: nothing,
    restart: nothing,
    dismissConflicts: nothing,
    close: nothing,
  }
  return { kept, keeper }
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
  const [left, setLeft] = useState<Left>()
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
  const { journal, isKept } = await journalOfPage(owner)
  const options = { ...asked, now, onGone, ...(owner === null ? { onFinished: countAnswers } : { onRecorded: sendSoon }) }
  try {
    return await openAttempt({ ...options, journal, problem: isKept ? null : 'unavailable' })
  } catch {
    return openAttempt({ ...options, journal: journalInMemory(owner), problem: 'unavailable' })
  }
}

/** The sender comes when there is something to send, so that guests do without. */
function sendSoon(journal: Journal, id: string): void {
  loadMoveSender().then(
    ({ senderOf }) => senderOf(journal.owner).wake(journal, id),
    () => undefined,
  )
}
